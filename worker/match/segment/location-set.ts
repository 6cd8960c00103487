import type { HeldJob, Place } from '../../../shared/search/job.js';

/** Everything a place filter reads of a job; many jobs share one. */
export type LocationSet = Pick<HeldJob, 'location' | 'workplace'> & { places: Place[]; remoteRegions: Place[] };

/** Identifies a location set: every place filter treats two jobs with the same key alike. */
export function locationKey({ location, workplace, places, remoteRegions }: LocationSet): string {
  let key = `${workplace === 'remote'} ${location.text}`;
  for (const { text, area, city, region, country, lat, lon } of places)
    key += `|${text}/${area}/${city}/${region}/${country}/${lat}/${lon}`;
  for (const { text, area, city, region, country } of remoteRegions)
    key += `#${text}/${area}/${city}/${region}/${country}`;
  return key;
}

/** The location set of a job. */
export function locationSetOf({ location, workplace, places, remoteRegions }: LocationSet): LocationSet {
  return { location, workplace, places, remoteRegions };
}
