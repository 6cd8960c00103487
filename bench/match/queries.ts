import { anySearch, type SearchSubject } from '../../shared/search/query/query.js';

/**
 * A query independent of any engine's syntax: every word of one of the alternatives in `any` must match, none of `without` may;
 * without `any`, everything matches.
 */
export type Question = { kind: string; any: readonly string[]; without: string; filters: Partial<SearchSubject> };

/** Keywords and places: each kind of query is made for every row. */
const themes: readonly (readonly [role: string, other: string, city: string, country: string])[] = [
  ['software engineer', 'software developer', 'London', 'Germany'],
  ['nurse', 'registered nurse', 'Austin, TX', 'United Kingdom'],
  ['data scientist python', 'data analyst', 'Berlin', 'United States'],
  ['product manager', 'product owner', 'Toronto', 'France'],
  ['accountant', 'payroll', 'Madrid', 'Canada'],
  ['barista', 'restaurant manager', 'Chicago', 'Spain'],
  ['warehouse', 'driver', 'Sydney', 'Netherlands'],
  ['marketing', 'sales manager', 'Lyon', 'Australia'],
];

/** Words that occur in every second text. */
const commonWords = [
  'team',
  'experience',
  'customers',
  'training',
  'support',
  'management',
  'service',
  'development',
] as const;

const plain = { without: '', filters: {} } as const;

/** New queries of every kind: common and rare words, several filters, none; one kind after the other. */
export const questions: readonly Question[] = themes.flatMap(([role, other, city, country], at): Question[] => [
  { ...plain, kind: 'a keyword', any: [role] },
  { ...plain, kind: 'a keyword, remote', any: [role], filters: { remoteFilter: 'remote' } },
  { ...plain, kind: 'a keyword in a city, newest first', any: [role], filters: { location: city, sortBy: 'recent' } },
  { ...plain, kind: 'a keyword and pay', any: [other], filters: { salary: String(50_000 + at * 10_000) } },
  { ...plain, kind: 'two keywords, of the last week', any: [role, other], filters: { dateSincePosted: 'past week' } },
  {
    ...plain,
    kind: 'a keyword without a word, a level',
    any: [other],
    without: 'senior',
    filters: { experienceLevel: 'entry level' },
  },
  {
    ...plain,
    kind: 'a word of many texts, full time',
    any: [commonWords[at] ?? 'team'],
    filters: { jobType: 'full time' },
  },
  {
    ...plain,
    kind: 'a keyword in a country, part time',
    any: [role],
    filters: { location: country, jobType: 'part time' },
  },
  { ...plain, kind: 'a city and a month', any: [], filters: { location: city, dateSincePosted: 'past month' } },
  {
    ...plain,
    kind: 'pay, hybrid, newest first',
    any: [],
    filters: { salary: String(90_000 + at * 5000), remoteFilter: 'hybrid', sortBy: 'recent' },
  },
  { ...plain, kind: 'nothing at all', any: [] },
]);

/** The query as a search of the service. */
export function subjectOf({ any, without, filters }: Question): SearchSubject {
  const keyword = any.map((words) => (any.length > 1 ? `(${words})` : words)).join(' OR ');
  return { ...anySearch, ...filters, keyword: without === '' ? keyword : `${keyword} -${without}` };
}
