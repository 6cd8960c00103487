import { say } from '../../shared/messages/messages.js';
import { wordOf } from '../components/words.js';
import type { FieldName, Query } from './answer.js';

/** The fields in request order. */
export const formFieldNames = [
  'keyword',
  'location',
  'dateSincePosted',
  'salary',
  'jobType',
  'remoteFilter',
  'experienceLevel',
  'excludeCompanies',
  'language',
  'skills',
  'label',
  'sortBy',
  'limit',
  'page',
] as const satisfies readonly FieldName[];

/** Fields that filter jobs; the others control order and paging. */
export const filterNames = formFieldNames.slice(0, 11);

/** The default of each field, the same as on the service (shared/search/fields.ts). */
export const defaults: Query = {
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
  descriptions: '',
  sortBy: 'relevant',
  limit: '10',
  page: '0',
};

/** Whether a search sets a field. */
export const isSet = (query: Query, name: FieldName): boolean => query[name] !== defaults[name];

/** The names of companies in a list of them. */
export const chosenCompanies = (list: string): string[] =>
  list
    .split(';')
    .map((name) => name.trim())
    .filter((name) => name !== '');

/** The search in a URL; `null` if there is none. */
export function readAddress(search: string): Query | null {
  const parameters = new URLSearchParams(search);
  if (!formFieldNames.some((name) => parameters.has(name))) return null;
  const value = (name: FieldName): string => parameters.get(name)?.trim() || defaults[name];
  return Object.fromEntries(formFieldNames.map((name) => [name, value(name)])) as Query;
}

/** The URL of a search, without default values; an empty keyword is kept and means all jobs. */
export function searchUrl(query: Query, path = '/'): string {
  const parameters = new URLSearchParams();
  for (const name of formFieldNames) if (isSet(query, name)) parameters.set(name, query[name]);
  if (parameters.size === 0) parameters.set('keyword', '');
  return `${path}?${parameters}`;
}

/** The display name of a search: "baker · Berlin · Full time". */
export function searchTitle(query: Query): string {
  const words = filterNames.filter((name) => isSet(query, name)).map((name) => wordOf(name, query[name]));
  return words.length === 0 ? say('allJobs') : words.join(' · ');
}

/** Operators that facets add to a keyword. */
export type FacetOperator = 'company' | 'industry' | 'size';

/** The keyword with one value of an operator. Parentheses keep following text from joining the last alternative. */
export function withOperator(keyword: string, operator: FacetOperator, value: string): string {
  const wanted = `${operator}:"${value}"`;
  if (keyword === '') return wanted;
  return /\bor\b|\|/i.test(keyword) ? `(${keyword}) ${wanted}` : `${keyword} ${wanted}`;
}
