import type { Place } from '../shared/job.js';
import { jobTypes, levels, workplaces } from '../shared/words.js';
import type { Entry, Group, PreparedCollection, Whereabouts } from './corpus.js';

/** What filters and order ask of the items, one typed list a question, so that no job is touched that is not shown. */
export type Columns = {
  size: number;
  /** The collection and the entry of it that is shown. */
  collection: Uint32Array;
  entry: Uint32Array;
  /** Epoch milliseconds; `NaN` when unknown. */
  postedAt: Float64Array;
  /** The same, to order by: unknown dates are the oldest. */
  date: Float64Array;
  /** All items in the order of a search without keyword: by date, then what is on several boards, then by name. */
  newestFirst: Uint32Array;
  /** The highest yearly pay stated, in the job's own currency; -1 when unknown. */
  yearlyPay: Float64Array;
  /** The word's place in its vocabulary + 1; 0 = not said. */
  workplace: Uint8Array;
  jobType: Uint8Array;
  level: Uint8Array;
  /** Which of `places` an item is at. */
  whereabouts: Uint32Array;
  places: readonly Whereabouts[];
  /** The places of `places[p]` are `spots[s]` for each `s` of `spotIds[spotFrom[p]]` up to `spotFrom[p + 1]`. */
  spots: readonly Place[];
  spotFrom: Uint32Array;
  spotIds: Uint32Array;
  /** Item `i` was found on `sources[s]` for each `s` of `sourceIds[sourceFrom[i]]` up to `sourceFrom[i + 1]`. */
  sources: readonly string[];
  sourceFrom: Uint32Array;
  sourceIds: Uint32Array;
};

/** Names whereabouts: two jobs with the same key are treated alike by every place filter. */
export function whereaboutsKey({ location, workplace, places, remoteRegions }: Whereabouts): string {
  let key = `${workplace === 'remote'} ${location.text}`;
  for (const { text, area, city, region, country, lat, lon } of places)
    key += `|${text}/${area}/${city}/${region}/${country}/${lat}/${lon}`;
  for (const { text, area, city, region, country } of remoteRegions)
    key += `#${text}/${area}/${city}/${region}/${country}`;
  return key;
}

const numberIn = <Word extends string>(words: readonly Word[]): ((word: Word | null) => number) => {
  const numbers = new Map(words.map((word, at) => [word, at + 1]));
  return (word) => (word === null ? 0 : (numbers.get(word) ?? 0));
};

/** A word's number in its column. */
export const numberOf = {
  workplace: numberIn(workplaces.words),
  jobType: numberIn(jobTypes.words),
  level: numberIn(levels.words),
} as const;

/** Makes the columns of a corpus; linear in the number of items. */
export function createColumns(items: readonly Group[], collections: readonly PreparedCollection[]): Columns {
  const size = items.length;
  const columns = {
    collection: new Uint32Array(size),
    entry: new Uint32Array(size),
    postedAt: new Float64Array(size),
    yearlyPay: new Float64Array(size),
    workplace: new Uint8Array(size),
    jobType: new Uint8Array(size),
    level: new Uint8Array(size),
    whereabouts: new Uint32Array(size),
  };
  const collectionOf = new Map(collections.map(({ index }, at) => [index, at]));
  const { places, placeOf } = gatherPlaces(collections);
  for (let item = 0; item < size; item++) {
    const group = items[item];
    if (group === undefined) continue;
    const { job, postedAt, index, at } = group.shown;
    columns.collection[item] = collectionOf.get(index) ?? 0;
    columns.entry[item] = at;
    columns.postedAt[item] = postedAt;
    columns.yearlyPay[item] = job.salary?.yearly?.max ?? job.salary?.yearly?.min ?? -1;
    columns.workplace[item] = numberOf.workplace(job.workplace);
    columns.jobType[item] = numberOf.jobType(job.jobType);
    columns.level[item] = numberOf.level(job.experienceLevel);
    columns.whereabouts[item] = placeOf(group);
  }
  const date = columns.postedAt.map((posted) => posted || 0);
  const sources = gatherSources(items);
  const newestFirst = sortByDate(items, { date, ...sources });
  return { size, ...columns, date, newestFirst, places, ...gatherSpots(places), ...sources };
}

function sortByDate(items: readonly Group[], { date, sourceFrom }: Pick<Columns, 'date' | 'sourceFrom'>): Uint32Array {
  const isAgreed = (item: number): number => ((sourceFrom[item + 1] ?? 0) - (sourceFrom[item] ?? 0) > 1 ? 1 : 0);
  return Uint32Array.from(items.keys()).sort(
    (one, other) =>
      (date[other] ?? 0) - (date[one] ?? 0) ||
      isAgreed(other) - isAgreed(one) ||
      compareNames(items[one], items[other]),
  );
}

/** Any order that is always the same: by id, then by address. */
export function compareNames(one: Group | undefined, other: Group | undefined): number {
  const [a, b] = [one?.shown.job, other?.shown.job];
  return compare(a?.id ?? '', b?.id ?? '') || compare(a?.url ?? '', b?.url ?? '');
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** Every different whereabouts of the collections, and which an item has. */
function gatherPlaces(collections: readonly PreparedCollection[]): {
  places: Whereabouts[];
  placeOf(group: Group): number;
} {
  const places: Whereabouts[] = [];
  const numbers = new Map<string, number>();
  const numberOfPlace = (key: string, place: Whereabouts): number => {
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, places.length);
    return places.push(place) - 1;
  };
  const byIndex = new Map(
    collections.map(({ index, whereabouts }) => [
      index,
      Uint32Array.from([...whereabouts].map(([key, place]) => numberOfPlace(key, place))),
    ]),
  );
  return {
    places,
    placeOf({ shown, members }) {
      // Twins may have added a workplace.
      if (members.length > 1) return numberOfPlace(whereaboutsKey(shown.job), whereaboutsOf(shown.job));
      return byIndex.get(shown.index)?.[shown.whereabouts] ?? 0;
    },
  };
}

/** Every different place, however it is written: far fewer than whereabouts. */
function gatherSpots(places: readonly Whereabouts[]): Pick<Columns, 'spots' | 'spotFrom' | 'spotIds'> {
  const spots: Place[] = [];
  const byKey = new Map<string, number>();
  const byPlace = new Map<Place, number>();
  const spotOf = (place: Place): number => {
    const { level, area, city, region, country, lat, lon } = place;
    const key = `${level}/${area}/${city}/${region}/${country}/${lat}/${lon}`;
    const spot = byKey.get(key) ?? spots.push(place) - 1;
    byKey.set(key, spot);
    byPlace.set(place, spot);
    return spot;
  };
  const spotFrom = new Uint32Array(places.length + 1);
  const ids: number[] = [];
  for (const [at, { places: its }] of places.entries()) {
    for (const place of its) ids.push(byPlace.get(place) ?? spotOf(place));
    spotFrom[at + 1] = ids.length;
  }
  return { spots, spotFrom, spotIds: Uint32Array.from(ids) };
}

/** What of a job its whereabouts are. */
export function whereaboutsOf({ location, workplace, places, remoteRegions }: Entry['job']): Whereabouts {
  return { location, workplace, places, remoteRegions };
}

function gatherSources(items: readonly Group[]): Pick<Columns, 'sources' | 'sourceFrom' | 'sourceIds'> {
  const numbers = new Map<string, number>();
  const numberOfSource = (source: string): number => {
    const number = numbers.get(source) ?? numbers.size;
    numbers.set(source, number);
    return number;
  };
  const sourceFrom = new Uint32Array(items.length + 1);
  const ids: number[] = [];
  for (const [item, { shown, members }] of items.entries()) {
    if (members.length === 1) ids.push(numberOfSource(shown.job.source));
    else ids.push(...new Set(members.map(({ job }) => numberOfSource(job.source))));
    sourceFrom[item + 1] = ids.length;
  }
  return { sources: [...numbers.keys()], sourceFrom, sourceIds: Uint32Array.from(ids) };
}
