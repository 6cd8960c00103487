import { type AskedPay, askedPayText, parsePay } from '../../../shared/search/query/asked-pay.js';
import type { SearchSubject } from '../../../shared/search/query/query.js';
import type { Gazetteer } from '../../gazetteer/gazetteer.js';
import { stopWords } from '../words/tokens.js';
import { namesBeforePlaces, readTrailingPlace, remoteThings, wordsForJobs } from './trailing-place.js';

/** The fields that a keyword's words may set; `keyword`: another keyword, required in addition to the rest. */
type FactField = 'location' | 'remoteFilter' | 'experienceLevel' | 'jobType' | 'language' | 'salary' | 'keyword';

/** Words of a keyword that mean a field's value; `meaning` is the sentence. A wish also applies by itself. */
export type ReadFact = { field: FactField; value: string; written: string; meaning: string; isWish?: true };

/** The facts in a keyword, in order, and the remaining words. */
export type ReadFacts = { rest: string; facts: ReadFact[] };

/** A keyword that may have facts: words and commas. Any operator or other mark is taken literally. */
const plain = /^[\p{L}\p{N}\p{M}$€£+#.,'’ -]+$/u;
const operators: ReadonlySet<string> = new Set(['or', 'and', 'not', '-', '+', '&']);

/** Words by the fact they name at an end of a keyword; `ends`: only at its end. */
const names: readonly { words: string; field: 'remoteFilter' | 'jobType'; value: string; ends?: boolean }[] = [
  { words: 'fully remote', field: 'remoteFilter', value: 'remote' },
  { words: '100% remote', field: 'remoteFilter', value: 'remote' },
  { words: 'remote', field: 'remoteFilter', value: 'remote' },
  { words: 'work from home', field: 'remoteFilter', value: 'remote' },
  { words: 'wfh', field: 'remoteFilter', value: 'remote' },
  ...[
    'teletrabajo',
    'teletrabalho',
    'télétravail',
    'praca zdalna',
    'zdalna',
    'zdalnie',
    'thuiswerken',
    'da remoto',
  ].map((words) => ({ words, field: 'remoteFilter' as const, value: 'remote', ends: true })),
  { words: 'home office', field: 'remoteFilter', value: 'remote', ends: true },
  { words: 'hybrid', field: 'remoteFilter', value: 'hybrid', ends: true },
  { words: 'on site', field: 'remoteFilter', value: 'on site', ends: true },
  { words: 'on-site', field: 'remoteFilter', value: 'on site', ends: true },
  { words: 'onsite', field: 'remoteFilter', value: 'on site', ends: true },
  ...['full time', 'full-time', 'fulltime'].map((words) => ({ words, field: 'jobType' as const, value: 'full time' })),
  ...['part time', 'part-time', 'parttime'].map((words) => ({ words, field: 'jobType' as const, value: 'part time' })),
  ...['jornada completa', 'tiempo completo', 'pełny etat', 'vollzeit', 'temps plein', 'tempo integral'].map(
    (words) => ({
      ...{ words, field: 'jobType' as const, value: 'full time', ends: true },
    }),
  ),
  ...['media jornada', 'medio tiempo', 'tiempo parcial', 'pół etatu', 'teilzeit', 'temps partiel'].map((words) => ({
    ...{ words, field: 'jobType' as const, value: 'part time', ends: true },
  })),
  { words: 'contract', field: 'jobType', value: 'contract', ends: true },
  { words: 'freelance', field: 'jobType', value: 'contract', ends: true },
];

/** What people request in their own words, at either end of a keyword. */
const wishes: readonly {
  words: readonly string[];
  field: 'experienceLevel' | 'language' | 'keyword';
  value: string;
  meaning: string;
}[] = [
  {
    words: [
      ...['no experience', 'without experience', 'no experience required', 'no experience needed', 'zero experience'],
      ...['no experience necessary', 'ohne berufserfahrung', 'ohne erfahrung', 'sans expérience', 'sin experiencia'],
      ...[
        'bez doświadczenia',
        'sin experiencia previa',
        'senza esperienza',
        'geen ervaring',
        'zonder ervaring',
        'sem experiência',
      ],
    ],
    field: 'experienceLevel',
    value: 'entry level',
    meaning: 'the experience level entry level',
  },
  {
    words: ['english speaking', 'english-speaking', 'in english', 'englischsprachig', 'auf englisch', 'anglophone'],
    field: 'language',
    value: 'en',
    meaning: 'postings written in English',
  },
  {
    words: ['visa sponsorship', 'with visa sponsorship', 'visa sponsored', 'h1b sponsorship'],
    field: 'keyword',
    value: 'visa:yes',
    meaning: 'postings that offer to sponsor a visa (visa:yes)',
  },
  {
    words: [
      ...['4 day week', '4-day week', 'four day week', 'four-day week', '4 day workweek', '4-day workweek'],
      ...['4 tage woche', '4-tage-woche', 'vier-tage-woche', 'semaine de 4 jours'],
    ],
    field: 'keyword',
    value:
      '("4 day week" OR "four day week" OR "4 day work week" OR "4 day workweek" OR "four day workweek" OR "4 Tage Woche" OR "Vier Tage Woche" OR "semaine de 4 jours")',
    meaning: 'postings with a week of four days',
  },
  {
    words: ['near me', 'around me', 'in my area', 'nearby'],
    field: 'keyword',
    value: '',
    meaning: 'no words, since the service does not know where you are: name the place in location',
  },
];

/** Levels are read only next to another fact, and at the end: before other words they are part of a title. */
const levelNames: ReadonlyMap<string, string> = new Map([
  ['senior', 'senior'],
  ['sr', 'senior'],
  ['junior', 'entry level'],
  ['jr', 'entry level'],
  ['entry level', 'entry level'],
  ['entry-level', 'entry level'],
  ['mid level', 'associate'],
  ['mid-level', 'associate'],
]);

/** Pay in one word: in thousands ("100k"), or with a currency sign ("$100,000"). */
const pay = /^(?:[$€£]?\d{2,3}k|[$€£]\d{2,3}[,.]?\d{3})\+?$/i;

/** The amount of pay in two words, before the currency's name ("60000 eur"). */
const amount = /^\d{2,3}(?:k|[,.]?\d{3})$/i;

/** Names of currencies that are also ordinary words or skills ("100k PHP developer"). */
const doubtfulCurrencies: ReadonlySet<string> = new Set(['php', 'try', 'cop', 'mad', 'pen', 'pound', 'sterling']);

/** Words of a keyword, without trailing commas. */
type Word = { text: string; lower: string };

/** Companies, industries, sizes and skills after a keyword, as facets add them: they only narrow the search. */
const atCompany = / (?:company|industry|size|skill):"[^"]*"$/i;
const mostAdded = 8;

/**
 * Reads the facts at the ends of a keyword: "remote java berlin senior 100k" is "java" and four facts. Words are read
 * only if they are unlikely to be part of a title; a keyword with quotes or operators, other than those facets add at
 * its end, stays unchanged. Linear in its length.
 */
export function readFacts(keyword: string, gazetteer: Gazetteer): ReadFacts {
  let plainEnd = keyword.length;
  for (let added = 0; added < mostAdded; added++)
    plainEnd -= atCompany.exec(keyword.slice(0, plainEnd))?.[0].length ?? 0;
  const { rest, facts } = readPlainFacts(keyword.slice(0, plainEnd), gazetteer);
  return { rest: `${rest}${keyword.slice(plainEnd)}`.trim(), facts };
}

function readPlainFacts(keyword: string, gazetteer: Gazetteer): ReadFacts {
  const none: ReadFacts = { rest: keyword, facts: [] };
  if (!plain.test(keyword)) return none;
  const words = keyword
    .split(/(?:\s|,(?!\d))+/)
    .filter((text) => text !== '')
    .map((text): Word => ({ text, lower: text.toLowerCase() }));
  // A word with a dash at its edge is excluded, or part of a pasted title ("Nurse - Berlin").
  if (words.length < 2 || words.some(({ lower }) => operators.has(lower) || /^-|-$/.test(lower))) return none;
  const trailing: ReadFact[] = [];
  let end = words.length;
  for (let taken = 1; taken > 0 && end > 0; end -= taken) {
    const found = trailingFact(words.slice(0, end), trailing, gazetteer);
    taken = found?.taken ?? 0;
    if (found !== null) trailing.unshift(found.fact);
  }
  const leading: ReadFact[] = [];
  let start = 0;
  for (let taken = 1; taken > 0 && start < end; start += taken) {
    const found = leadingFact(words.slice(start, end), [...leading, ...trailing]);
    taken = found?.taken ?? 0;
    if (found !== null) leading.push(found.fact);
  }
  const facts = withoutLoneLevels([...leading, ...trailing]);
  const kept = [...leading, ...trailing].filter((fact) => !facts.includes(fact)).map(({ written }) => written);
  const others = words.slice(start, end);
  // "remote jobs", "jobs in berlin": nothing is requested except the facts.
  const asked = others.every(({ lower }) => stopWords.has(lower) || wordsForJobs.has(lower)) ? [] : others;
  const rest = [...asked.map(({ text }) => text), ...kept].join(' ');
  // A single word that names a fact is the subject of the search.
  const isLone = rest === '' && others.length === 0 && facts.length < 2 && facts.every(({ isWish }) => isWish !== true);
  return facts.length === 0 || isLone ? none : { rest, facts };
}

/** Without other facts, a level stays a word of the title. */
const withoutLoneLevels = (facts: ReadFact[]): ReadFact[] =>
  facts.every(({ field, isWish }) => field === 'experienceLevel' && isWish !== true) ? [] : facts;

type Found = { fact: ReadFact; taken: number };

const textOf = (words: readonly Word[]): string => words.map(({ text }) => text).join(' ');

const isWritten = (words: readonly Word[], name: string): boolean => words.map(({ lower }) => lower).join(' ') === name;

function wishAt(words: readonly Word[], known: readonly ReadFact[], at: 'start' | 'end'): Found | null {
  for (const length of [4, 3, 2, 1]) {
    const wished = at === 'end' ? words.slice(-length) : words.slice(0, length);
    const wish =
      wished.length < length ? undefined : wishes.find((each) => each.words.some((name) => isWritten(wished, name)));
    if (wish === undefined || known.some(({ field, value }) => field === wish.field && value === wish.value)) continue;
    const { field, value, meaning } = wish;
    return { fact: { field, value, written: textOf(wished), meaning, isWish: true }, taken: length };
  }
  return null;
}

function namedAt(words: readonly Word[], known: readonly ReadFact[], at: 'start' | 'end'): Found | null {
  for (const { words: name, field, value, ends } of names) {
    const length = name.split(' ').length;
    const nameWords = at === 'end' ? words.slice(-length) : words.slice(0, length);
    if (nameWords.length < length || !isWritten(nameWords, name)) continue;
    if ((at === 'start' && ends === true) || known.some((fact) => fact.field === field)) return null;
    const what = field === 'jobType' ? 'jobs' : 'work';
    return { fact: { field, value, written: textOf(nameWords), meaning: `${value} ${what}` }, taken: length };
  }
  return null;
}

/** The pay in these words: one word, or an amount and the name of its currency. */
function payOf(words: readonly Word[]): AskedPay | null {
  const [first, currency] = words.map(({ text }) => text);
  if (currency !== undefined && doubtfulCurrencies.has(currency.toLowerCase())) return null;
  if (first === undefined || !(currency === undefined ? pay : amount).test(first)) return null;
  const read = parsePay(textOf(words));
  return 'unknown' in read || (currency !== undefined && read.currency === null) ? null : read;
}

function payIn(words: readonly Word[], known: readonly ReadFact[]): Found | null {
  const asked = payOf(words);
  // A "401k" is a pension.
  if (asked === null || !((asked.min ?? 0) >= 15_000) || asked.min === 401_000) return null;
  if (known.some(({ field }) => field === 'salary')) return null;
  const value = askedPayText(asked);
  const fact = { field: 'salary' as const, value, written: textOf(words), meaning: `pay of ${value} or more a year` };
  return { fact, taken: words.length };
}

function trailingFact(words: readonly Word[], known: readonly ReadFact[], gazetteer: Gazetteer): Found | null {
  const last = words.at(-1);
  if (last === undefined) return null;
  const simple =
    payIn(words.slice(-2), known) ??
    payIn([last], known) ??
    wishAt(words, known, 'end') ??
    namedAt(words, known, 'end') ??
    levelIn(words, known);
  if (simple !== null || known.some(({ field }) => field === 'location') || words.length < 2) return simple;
  const place = readTrailingPlace(
    words.map(({ text }) => text),
    namesBeforePlaces,
    gazetteer,
  );
  if (place === null) return null;
  const written = textOf(words.slice(-place.taken));
  // Areas have canonical names in lower case, which the words of the keyword already state.
  const meaning = /\p{Lu}/u.test(place.location) ? `the location ${place.location}` : 'the location';
  return { fact: { field: 'location', value: place.location, written, meaning }, taken: place.taken };
}

function levelIn(words: readonly Word[], known: readonly ReadFact[]): Found | null {
  for (const length of [2, 1]) {
    const levelWords = words.slice(-length);
    const value = levelNames.get(levelWords.map(({ lower }) => lower.replace(/\.$/, '')).join(' '));
    if (value === undefined || levelWords.length < length || known.some(({ field }) => field === 'experienceLevel'))
      continue;
    return {
      fact: { field: 'experienceLevel', value, written: textOf(levelWords), meaning: `the experience level ${value}` },
      taken: length,
    };
  }
  return null;
}

function leadingFact(words: readonly Word[], known: readonly ReadFact[]): Found | null {
  const [first] = words;
  if (first === undefined) return null;
  const found =
    payIn(words.slice(0, 2), known) ??
    payIn([first], known) ??
    wishAt(words, known, 'start') ??
    namedAt(words, known, 'start');
  if (found?.fact.field !== 'remoteFilter') return found;
  const next = words[found.taken];
  return next !== undefined && remoteThings.has(next.lower) ? null : found;
}

/** Whether a fact is used: a field that is filled in takes precedence over words for the same field. */
export const isUsed = (query: SearchSubject, { field }: ReadFact): boolean =>
  field === 'keyword' || query[field] === '';

/** The search with its facts as fields. */
export function withFacts(query: SearchSubject, { rest, facts }: ReadFacts): SearchSubject {
  const used = facts.filter((fact) => isUsed(query, fact));
  const wished = used.flatMap(({ field, value }) => (field === 'keyword' && value !== '' ? [value] : []));
  const fields = used.flatMap(({ field, value }) => (field === 'keyword' ? [] : [[field, value]]));
  const keyword = [rest, ...wished].filter((part) => part !== '').join(' ');
  return { ...query, keyword, ...Object.fromEntries(fields) };
}
