import type { HeldJob, Place } from '../shared/job.js';
import { areaHolds } from '../shared/places/areas.js';
import { plainLetters } from '../shared/text.js';
import { workplaces } from '../shared/words.js';
import type { Gazetteer } from './gazetteer.js';
import { kilometresBetween } from './kilometres-between.js';
import { readPlace } from './normalise/place.js';

type Located = Pick<HeldJob, 'places' | 'remoteRegions' | 'workplace' | 'location'>;

/** Whether a job is where a search looks (contract 3.2). */
export type PlaceFilter = {
  /** What the search's location was understood as; `null` = only as text. */
  place: Place | null;
  /** Said in the answer when the place is unknown. */
  notice: string | null;
  /** Whether work at this place is where the search looks; `null` when only the whole text tells. */
  holds: ((place: Place) => boolean) | null;
  keeps(job: Located, options: { remote: boolean }): boolean;
  /** Why the job is kept, in a person's words. */
  why(job: Located): string;
};

/** A city's jobs lie within this many kilometres. */
const cityKm = 50;

/** Kilometres between two degrees of latitude, at the least. */
const kmPerDegree = 110;

/** Reads a search's location; `null` when it asks for no place. */
export function createPlaceFilter(location: string, gazetteer: Gazetteer): PlaceFilter | null {
  if (location === '' || workplaces.read(location) === 'remote') return null;
  const place = readPlace(location, gazetteer);
  if (place === null || place.level === 'unknown') return textFilter(location);
  const liesWithin = (other: Place): boolean => isWithin(other, place, gazetteer);
  const mayLiveHere = (region: Place): boolean => coversCandidate(region, place, gazetteer);

  return {
    place,
    notice: null,
    holds: liesWithin,
    keeps(job, { remote }) {
      if (job.places.some(liesWithin)) return true;
      if (!remote || job.workplace !== 'remote') return false;
      // The location is where the candidate lives: what a source states of regions may exclude it, silence does not.
      const regions = job.remoteRegions.length > 0 ? job.remoteRegions : job.places.map(countryOf);
      return regions.length === 0 || regions.some(mayLiveHere);
    },
    why(job) {
      const near = job.places.find(liesWithin);
      if (near === undefined) return remoteReason(job);
      const km = place.level === 'city' ? kilometresBetween(near, place) : null;
      return km !== null && km >= 5
        ? `in ${near.city ?? near.text}, ${Math.round(km)} km from ${nameOf(place, gazetteer)}`
        : `in ${nameOf(place, gazetteer)}`;
    },
  };
}

/** An unknown place is matched by its words. */
function textFilter(location: string): PlaceFilter {
  const words = plainLetters(location)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  const holdsWords = ({ location: { text }, places }: Located) => {
    const all = plainLetters([text, ...places.map((place) => place.text)].join(' '));
    return words.every((word) => all.includes(word));
  };
  return {
    place: null,
    notice: `We do not know the place "${location}", so jobs are matched by the text of their location.`,
    holds: null,
    keeps: holdsWords,
    why: () => `location has "${location}"`,
  };
}

function isWithin(other: Place, asked: Place, gazetteer: Gazetteer): boolean {
  if (asked.level === 'area') return other.country !== null && inArea(other.country, asked.area, gazetteer);
  if (asked.level === 'country') return other.country === asked.country;
  // A district has a middle, a region has none.
  if (asked.level === 'region' && asked.lat === null)
    return other.country === asked.country && other.region === asked.region;
  // Most places are too far north or south for the distance to be worth computing.
  if (other.lat !== null && asked.lat !== null && Math.abs(other.lat - asked.lat) * kmPerDegree > cityKm) return false;
  const km = kilometresBetween(other, asked);
  if (km !== null) return km <= cityKm;
  // A town without coordinates is matched by its name in its region.
  return (
    other.city !== null &&
    other.city === asked.city &&
    other.country === asked.country &&
    (asked.region === null || other.region === asked.region)
  );
}

/** Whether somebody who lives at `asked` lives in the region a remote job states. */
function coversCandidate(region: Place, asked: Place, gazetteer: Gazetteer): boolean {
  if (region.level === 'unknown') return true;
  if (region.level === 'area') {
    if (asked.country !== null) return inArea(asked.country, region.area, gazetteer);
    return true;
  }
  if (asked.level === 'area') return region.country !== null && inArea(region.country, asked.area, gazetteer);
  if (region.country !== asked.country) return false;
  return region.region === null || asked.region === null || region.region === asked.region;
}

function inArea(country: string, area: string | null, gazetteer: Gazetteer): boolean {
  const known = gazetteer.area(area ?? '');
  return known !== null && areaHolds(known, country);
}

/** Remote jobs with a place and no stated region are taken to be open to that place's country. */
const countryOf = (place: Place): Place => ({ ...place, level: 'country', city: null, region: null });

function remoteReason(job: Located): string {
  const [region] = job.remoteRegions;
  return region === undefined ? 'remote' : `remote within ${region.text}`;
}

function nameOf(place: Place, gazetteer: Gazetteer): string {
  const country = place.country === null ? null : gazetteer.countryName(place.country);
  if (place.level === 'city')
    return [place.city, place.country === 'US' ? place.region : country].filter((part) => part).join(', ');
  if (place.level === 'region' && place.lat === null) return [place.region, country].join(', ');
  if (place.level === 'region') return place.text;
  return country ?? place.text;
}
