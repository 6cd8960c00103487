import type { Place } from '../../../shared/search/job.js';
import type { MatchedJob } from '../dedupe/job-fingerprint.js';
import { type LocationSet, locationKey, locationSetOf } from '../segment/fact-columns.js';
import type { Entry, PreparedCollection } from '../segment/open-segment.js';

/** All distinct location sets of a corpus, and their distinct places; both are far fewer than the items. */
export type LocationTable = {
  locationSets: readonly LocationSet[];
  /** The index of each location set, by its key. */
  locationSetNumbers: ReadonlyMap<string, number>;
  /**
   * The distinct places. Those of location set `l`, including the regions where its remote workers must live, are
   * `places[p]` for each `p` from `placeIds[placeFrom[l]]` up to `placeFrom[l + 1]`.
   */
  places: readonly Place[];
  placeNumbers: ReadonlyMap<string, number>;
  placeFrom: Uint32Array;
  placeIds: Uint32Array;
};

/** The table of a corpus without items. */
export const emptyLocationTable: LocationTable = {
  locationSets: [],
  locationSetNumbers: new Map(),
  places: [],
  placeNumbers: new Map(),
  placeFrom: new Uint32Array(1),
  placeIds: new Uint32Array(0),
};

/** A growing location table: the location set numbers of an entry, and of a merged record. */
type LocationTableUpdate = {
  numberOfEntry(entry: Entry): number;
  numberOfMerged(job: MatchedJob): number;
  close(): LocationTable;
};

/** Adds the location sets of items to a former table. Never removes any, even if no item uses it any more. */
export function extendLocationTable(former: LocationTable, added: readonly PreparedCollection[]): LocationTableUpdate {
  const sets = [...former.locationSets];
  const locationSetNumbers = new Map(former.locationSetNumbers);
  const numberOfSet = (key: string, set: LocationSet): number => {
    const known = locationSetNumbers.get(key);
    if (known !== undefined) return known;
    locationSetNumbers.set(key, sets.length);
    return sets.push(set) - 1;
  };
  const numberOfMerged = (job: MatchedJob): number => numberOfSet(locationKey(job), locationSetOf(job));
  const byIndex = new Map(
    added.map(({ index, facts, locationSets }) => {
      const numbers = Uint32Array.from(locationSets(), (set) => numberOfSet(locationKey(set), set));
      return [index, { numbers, locationSet: facts.locationSet }];
    }),
  );
  return {
    // In other collections few entries change, and these are already unpacked: their table is not read again.
    numberOfEntry(entry) {
      const collectionTable = byIndex.get(entry.index);
      return collectionTable?.numbers[collectionTable.locationSet[entry.at] ?? 0] ?? numberOfMerged(entry.job);
    },
    // Merged duplicates may have added a workplace, which is part of a location set.
    numberOfMerged,
    close: () => ({ locationSets: sets, locationSetNumbers, ...extendPlaces(former, sets) }),
  };
}

/** The table of some location sets, in order. */
export function locationTableOf(sets: readonly LocationSet[]): LocationTable {
  const locationSetNumbers = new Map(sets.map((set, number) => [locationKey(set), number]));
  return { locationSets: sets, locationSetNumbers, ...extendPlaces(emptyLocationTable, sets) };
}

/** Where the work may be done: for remote work always including where its workers must live. */
function placesOf({ workplace, places, remoteRegions }: LocationSet): readonly Place[] {
  return workplace === 'remote' && remoteRegions.length > 0 ? [...places, ...remoteRegions] : places;
}

/** Identifies a place: filters treat places with the same key alike. */
export const placeKey = ({ level, area, city, region, country, lat, lon }: Place): string =>
  `${level}/${area}/${city}/${region}/${country}/${lat}/${lon}`;

/** Orders places independently of their order of arrival: by position, then by their names. */
export function comparePlaces(one: Place, other: Place): number {
  const nowhere = 1000;
  const apart = (one.lat ?? nowhere) - (other.lat ?? nowhere) || (one.lon ?? nowhere) - (other.lon ?? nowhere);
  if (apart !== 0) return apart;
  const [key, otherKey] = [placeKey(one), placeKey(other)];
  return key === otherKey ? 0 : key < otherKey ? -1 : 1;
}

/** Adds the places of the location sets that the former table lacks. */
function extendPlaces(
  former: LocationTable,
  sets: readonly LocationSet[],
): Pick<LocationTable, 'places' | 'placeNumbers' | 'placeFrom' | 'placeIds'> {
  const places = [...former.places];
  const placeNumbers = new Map(former.placeNumbers);
  const byObject = new Map<Place, number>();
  const numberOf = (place: Place): number => {
    const key = placeKey(place);
    const number = placeNumbers.get(key) ?? places.push(place) - 1;
    placeNumbers.set(key, number);
    byObject.set(place, number);
    return number;
  };
  const placeFrom = new Uint32Array(sets.length + 1);
  placeFrom.set(former.placeFrom);
  const ids: number[] = [];
  for (const [at, set] of sets.entries()) {
    if (at < former.locationSets.length) continue;
    for (const place of placesOf(set)) ids.push(byObject.get(place) ?? numberOf(place));
    placeFrom[at + 1] = former.placeIds.length + ids.length;
  }
  const placeIds = new Uint32Array(former.placeIds.length + ids.length);
  placeIds.set(former.placeIds);
  placeIds.set(ids, former.placeIds.length);
  return { places, placeNumbers, placeFrom, placeIds };
}
