import { createHash } from 'node:crypto';
import { canonicalKeyword } from '../../keyword/parse-keyword.js';
import { canonicalLocation } from '../../places/parse-location.js';
import { companyKeys } from '../../words/company-names.js';
import type { Language } from '../../words/languages.js';
import { type ValueList, wordsIn } from '../../words/vocabulary.js';
import type { DescriptionForm, JobType, Level, Order, SeenLabel, Workplace } from '../../words/words.js';
import { type FieldName, fieldNames, fields, type NarrowingField } from '../fields.js';

/** A search as understood: canonical words, every field a string, `''` = no filter (docs/reference/api.md, POST /api/jobs/search). */
export type SearchQuery = {
  keyword: string;
  location: string;
  /** `''`, `24hr`, `past week`, `past month` or hours (`72hr`). */
  dateSincePosted: string;
  /** `''`, or yearly pay: at least `80000`, `80000-120000` or `up to 60000`, with or without a currency. */
  salary: string;
  /** Any of these, like the next two. */
  jobType: ValueList<JobType>;
  remoteFilter: ValueList<Workplace>;
  experienceLevel: ValueList<Level>;
  /** Names of companies, separated by "; " (`companyList`). */
  excludeCompanies: string;
  /** Any of these. */
  language: ValueList<Language>;
  /** Names of skills (`skillList`): all of them. */
  skills: string;
  /** Any of these. */
  label: ValueList<SeenLabel>;
  sortBy: Order;
  limit: string;
  page: string;
  /** Absent = only records. */
  descriptions?: DescriptionForm | undefined;
};

/** The identity of a search: every field but `limit` and `page`, which only slice the ranked list, and `descriptions`. */
export type SearchSubject = Omit<SearchQuery, 'limit' | 'page' | 'descriptions'> & {
  /** Only the openings of one company, by its key (`companyKey`); for the service's own questions, not requests. */
  company?: string | undefined;
  /** By relevance, postings in this language rank before equally good ones; from the reader's Accept-Language. */
  reader?: Language | undefined;
};

/** A search without conditions: every job. */
export const anySearch: SearchSubject = {
  keyword: '',
  location: '',
  dateSincePosted: '',
  salary: '',
  jobType: '',
  remoteFilter: '',
  experienceLevel: '',
  excludeCompanies: '',
  language: '',
  skills: '',
  label: '',
  sortBy: 'relevant',
};

/** The fields that narrow a search. */
export const narrowingFields = (Object.keys(anySearch) as (keyof SearchSubject)[]).filter(
  (name): name is NarrowingField => name !== 'sortBy',
);

/** Whether a search includes remote work: its location is then where the candidate lives. */
export const asksRemote = ({ remoteFilter }: Pick<SearchQuery, 'remoteFilter'>): boolean =>
  wordsIn(remoteFilter).includes('remote');

/** The query without its page. */
export function subjectOf({
  limit: _limit,
  page: _page,
  descriptions: _descriptions,
  ...subject
}: SearchQuery): SearchSubject {
  return subject;
}

/**
 * The key of a search: names its document in Redis and its job in the queue. Derived from its meaning, so that
 * spellings of one search share an answer, and different searches never do.
 */
export function searchKey(query: SearchSubject): string {
  const parts = [
    canonicalKeyword(query.keyword),
    canonicalLocation(query.location),
    query.dateSincePosted,
    query.salary,
    query.jobType,
    query.remoteFilter,
    query.experienceLevel,
    query.sortBy,
    // Only if a search states them, so that other searches keep their keys, which also name feeds.
    ...(query.excludeCompanies === '' ? [] : [['excludeCompanies', companyKeys(query.excludeCompanies)]]),
    ...(query.language === '' ? [] : [['language', query.language]]),
    ...(query.skills === '' ? [] : [['skills', query.skills]]),
    ...(query.label === '' ? [] : [['label', query.label]]),
    ...(query.reader === undefined ? [] : [['reader', query.reader]]),
  ];
  return `s-${createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22)}`;
}

/** A search, or one without its order and page. */
type AnySearch = Readonly<{ [Name in FieldName]?: string | undefined }>;

/** The name of a search: "nurse, Berlin, past week"; `''` = all jobs. */
export function searchName(query: Pick<SearchQuery, 'keyword' | 'location'> & AnySearch): string {
  const { keyword, location, remoteFilter, jobType, experienceLevel, dateSincePosted } = query;
  return [keyword, location, remoteFilter, jobType, experienceLevel, dateSincePosted]
    .filter((word) => word !== undefined && word !== '')
    .join(', ');
}

/** The fields of a search that differ from the defaults, as parameters. */
export function changedFields(query: AnySearch): URLSearchParams {
  const changed = fieldNames.filter(
    (name: FieldName) => (query[name] ?? '') !== '' && query[name] !== fields[name].default,
  );
  return new URLSearchParams(Object.fromEntries(changed.map((name) => [name, query[name] ?? ''])));
}

/** The address of a search's first page on the search page, without the origin. */
export function pageAddress({ limit: _limit, page: _page, ...query }: AnySearch): string {
  const parameters = changedFields(query);
  return parameters.size === 0 ? '/' : `/?${parameters}`;
}
