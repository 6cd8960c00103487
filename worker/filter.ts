import type { SearchSubject } from '../shared/query.js';
import { hoursOf } from '../shared/words.js';
import { type Columns, numberOf } from './columns.js';
import type { PlaceFilter } from './place-filter.js';

/**
 * Brings those of the first `count` items that match to the front, in their order, and tells how many they are: a loop
 * over a column for each filter is several times as fast as asking every filter about each item.
 */
export type Sift = (items: Int32Array, count: number) => number;

/** What a filter may need besides its own word. */
export type FilterTools = { now: number; place: PlaceFilter | null; columns: Columns };

/** One filter a field; `null` where the field asks for nothing. Each keeps only jobs known to match (contract 3.2). */
export const filters: Readonly<
  Record<
    'dateSincePosted' | 'salary' | 'jobType' | 'remoteFilter' | 'experienceLevel' | 'location',
    (query: SearchSubject, tools: FilterTools) => Sift | null
  >
> = {
  remoteFilter({ remoteFilter }, { columns: { workplace } }) {
    return remoteFilter === '' ? null : saying(workplace, numberOf.workplace(remoteFilter));
  },
  jobType({ jobType: word }, { columns: { jobType } }) {
    return word === '' ? null : saying(jobType, numberOf.jobType(word));
  },
  experienceLevel({ experienceLevel }, { columns: { level } }) {
    return experienceLevel === '' ? null : saying(level, numberOf.level(experienceLevel));
  },
  dateSincePosted({ dateSincePosted }, { now, columns: { postedAt } }) {
    return dateSincePosted === '' ? null : atLeast(postedAt, now - hoursOf(dateSincePosted) * 3_600_000);
  },
  /** The pay asked for is within what the job pays in a year, in the job's own currency. */
  salary({ salary }, { columns: { yearlyPay } }) {
    return salary === '' ? null : atLeast(yearlyPay, Number(salary));
  },
  /** Each different place is looked at once a query. */
  location({ remoteFilter }, { place, columns: { whereabouts, places } }) {
    if (place === null) return null;
    const remote = remoteFilter === 'remote';
    const isKept = new Int8Array(places.length);
    return (items, count) => {
      let kept = 0;
      for (let at = 0; at < count; at++) {
        const item = items[at] ?? 0;
        const number = whereabouts[item] ?? 0;
        if (isKept[number] === 0) {
          const where = places[number];
          isKept[number] = where !== undefined && place.keeps(where, { remote }) ? 1 : -1;
        }
        if (isKept[number] === 1) items[kept++] = item;
      }
      return kept;
    };
  },
};

function saying(column: Uint8Array, asked: number): Sift {
  return (items, count) => {
    let kept = 0;
    for (let at = 0; at < count; at++) {
      const item = items[at] ?? 0;
      if (column[item] === asked) items[kept++] = item;
    }
    return kept;
  };
}

/** Nothing is at least `NaN`, which stands for what is unknown. */
function atLeast(column: Float64Array, least: number): Sift {
  return (items, count) => {
    let kept = 0;
    for (let at = 0; at < count; at++) {
      const item = items[at] ?? 0;
      if ((column[item] ?? Number.NaN) >= least) items[kept++] = item;
    }
    return kept;
  };
}

/**
 * All filters of a query, one after the other. A posting past its `validUntil` is kept as long as its board shows it: the
 * record carries the date.
 */
export function createFilter(query: SearchSubject, tools: FilterTools): Sift {
  const asked = Object.values(filters)
    .map((filter) => filter(query, tools))
    .filter((sift) => sift !== null);
  return (items, count) => asked.reduce((kept, sift) => sift(items, kept), count);
}
