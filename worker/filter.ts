import type { SearchSubject } from '../shared/query.js';
import { hoursOf } from '../shared/words.js';
import type { Entry } from './corpus.js';
import type { PlaceFilter } from './place-filter.js';

export type Keeps = (entry: Entry) => boolean;

/** What a filter may need besides its own word. */
export type FilterTools = { now: number; place: PlaceFilter | null };

/** One predicate a field; `null` where the field asks for nothing. Each keeps only jobs known to match (contract 3.2). */
export const filters: Readonly<
  Record<
    'dateSincePosted' | 'salary' | 'jobType' | 'remoteFilter' | 'experienceLevel' | 'location',
    (query: SearchSubject, tools: FilterTools) => Keeps | null
  >
> = {
  remoteFilter: ({ remoteFilter }) => (remoteFilter === '' ? null : ({ job }) => job.workplace === remoteFilter),
  jobType: ({ jobType }) => (jobType === '' ? null : ({ job }) => job.jobType === jobType),
  experienceLevel: ({ experienceLevel }) =>
    experienceLevel === '' ? null : ({ job }) => job.experienceLevel === experienceLevel,
  dateSincePosted({ dateSincePosted }, { now }) {
    if (dateSincePosted === '') return null;
    const earliest = now - hoursOf(dateSincePosted) * 3_600_000;
    return ({ postedAt }) => postedAt >= earliest;
  },
  /** The pay asked for is within what the job pays in a year, in the job's own currency. */
  salary({ salary }) {
    if (salary === '') return null;
    const asked = Number(salary);
    return ({ job }) => (job.salary?.yearly?.max ?? job.salary?.yearly?.min ?? -1) >= asked;
  },
  location({ remoteFilter }, { place }) {
    return place === null ? null : ({ job }) => place.keeps(job, { remote: remoteFilter === 'remote' });
  },
};

/**
 * All filters of a query as one test. A posting past its `validUntil` is kept as long as its board shows it: the record
 * carries the date.
 */
export function createFilter(query: SearchSubject, tools: FilterTools): Keeps {
  const asked = Object.values(filters)
    .map((filter) => filter(query, tools))
    .filter((keeps) => keeps !== null);
  return (entry) => asked.every((keeps) => keeps(entry));
}
