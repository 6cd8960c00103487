import type { SearchSubject } from '../../../shared/search/query.js';
import { hoursOf } from '../../../shared/words/words.js';
import { type Columns, wordBit } from '../corpus/columns.js';
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
    return remoteFilter === '' ? null : saying(workplace, wordBit.workplace(remoteFilter));
  },
  jobType({ jobType: word }, { columns: { jobType } }) {
    return word === '' ? null : saying(jobType, wordBit.jobType(word));
  },
  experienceLevel({ experienceLevel }, { columns: { level } }) {
    return experienceLevel === '' ? null : saying(level, wordBit.level(experienceLevel));
  },
  dateSincePosted({ dateSincePosted }, { now, columns: { latestAt } }) {
    return dateSincePosted === '' ? null : atLeast(latestAt, now - hoursOf(dateSincePosted) * 3_600_000);
  },
  /** The pay asked for is within what the job pays in a year, in the job's own currency. */
  salary({ salary }, { columns: { yearlyPay } }) {
    return salary === '' ? null : atLeast(yearlyPay, Number(salary));
  },
  /** Each different place is looked at once a query. */
  location({ remoteFilter }, { place, columns }) {
    if (place === null) return null;
    const { whereabouts, places } = columns;
    const keepsPlace = placeTest(columns, place, { remote: remoteFilter === 'remote' });
    const isKept = new Int8Array(places.length);
    return (items, count) => {
      let kept = 0;
      for (let at = 0; at < count; at++) {
        const item = items[at] ?? 0;
        const number = whereabouts[item] ?? 0;
        if (isKept[number] === 0) isKept[number] = keepsPlace(number) ? 1 : -1;
        if (isKept[number] === 1) items[kept++] = item;
      }
      return kept;
    };
  },
};

/** Whether whereabouts are kept, by their number. */
function placeTest(
  { places, spots, spotFrom, spotIds }: Columns,
  place: PlaceFilter,
  { remote }: { remote: boolean },
): (number: number) => boolean {
  const { holds } = place;
  const near = holds === null ? null : Uint8Array.from(spots, (spot) => (holds(spot) ? 1 : 0));
  return (number) => {
    if (near !== null) {
      for (let at = spotFrom[number] ?? 0; at < (spotFrom[number + 1] ?? 0); at++)
        if (near[spotIds[at] ?? 0] === 1) return true;
      if (!remote) return false;
    }
    const where = places[number];
    return where !== undefined && place.keeps(where, { remote });
  };
}

/** Items of which a posting states the word of this bit. */
function saying(column: Uint8Array, bit: number): Sift {
  return (items, count) => {
    let kept = 0;
    for (let at = 0; at < count; at++) {
      const item = items[at] ?? 0;
      if (((column[item] ?? 0) & bit) !== 0) items[kept++] = item;
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

/** All filters of a query, one after the other. Items past their `validUntil` are never kept. */
export function createFilter(query: SearchSubject, tools: FilterTools): Sift {
  const asked = Object.values(filters)
    .map((filter) => filter(query, tools))
    .filter((sift) => sift !== null);
  const { now, columns } = tools;
  const all = columns.firstClosesAt < now ? [...asked, atLeast(columns.closesAt, now)] : asked;
  return (items, count) => all.reduce((kept, sift) => sift(items, kept), count);
}
