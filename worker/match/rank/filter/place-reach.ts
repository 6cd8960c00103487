import { areaHolds, areasMeet, areaWithin } from '../../../../shared/places/areas.js';
import type { Place } from '../../../../shared/search/job.js';
import type { Gazetteer } from '../../../gazetteer/gazetteer.js';
import { kilometresBetween } from '../../../gazetteer/memoize.js';

/** The conditions for being at a place of a search. */
export type PlaceReach = {
  /** Whether a job at this place matches. */
  holds(other: Place): boolean;
  /** Whether a resident of the searched place may live in the region stated by a remote job. */
  mayLiveIn(region: Place): boolean;
};

/** The radius of a city, in kilometres, unless the search states one. */
export const cityKm = 50;

/** A lower bound of the kilometres between two degrees of latitude. */
const kmPerDegree = 110;

/** The reach of a place; `km` = the radius stated in the search, used for places with coordinates. */
export function reachOf(asked: Place, km: number | null, gazetteer: Gazetteer): PlaceReach {
  const area = asked.level === 'area' ? gazetteer.area(asked.area ?? '') : null;
  const isThere = (country: string | null): boolean => country !== null && area !== null && areaHolds(area, country);
  const areaOf = ({ area: name }: Place) => (name === null ? null : gazetteer.area(name));
  return {
    holds(other) {
      if (asked.level !== 'area') return isWithin(other, asked, km ?? cityKm);
      const inner = areaOf(other);
      return isThere(other.country) || (inner !== null && area !== null && areaWithin(inner, area));
    },
    mayLiveIn(region) {
      if (region.level === 'unknown') return true;
      if (region.level === 'area') {
        const known = areaOf(region);
        if (known === null) return false;
        if (area !== null) return areasMeet(known, area);
        return asked.country === null || areaHolds(known, asked.country);
      }
      if (asked.level === 'area') return isThere(region.country);
      if (region.country !== asked.country) return false;
      return region.region === null || asked.region === null || region.region === asked.region;
    },
  };
}

function isWithin(other: Place, asked: Place, mostKm: number): boolean {
  if (asked.level === 'country') return other.country === asked.country;
  // A district has coordinates, a region has none.
  if (asked.level === 'region' && asked.lat === null)
    return other.country === asked.country && other.region === asked.region;
  // Most places are too far north or south to need the distance.
  if (other.lat !== null && asked.lat !== null && Math.abs(other.lat - asked.lat) * kmPerDegree > mostKm) return false;
  const km = kilometresBetween(other, asked);
  if (km !== null) return km <= mostKm;
  // A town without coordinates is matched by its name in its region.
  return (
    other.city !== null &&
    other.city === asked.city &&
    other.country === asked.country &&
    (asked.region === null || other.region === asked.region)
  );
}
