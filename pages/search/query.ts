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

/** Field labels on the page. */
export const labels: Readonly<Record<FieldName, string>> = {
  keyword: 'What',
  location: 'Where',
  dateSincePosted: 'Posted',
  salary: 'Pay',
  jobType: 'Contract',
  remoteFilter: 'Workplace',
  experienceLevel: 'Level',
  excludeCompanies: 'Not from',
  language: 'Language',
  skills: 'Skills',
  label: 'Opening',
  sortBy: 'Sort by',
  limit: 'Per page',
  page: 'Page',
  descriptions: 'Descriptions',
};

/** The values of a field that takes several, as anybody may write them into an address. */
export const splitFormList = (value: string): string[] =>
  value
    .split(/[,;|]|\bor\b/i)
    .map((word) => word.trim())
    .filter((word) => word !== '');

/** A value as a person reads it: "Past 24 hours" for "24hr", "3 days" for "72hr", "80,000–120,000 EUR" for "80000-120000 EUR". */
export function wordOf(name: FieldName, value: string): string {
  if (name === 'salary')
    return value.replace('-', '–').replace(/\d{4,8}/g, (amount) => new Intl.NumberFormat('en').format(Number(amount)));
  const [, hours] = (name === 'dateSincePosted' && /^(\d{1,5})hr$/.exec(value)) || [];
  if (name === 'language') return splitFormList(value).map(languageName).join(' or ');
  if (hours === undefined) return textFields.has(name) ? value : capitalised(splitFormList(value).join(' or '));
  const count = Number(hours);
  if (count % 24 === 0 && count > 24) return `Past ${count / 24} days`;
  return count === 1 ? 'Past hour' : `Past ${count} hours`;
}

const textFields: ReadonlySet<FieldName> = new Set(['keyword', 'location', 'excludeCompanies', 'skills']);

/** "German" for "de"; a text that is no code stays as it is. */
function languageName(code: string): string {
  try {
    return new Intl.DisplayNames(['en'], { type: 'language' }).of(code) ?? code;
  } catch {
    return code;
  }
}

/** The names of companies in a list of them. */
export const chosenCompanies = (list: string): string[] =>
  list
    .split(';')
    .map((name) => name.trim())
    .filter((name) => name !== '');

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

export type Defaults = Readonly<Record<FieldName, string>>;

/** The search in a URL; `null` if there is none. */
export function readAddress(search: string, defaults: Defaults): Query | null {
  const parameters = new URLSearchParams(search);
  if (!formFieldNames.some((name) => parameters.has(name))) return null;
  return queryFromForm((name) => parameters.get(name)?.trim() ?? '', defaults);
}

/** A complete query; empty fields get their default. */
export function queryFromForm(fieldValue: (name: FieldName) => string, defaults: Defaults): Query {
  return Object.fromEntries(formFieldNames.map((name) => [name, fieldValue(name) || defaults[name]])) as Query;
}

/** The URL of a search, without default values; an empty keyword stands for a search for all jobs. */
export function searchUrl(query: Query, defaults: Defaults): string {
  const parameters = new URLSearchParams();
  for (const name of formFieldNames) if (query[name] !== defaults[name]) parameters.set(name, query[name]);
  if (parameters.size === 0) parameters.set('keyword', '');
  return `/?${parameters}`;
}

/** A search as a name: "baker · Berlin · Full time". */
export function searchTitle(query: Query, defaults: Defaults): string {
  const words = filterNames.filter((name) => query[name] !== defaults[name]).map((name) => wordOf(name, query[name]));
  return words.length === 0 ? 'All jobs' : words.join(' · ');
}

/** The search as a curl command. */
export function asCurl(query: Query, { origin, defaults }: { origin: string; defaults: Defaults }): string {
  const fields = formFieldNames.filter((name) => query[name] !== defaults[name]).map((name) => [name, query[name]]);
  const body = JSON.stringify(Object.fromEntries(fields)).replaceAll("'", "'\\''");
  return `curl -s ${origin}/api/jobs/search \\\n  -H 'Content-Type: application/json' \\\n  -d '${body}'`;
}

/** Operators that facets add to a keyword. */
export type FacetOperator = 'company' | 'industry' | 'size';

/** The keyword of the same search for one value of an operator. Alternatives go into parentheses: what follows them may join the last one. */
export function withOperator(keyword: string, operator: FacetOperator, value: string): string {
  const wanted = `${operator}:"${value}"`;
  if (keyword === '') return wanted;
  return /\bor\b|\|/i.test(keyword) ? `(${keyword}) ${wanted}` : `${keyword} ${wanted}`;
}
