import type { SearchSubject } from '../shared/query.js';
import { hoursOf } from '../shared/words.js';
import { type Columns, numberOf } from './columns.js';
import type { PlaceFilter } from './place-filter.js';

/** Whether an item, by its number, is kept. */
export type Keeps = (item: number) => boolean;

/** What a filter may need besides its own word. */
export type FilterTools = { now: number; place: PlaceFilter | null; columns: Columns };

/** One predicate a field; `null` where the field asks for nothing. Each keeps only jobs known to match (contract 3.2). */
export const filters: Readonly<
  Record<
    'dateSincePosted' | 'salary' | 'jobType' | 'remoteFilter' | 'experienceLevel' | 'location',
    (query: SearchSubject, tools: FilterTools) => Keeps | null
  >
> = {
  remoteFilter({ remoteFilter }, { columns: { workplace } }) {
    if (remoteFilter === '') return null;
    const asked = numberOf.workplace(remoteFilter);
    return (item) => workplace[item] === asked;
  },
  jobType({ jobType: word }, { columns: { jobType } }) {
    if (word === '') return null;
    const asked = numberOf.jobType(word);
    return (item) => jobType[item] === asked;
  },
  experienceLevel({ experienceLevel }, { columns: { level } }) {
    if (experienceLevel === '') return null;
    const asked = numberOf.level(experienceLevel);
    return (item) => level[item] === asked;
  },
  dateSincePosted({ dateSincePosted }, { now, columns: { postedAt } }) {
    if (dateSincePosted === '') return null;
    const earliest = now - hoursOf(dateSincePosted) * 3_600_000;
    return (item) => (postedAt[item] ?? Number.NaN) >= earliest;
  },
  /** The pay asked for is within what the job pays in a year, in the job's own currency. */
  salary({ salary }, { columns: { yearlyPay } }) {
    if (salary === '') return null;
    const asked = Number(salary);
    return (item) => (yearlyPay[item] ?? -1) >= asked;
  },
  /** Each different place is looked at once a query. */
  location({ remoteFilter }, { place, columns: { whereabouts, places } }) {
    if (place === null) return null;
    const remote = remoteFilter === 'remote';
    const kept = new Int8Array(places.length);
    return (item) => {
      const at = whereabouts[item] ?? 0;
      if (kept[at] === 0) {
        const where = places[at];
        kept[at] = where !== undefined && place.keeps(where, { remote }) ? 1 : -1;
      }
      return kept[at] === 1;
    };
  },
};

/**
 * All filters of a query as one test; `null` when it asks for everything. A posting past its `validUntil` is kept as
 * long as its board shows it: the record carries the date.
 */
export function createFilter(query: SearchSubject, tools: FilterTools): Keeps | null {
  const asked = Object.values(filters)
    .map((filter) => filter(query, tools))
    .filter((keeps) => keeps !== null);
  const [first, second, ...more] = asked;
  if (first === undefined) return null;
  if (second === undefined) return first;
  return (item) => first(item) && second(item) && more.every((keeps) => keeps(item));
}
