import { z } from 'zod';
import { mostPlaces, parseLocation } from '../../places/parse-location.js';
import type { FieldErrorCode } from '../../problems/problem-body.js';
import { readSkill, skillList } from '../../skills/skill-names.js';
import { skillTable } from '../../skills/skill-table.js';
import { companiesIn, companyList } from '../../words/company-names.js';
import { didYouMean } from '../../words/did-you-mean.js';
import { languages } from '../../words/languages.js';
import { countsOver, cutText, tidyText, withArticle } from '../../words/text.js';
import type { Vocabulary } from '../../words/vocabulary.js';
import { splitList, type ValueList, valueListOf } from '../../words/vocabulary.js';
import { dateWords, descriptionForms, jobTypes, levels, orders, seenLabels, workplaces } from '../../words/words.js';
import { type FieldName, fieldNames, fields, mostAskedSkills, mostCompanies, type SearchField } from '../fields.js';
import { askedPayText, parsePay } from './asked-pay.js';
import { nameMeant } from './other-names.js';
import type { SearchQuery } from './query.js';

const hoursIn: readonly [RegExp, number][] = [
  [/^(?:h|hr|hrs|hours?)$/, 1],
  [/^(?:d|days?)$/, 24],
  [/^(?:w|wk|wks|weeks?)$/, 168],
  [/^(?:mo|mos|months?|m)$/, 720],
  [/^(?:y|yr|yrs|years?)$/, 8760],
];

/** A year: no search goes further back. */
const longest = 8784;

type DateTrouble = { code: 'unknown-value'; detail: string; allowed: readonly string[]; suggestion?: string };

/** Words in lower case, a space between them: punctuation never matters, except as a decimal point. */
const wordsOf = (text: string): string =>
  tidyText(text)
    .toLowerCase()
    .replace(/(?!\.\d)[^a-z0-9]+/g, ' ')
    .trim();

/** Parses a posting's maximum age: a known word, or a count, canonical in hours (`3 days` → `72hr`). */
export function readDateWord(text: string): string | DateTrouble {
  if (tidyText(text) === '') return '';
  const word = dateWords.read(text);
  if (word !== null) return word;
  const [, past, count = past === undefined ? '' : '1', unit = ''] =
    /^((?:in |within )?(?:the )?(?:past|last) )?(?:(\d{1,4}) ?)?([a-z]+)(?: ago)?$/.exec(wordsOf(text)) ?? [];
  const factor = hoursIn.find(([spelling]) => spelling.test(unit))?.[1];
  const hours = (count === '' ? Number.NaN : Number(count)) * (factor ?? Number.NaN);
  if (hours >= 1 && hours <= longest) return dateWords.read(`${hours}hr`) ?? `${hours}hr`;

  const spellings = dateWords.words.flatMap((each) => [each, ...dateWords.understood[each]]);
  const near = didYouMean(text, spellings);
  const suggestion = near === null ? null : dateWords.read(near);
  return {
    code: 'unknown-value',
    detail: `"${cutText(tidyText(text), 60)}" is not a span of time up to a year.${suggestion === null ? ' Send a count such as "3 days", or a word.' : ` Did you mean "${suggestion}"?`}`,
    allowed: dateWords.words,
    ...(suggestion === null ? {} : { suggestion }),
  };
}

/** The part of JSON Schema (2020-12) that describes a field of the request. */
type FieldSchema = {
  type: 'string';
  description: string;
  examples: string[];
  maxLength: number;
  /** Canonical words first; other known spellings may be sent too. */
  anyOf?: [{ type: 'string'; enum: string[] }, { type: 'string'; description: string }];
};

/** Values shown in documents; canonical, so that answers repeat them unchanged. */
const samples: Record<FieldName, string[]> = {
  keyword: ['software engineer', '"data engineer" -senior', 'nurse OR midwife'],
  location: ['Austin, TX', 'Berlin', 'Germany', 'Remote'],
  dateSincePosted: ['past week', '24hr', '72hr'],
  salary: ['100000', '80000-120000 EUR', 'up to 60000'],
  jobType: ['full time', 'contract, full time'],
  remoteFilter: ['hybrid', 'hybrid, remote'],
  experienceLevel: ['senior', 'associate, entry level'],
  excludeCompanies: ['Acme; Globex'],
  language: ['de', 'de, en'],
  skills: ['Python', 'Python, SQL'],
  label: ['new', 'fresh, new'],
  sortBy: ['recent', 'salary'],
  limit: ['10'],
  page: ['0'],
  descriptions: ['text'],
};

/**
 * A field of the table as JSON Schema, the validator's form of what `GET /api` prints. The default is only in the
 * description: client generators take a field with `default` for a required one.
 */
export function fieldSchema(name: FieldName): FieldSchema {
  const {
    summary,
    default: fallback,
    maxLength,
    minimum,
    maximum,
    allowed,
    understood,
    several,
  }: SearchField = fields[name];
  const range = minimum === undefined ? '' : ` From "${minimum}" to "${maximum}".`;
  const schema: FieldSchema = {
    type: 'string',
    description: `${summary}${range}${fallback === '' ? '' : ` "${fallback}" if absent.`}`,
    examples: samples[name],
    maxLength,
  };
  if (allowed !== undefined)
    schema.anyOf = [
      { type: 'string', enum: ['', ...allowed] },
      {
        type: 'string',
        description: `Also understood: ${several === true ? 'a list of these words; ' : ''}${spellings(understood ?? {})}.`,
      },
    ];
  return schema;
}

function spellings(understood: Readonly<Record<string, readonly string[]>>): string {
  return Object.entries(understood)
    .map(([word, others]) => `${others.join(', ')} (${word})`)
    .join('; ');
}

/** One error in a request: its place (RFC 6901 as a URI fragment), its description, and the remedy. */
export type FieldError = {
  pointer: string;
  code: FieldErrorCode;
  detail: string;
  allowed?: readonly string[] | { min: string; max: string };
  suggestion?: string;
};

type Trouble = Omit<FieldError, 'pointer'>;

/** The deepest job a page may reach: `(page + 1) × limit`. */
const deepest = 1000;

/** Maximum errors listed per request. */
export const mostErrors = 20;

/**
 * The field `name`, parsed by `read`, which returns the canonical word or an error. Absent and `""` mean its default.
 * Its JSON Schema is that of its row in the table of fields. The length is checked before `read` gets the text, so that
 * `maxLength` bounds the cost of `read`.
 */
function field<Value extends string>(
  name: FieldName,
  fallback: Value,
  read: (text: string) => Value | Trouble,
): z.ZodType<Value, unknown> {
  return z
    .unknown()
    .meta(fieldSchema(name))
    .optional()
    .transform((value, context) => {
      if (value === undefined || value === '') return fallback;
      const outcome = typeof value === 'string' ? (tooLong(name, value) ?? read(value)) : notAString(value);
      if (typeof outcome === 'string') return outcome;
      context.addIssue({ code: 'custom', message: outcome.detail, params: outcome });
      return z.NEVER;
    });
}

function notAString(value: unknown): Trouble {
  if (typeof value === 'number' && Number.isSafeInteger(value))
    return { code: 'not-a-string', detail: `Send a string: "${value}", not ${value}.` };
  const kind = Array.isArray(value) ? 'a list' : value === null ? 'null' : withArticle(typeof value);
  return { code: 'not-a-string', detail: `Send a string, not ${kind}.` };
}

/** Length is counted in code points, as JSON Schema counts `maxLength`. */
function tooLong(name: FieldName, text: string): Trouble | null {
  const { maxLength } = fields[name];
  if (!countsOver(text, maxLength)) return null;
  return { code: 'too-long', detail: `At most ${maxLength} characters, not ${[...text].length}.` };
}

/** The canonical word for a text; `''` for a blank one. */
function oneOf<Word extends string>(words: Vocabulary<Word>, noun: string) {
  return (text: string): Word | '' | Trouble =>
    tidyText(text) === '' ? '' : (words.read(text) ?? unknownWord(text, words, noun));
}

/**
 * The canonical list of the words in a text. Words separated only by punctuation ("full,time") are one, unless each
 * part is itself a word ("mid, senior").
 */
function severalOf<Word extends string>(words: Vocabulary<Word>, noun: string) {
  return (text: string): ValueList<Word> | Trouble => {
    const read = splitList(tidyText(text)).map(oneOf(words, noun));
    const trouble = read.find(isTrouble);
    if (trouble !== undefined) return words.read(text) ?? trouble;
    return valueListOf(read.filter((word) => word !== '' && !isTrouble(word)) as Word[]);
  };
}

const isTrouble = (outcome: string | Trouble): outcome is Trouble => typeof outcome !== 'string';

function unknownWord(
  text: string,
  { words, understood }: Pick<Vocabulary<string>, 'words' | 'understood'>,
  noun: string,
): Trouble {
  const spellings = words.flatMap((word) => [word, ...(understood[word] ?? [])]);
  const near = didYouMean(text, spellings);
  const suggestion =
    near === null ? undefined : words.find((word) => word === near || understood[word]?.includes(near));
  const shown = shownValue(text);
  return {
    code: 'unknown-value',
    detail: `"${shown}" is not ${withArticle(noun)}.${suggestion === undefined ? '' : ` Did you mean "${suggestion}"?`}`,
    allowed: words,
    ...(suggestion === undefined ? {} : { suggestion }),
  };
}

/** The sent value, as far as an error quotes it. */
const shownValue = (text: string): string => cutText(tidyText(text), 60);

/** A location stays as written, since any text may be a place's name; `parseLocation` finds its meaning. */
function readLocation(text: string): string | Trouble {
  const tidy = tidyText(text);
  const { places, workplace } = parseLocation(tidy);
  if (places.length > mostPlaces)
    return { code: 'too-long', detail: `At most ${mostPlaces} places, not ${places.length}.` };
  return places.length === 0 && workplace === 'remote' ? 'Remote' : tidy;
}

/** `$100,000`, `100k`, `100000+` → `100000`; `80-120k` → `80000-120000`; `€50k` → `50000 EUR`; `EUR 50/hour` → `104000 EUR`. */
function readSalary(text: string): string | Trouble {
  const { minimum: min, maximum: max } = fields.salary;
  const allowed = { min, max };
  const pay = parsePay(text);
  const shown = shownValue(text);
  const isKnown = !('unknown' in pay);
  if (isKnown && (pay.max ?? pay.min ?? 0) <= Number(max)) return askedPayText(pay);
  if (isKnown || /^\s*[-−]\s*\d/.test(text))
    return { code: 'out-of-range', detail: `From "${min}" to "${max}" a year, not "${shown}".`, allowed };
  if (pay.unknown === 'order')
    return {
      code: 'out-of-range',
      detail: `The lower end of "${shown}" is above its upper end. Send a range such as "80000-120000".`,
      allowed,
    };
  const detail =
    pay.unknown === 'amount'
      ? `"${shown}" is not an amount. Send the lowest yearly pay in digits, such as "100000", or a range, such as "80000-120000".`
      : `"${shown}" names no currency that we know ("${shownValue(pay.written)}"). Send the lowest yearly pay in digits, such as "100000", or with the code of its currency, such as "50000 EUR".`;
  return { code: 'not-a-number', detail, allowed };
}

/** Leaves out names without letters or digits, which name no company. */
function readCompanies(text: string): string | Trouble {
  const names = companiesIn(text);
  if (names.length > mostCompanies)
    return { code: 'too-long', detail: `At most ${mostCompanies} companies, not ${names.length}.` };
  return companyList(names);
}

/** The skills of a list, by their names in the table. */
function readSkills(text: string): string | Trouble {
  const written = splitList(tidyText(text));
  if (written.length > mostAskedSkills)
    return { code: 'too-long', detail: `At most ${mostAskedSkills} skills, not ${written.length}.` };
  const names = written.map(readSkill);
  const unknown = written[names.indexOf(null)];
  if (unknown === undefined) return skillList(names.filter((name) => name !== null));
  const near = didYouMean(
    unknown,
    skillTable().spellings.map((spelling) => spelling.text),
  );
  const suggestion = near === null ? null : readSkill(near);
  return {
    code: 'unknown-value',
    detail: `"${shownValue(unknown)}" is not a skill of our table.${suggestion === null ? ' Look for the word itself in the keyword.' : ` Did you mean "${suggestion}"?`}`,
    ...(suggestion === null ? {} : { suggestion }),
  };
}

function wholeNumber({ minimum: min, maximum: max }: { minimum: string; maximum: string }) {
  return (text: string): string | Trouble => {
    const digits = /^\s*\+?(\d{1,9})\s*$/.exec(text)?.[1];
    const value = Number(digits);
    if (digits === undefined || value < Number(min) || value > Number(max))
      return {
        code: 'out-of-range',
        detail: `Digits only, from "${min}" to "${max}", not "${shownValue(text)}".`,
        allowed: { min, max },
      };
    return String(value);
  };
}

/** The schema of a search request. Cross-field rules are checked once the fields themselves are valid. */
export const querySchema = z
  .strictObject({
    keyword: field('keyword', '', tidyText),
    location: field('location', '', readLocation),
    dateSincePosted: field('dateSincePosted', '', readDateWord),
    salary: field('salary', '', readSalary),
    jobType: field('jobType', '', severalOf(jobTypes, fields.jobType.noun)),
    remoteFilter: field('remoteFilter', '', severalOf(workplaces, fields.remoteFilter.noun)),
    experienceLevel: field('experienceLevel', '', severalOf(levels, fields.experienceLevel.noun)),
    excludeCompanies: field('excludeCompanies', '', readCompanies),
    language: field('language', '', severalOf(languages, fields.language.noun)),
    skills: field('skills', '', readSkills),
    label: field('label', '', severalOf(seenLabels, fields.label.noun)),
    sortBy: field('sortBy', 'relevant', (text) => oneOf(orders, fields.sortBy.noun)(text) || 'relevant'),
    limit: field('limit', '10', wholeNumber(fields.limit)),
    page: field('page', '0', wholeNumber(fields.page)),
    descriptions: field('descriptions', '', oneOf(descriptionForms, fields.descriptions.noun)),
  })
  .transform(({ descriptions, ...query }, context): SearchQuery => {
    const trouble = conflictIn(query);
    if (trouble !== null)
      context.addIssue({ code: 'custom', message: trouble.detail, params: trouble, path: [trouble.at] });
    const { workplace } = parseLocation(query.location);
    return {
      ...query,
      ...(workplace !== null && { remoteFilter: workplace }),
      ...(descriptions !== '' && { descriptions }),
    };
  });

function conflictIn({
  location,
  remoteFilter,
  sortBy,
  limit,
  page,
}: Omit<SearchQuery, never>): (Trouble & { at: string }) | null {
  const { workplace, places } = parseLocation(location);
  if (sortBy === 'distance' && places.length === 0)
    return {
      at: 'sortBy',
      code: 'conflict',
      detail: 'sortBy "distance" is the distance from a place: name it in location, such as "Austin, TX".',
    };
  if (workplace !== null && remoteFilter !== '' && remoteFilter !== workplace)
    return {
      at: 'remoteFilter',
      code: 'conflict',
      detail: `"${location}" as a location means ${workplace} jobs, and remoteFilter means "${remoteFilter}". Leave one of them out.`,
    };
  const last = Math.floor(deepest / Number(limit)) - 1;
  if (Number(page) > last)
    return {
      at: 'page',
      code: 'out-of-range',
      detail: `With limit "${limit}" the last page is "${last}".`,
      allowed: { min: '0', max: String(last) },
    };
  return null;
}

/**
 * Parses a request body; returns the canonical query or its mistakes: the first errors, at most `mostErrors`, and their
 * total number.
 */
export function parseQuery(body: unknown): { query: SearchQuery } | { errors: FieldError[]; count: number } {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return {
      errors: [{ pointer: '#', code: 'not-an-object', detail: 'Send one JSON object, such as {"keyword": "nurse"}.' }],
      count: 1,
    };
  const read = querySchema.safeParse(body);
  if (read.success) return { query: read.data };
  const { issues } = read.error;
  return { errors: issues.flatMap(asErrors).slice(0, mostErrors), count: sum(issues.map(countOf)) };
}

const countOf = (issue: z.core.$ZodIssue): number => (issue.code === 'unrecognized_keys' ? issue.keys.length : 1);

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

function asErrors(issue: z.core.$ZodIssue): FieldError[] {
  if (issue.code === 'unrecognized_keys') return issue.keys.slice(0, mostErrors).map(unknownField);
  if (issue.code !== 'custom' || issue.params === undefined) throw new Error(`No words for the issue ${issue.code}.`);
  const { at: _at, ...trouble } = issue.params as Trouble & { at?: string };
  return [{ pointer: pointerTo(String(issue.path[0] ?? '')), ...trouble }];
}

function unknownField(name: string): FieldError {
  const suggestion = nameMeant(name, fieldNames);
  const page = suggestion === 'page' ? ' Pages are counted from "0".' : '';
  const hint = suggestion === null ? ` Fields: ${fieldNames.join(', ')}.` : ` Did you mean "${suggestion}"?${page}`;
  return {
    pointer: pointerTo(cutText(name, 80)),
    code: 'unknown-field',
    detail: `There is no field "${tidyText(cutText(name, 60))}".${hint}`,
    allowed: fieldNames,
    ...(suggestion === null ? {} : { suggestion }),
  };
}

/** A member of the request as a JSON Pointer in its URI fragment form (RFC 6901 §6). */
export function pointerTo(name: string): string {
  return `#/${encodeURIComponent(name.toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1'))}`;
}
