import type { FieldName, Query } from './answer.js';

/** The fields in the order of a request. */
export const fieldNames = [
  'keyword',
  'location',
  'dateSincePosted',
  'salary',
  'jobType',
  'remoteFilter',
  'experienceLevel',
  'sortBy',
  'limit',
  'page',
] as const satisfies readonly FieldName[];

/** Fields that narrow what is found; the others only say how it is shown. */
export const filterNames = fieldNames.slice(0, 7);

/** What each field is called on the page. */
export const labels: Readonly<Record<FieldName, string>> = {
  keyword: 'What',
  location: 'Where',
  dateSincePosted: 'Posted',
  salary: 'Pays at least',
  jobType: 'Contract',
  remoteFilter: 'Workplace',
  experienceLevel: 'Level',
  sortBy: 'Sort by',
  limit: 'On a page',
  page: 'Page',
};

export type Defaults = Readonly<Record<FieldName, string>>;

/** The search an address holds; `null` when it holds none. */
export function readAddress(search: string, defaults: Defaults): Query | null {
  const parameters = new URLSearchParams(search);
  if (!fieldNames.some((name) => parameters.has(name))) return null;
  return queryFrom((name) => parameters.get(name)?.trim() ?? '', defaults);
}

/** A whole query; an empty field takes its default. */
export function queryFrom(wordOf: (name: FieldName) => string, defaults: Defaults): Query {
  return Object.fromEntries(fieldNames.map((name) => [name, wordOf(name) || defaults[name]])) as Query;
}

/** The address of a search, without what is the default anyway; the keyword stands for a search of everything. */
export function addressOf(query: Query, defaults: Defaults): string {
  const parameters = new URLSearchParams();
  for (const name of fieldNames) if (query[name] !== defaults[name]) parameters.set(name, query[name]);
  if (parameters.size === 0) parameters.set('keyword', '');
  return `/?${parameters}`;
}

/** The search as a command to paste into a shell. */
export function asCurl(query: Query, { origin, defaults }: { origin: string; defaults: Defaults }): string {
  const said = fieldNames.filter((name) => query[name] !== defaults[name]).map((name) => [name, query[name]]);
  const body = JSON.stringify(Object.fromEntries(said)).replaceAll("'", "'\\''");
  return `curl -s ${origin}/api/jobs/search \\\n  -H 'Content-Type: application/json' \\\n  -d '${body}'`;
}
