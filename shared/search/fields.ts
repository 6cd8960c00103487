import { languages } from '../words/languages.js';
import { dateWords, descriptionForms, jobTypes, levels, orders, seenLabels, workplaces } from '../words/words.js';

/** The description of a request field, used by `GET /api` and in error messages. */
export type SearchField = {
  type: 'string';
  default: string;
  summary: string;
  /** The noun for the field's words in an error: "is not a job type". */
  noun?: string;
  /** Code points (JSON Schema); longer text is refused before anything reads it. */
  maxLength: number;
  minimum?: string;
  maximum?: string;
  allowed?: readonly string[];
  understood?: Readonly<Record<string, readonly string[]>>;
  /** It accepts several words: any of them matches. */
  several?: true;
};

/** The longest spelling of a word or number, including spaces and signs, is a third of it. */
const wordLength = 60;
const numberLength = 40;

/** Every word of a field, each in a long spelling. */
const listLength = 200;

/** Names in `excludeCompanies`. */
export const mostCompanies = 200;

/** Skills in `skills`. */
export const mostAskedSkills = 20;

/** The fields of a search, all strings, all optional (docs/reference/api.md, POST /api/jobs/search). The only table of fields. */
export const fields = {
  keyword: {
    type: 'string',
    default: '',
    maxLength: 200,
    summary:
      'What to look for: words, "phrases in quotes", -without, this OR that, (groups), title:word, company:"two words". With a fact ' +
      'that the posting must state: visa:yes, clearance:no, degree:<=bachelor, years:<=3, language:de, agency:no, ' +
      'industry:technology, size:51-200, skill:python, remotefrom:DE.',
  },
  location: {
    type: 'string',
    default: '',
    maxLength: 120,
    summary:
      'Where: "City, State", a city, state, country or region; several with ";" or "or"; "within 25 miles" or "10 km" after a place; "Remote", or "Remote, Germany".',
  },
  dateSincePosted: {
    type: 'string',
    default: '',
    maxLength: wordLength,
    summary: 'How long ago at most: a word, or any count of hours, days, weeks or months up to a year ("3 days").',
    noun: 'span of time',
    allowed: dateWords.words,
    understood: dateWords.understood,
  },
  salary: {
    type: 'string',
    default: '',
    maxLength: numberLength,
    minimum: '0',
    maximum: '99999999',
    summary:
      'Lowest yearly pay ("80k"), a range ("80k-120k") or the highest ("up to 120k"), which the yearly pay of a job is to overlap; also by the hour, day, week or month ("EUR 50/hour"). In the currency named, else that of the searched place, else US dollars; pay in others is converted by reference rates.',
  },
  jobType: {
    type: 'string',
    default: '',
    maxLength: listLength,
    summary: 'Kind of contract; several with "," or "or": any of them.',
    noun: 'job type',
    allowed: jobTypes.words,
    understood: jobTypes.understood,
    several: true,
  },
  remoteFilter: {
    type: 'string',
    default: '',
    maxLength: listLength,
    summary: 'Where the work is done; several with "," or "or": any of them.',
    noun: 'workplace',
    allowed: workplaces.words,
    understood: workplaces.understood,
    several: true,
  },
  experienceLevel: {
    type: 'string',
    default: '',
    maxLength: listLength,
    summary: 'How far along a career; several with "," or "or": any of them.',
    noun: 'experience level',
    allowed: levels.words,
    understood: levels.understood,
    several: true,
  },
  excludeCompanies: {
    type: 'string',
    default: '',
    maxLength: 4000,
    summary: `Companies whose jobs are left out, ";" between their names, at most ${mostCompanies}; "Acme Inc." is "Acme".`,
  },
  language: {
    type: 'string',
    default: '',
    maxLength: listLength,
    summary: 'The language of the posting (ISO 639-1); several with "," or "or": any of them.',
    noun: 'language that postings are read in',
    allowed: languages.words,
    understood: languages.understood,
    several: true,
  },
  skills: {
    type: 'string',
    default: '',
    maxLength: 400,
    summary: `Skills that the posting names, "," between them, at most ${mostAskedSkills}: all of them.`,
  },
  label: {
    type: 'string',
    default: '',
    maxLength: listLength,
    summary: 'How long this service has seen the opening; several with "," or "or": any of them.',
    noun: 'label of an opening',
    allowed: seenLabels.words,
    understood: seenLabels.understood,
    several: true,
  },
  sortBy: {
    type: 'string',
    default: 'relevant',
    maxLength: wordLength,
    summary: 'Order of the answer: by relevance, date, highest yearly pay, or distance from the place in `location`.',
    noun: 'sort order',
    allowed: orders.words,
    understood: orders.understood,
  },
  limit: {
    type: 'string',
    default: '10',
    maxLength: numberLength,
    minimum: '1',
    maximum: '100',
    summary: 'Jobs on a page.',
  },
  page: {
    type: 'string',
    default: '0',
    maxLength: numberLength,
    minimum: '0',
    maximum: '999',
    summary: 'Page, counted from 0; (page + 1) × limit is at most 1000.',
  },
  descriptions: {
    type: 'string',
    default: '',
    maxLength: wordLength,
    summary: 'With an API key: each job has its full description, as text or as Markdown.',
    noun: 'form of descriptions',
    allowed: descriptionForms.words,
    understood: descriptionForms.understood,
  },
} as const satisfies Record<string, SearchField>;
export type FieldName = keyof typeof fields;
export const fieldNames = Object.keys(fields) as FieldName[];

/** A field that narrows a search. */
export type NarrowingField = Exclude<FieldName, 'sortBy' | 'limit' | 'page' | 'descriptions'>;
