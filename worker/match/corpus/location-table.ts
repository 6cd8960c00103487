import type { HeldJob, Place } from '../../../shared/search/job.js';
import type { Group, PreparedCollection } from './corpus.js';

/** Where a job may be done, as far as a place filter looks at it; many jobs share one. */
export type LocationSet = Pick<HeldJob, 'location' | 'workplace'> & { places: Place[]; remoteRegions: Place[] };

/** Every different whereabouts of a corpus, and every different place, however it is written: far fewer. */
export type Places = {
  places: readonly LocationSet[];
  /** The number of each in `places`, by its key. */
  placeNumbers: ReadonlyMap<string, number>;
  /** The places of `places[p]`, and where its remote workers must live, are `spots[s]` for each `s` of `spotIds[spotFrom[p]]` up to `spotFrom[p + 1]`. */
  spots: readonly Place[];
  spotNumbers: ReadonlyMap<string, number>;
  spotFrom: Uint32Array;
  spotIds: Uint32Array;
};

/** Names whereabouts: two jobs with the same key are treated alike by every place filter. */
export function locationKey({ location, workplace, places, remoteRegions }: LocationSet): string {
  let key = `${workplace === 'remote'} ${location.text}`;
  for (const { text, area, city, region, country, lat, lon } of places)
    key += `|${text}/${area}/${city}/${region}/${country}/${lat}/${lon}`;
  for (const { text, area, city, region, country } of remoteRegions)
    key += `#${text}/${area}/${city}/${region}/${country}`;
  return key;
}

/** What of a job its whereabouts are. */
export function locationSetOf({ location, workplace, places, remoteRegions }: LocationSet): LocationSet {
  return { location, workplace, places, remoteRegions };
}

/** Adds the whereabouts of items to those a former corpus knew; all of these stay, whether or not an item is there still. */
export function extendPlaces(
  former: Places,
  added: readonly PreparedCollection[],
): { numberOf(group: Group): number; close(): Places } {
  const places = [...former.places];
  const placeNumbers = new Map(former.placeNumbers);
  const numberOfPlace = (key: string, place: LocationSet): number => {
    const known = placeNumbers.get(key);
    if (known !== undefined) return known;
    placeNumbers.set(key, places.length);
    return places.push(place) - 1;
  };
  const byIndex = new Map(
    added.map(({ index, whereabouts }) => [
      index,
      Uint32Array.from([...whereabouts].map(([key, place]) => numberOfPlace(key, place))),
    ]),
  );
  return {
    numberOf({ shown, members }) {
      // Twins may have added a workplace.
      const known = members.length > 1 ? undefined : byIndex.get(shown.index)?.[shown.whereabouts];
      return known ?? numberOfPlace(locationKey(shown.job), locationSetOf(shown.job));
    },
    close: () => ({ places, placeNumbers, ...extendSpots(former, places) }),
  };
}

/** Where the work may be done: remote work also where its workers must live, whether or not remote work is asked for. */
function placesOf(where: LocationSet | undefined): readonly Place[] {
  if (where === undefined) return [];
  const { workplace, places, remoteRegions } = where;
  return workplace === 'remote' && remoteRegions.length > 0 ? [...places, ...remoteRegions] : places;
}

/** The places of the whereabouts that are new. */
function extendSpots(
  former: Places,
  places: readonly LocationSet[],
): Pick<Places, 'spots' | 'spotNumbers' | 'spotFrom' | 'spotIds'> {
  const spots = [...former.spots];
  const spotNumbers = new Map(former.spotNumbers);
  const byPlace = new Map<Place, number>();
  const spotOf = (place: Place): number => {
    const { level, area, city, region, country, lat, lon } = place;
    const key = `${level}/${area}/${city}/${region}/${country}/${lat}/${lon}`;
    const spot = spotNumbers.get(key) ?? spots.push(place) - 1;
    spotNumbers.set(key, spot);
    byPlace.set(place, spot);
    return spot;
  };
  const spotFrom = new Uint32Array(places.length + 1);
  spotFrom.set(former.spotFrom);
  const ids: number[] = [];
  for (let at = former.places.length; at < places.length; at++) {
    for (const place of placesOf(places[at])) ids.push(byPlace.get(place) ?? spotOf(place));
    spotFrom[at + 1] = former.spotIds.length + ids.length;
  }
  const spotIds = new Uint32Array(former.spotIds.length + ids.length);
  spotIds.set(former.spotIds);
  spotIds.set(ids, former.spotIds.length);
  return { spots, spotNumbers, spotFrom, spotIds };
}
