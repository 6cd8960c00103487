import { foldPlace } from '../../../../shared/places/fold-place.js';
import { canonicalLocation, mostPlaces, parseLocation } from '../../../../shared/places/parse-location.js';
import type { HeldJob, Place } from '../../../../shared/search/job.js';
import type { Gazetteer } from '../../../gazetteer/gazetteer.js';
import { kilometresBetween, memoize } from '../../../gazetteer/memoize.js';
import { type PlaceReach, reachOf } from './place-reach.js';
import { resolveLocation, type Target } from './resolve-location.js';

type Located = Pick<HeldJob, 'places' | 'remoteRegions' | 'workplace' | 'location'>;

/** Whether a job matches the location of a search. */
export type PlaceFilter = {
  /** The place of the search; `null` = several places, or unknown and matched as text. */
  place: Place | null;
  /** The places of the search that distances are measured from: those with coordinates. */
  centres: readonly Place[];
  /** The places of the search, of which a job must match one; for a location without places, anywhere. */
  targets: readonly Target[];
  /** Sentences for the answer: unknown or unused names. */
  notices: readonly string[];
  /** Whether a job at this place matches; `null` when that depends on more than the place. */
  holds: ((place: Place) => boolean) | null;
  /** Whether a place stated by a job is within that of the search, judging only by the place. */
  covers(place: Place): boolean;
  keeps(job: Located, options: { remote: boolean }): boolean;
  /** Why the job is kept, in plain language (`match.why`). */
  why(job: Located): string;
};

/** One place of the search, prepared for comparison with jobs. */
type PreparedTarget = Target & { reach: PlaceReach | null; holdsName: ((job: Located) => boolean) | null };

/**
 * Makes the filter of a search's location; `null` when it names no place. Uses the canonical form, so that all searches
 * with one key have the same filter. A location that is only a workplace belongs to `remoteFilter` instead.
 */
export function createPlaceFilter(location: string, gazetteer: Gazetteer): PlaceFilter | null {
  const canonical = canonicalLocation(location);
  return canonical === '' ? null : memoizedFilter(gazetteer, canonical, () => filterOf(canonical, gazetteer));
}

/** Locations repeat, a filter depends only on its location, and making one takes some 0.2 ms. */
const memoizedFilter = memoize<PlaceFilter>(500);

function filterOf(canonical: string, gazetteer: Gazetteer): PlaceFilter {
  const read = parseLocation(canonical).places.slice(0, mostPlaces);
  if (read.length === 0) return anywhere;
  const found = read.map((place) => resolveLocation(place, gazetteer));
  const targets = found.flatMap(({ targets }) => targets.map((target) => prepareTarget(target, gazetteer)));
  const [only, ...others] = targets.filter(({ isWritten }) => isWritten !== true);
  const isPlain = targets.every(({ reach, name, workplace }) => reach !== null && name === null && workplace === null);
  return {
    place: others.length === 0 && only !== undefined ? placeOf(only) : null,
    centres: targets.flatMap(({ place, name }) =>
      place === null || place.lat === null || name !== null ? [] : [place],
    ),
    targets,
    notices: found.flatMap(({ notices }) => notices),
    holds: !isPlain
      ? null
      : others.length === 0
        ? (only?.reach?.holds ?? null)
        : (place) => targets.some((target) => target.reach?.holds(place) ?? false),
    covers: (place) => targets.some(({ reach }) => reach?.holds(place) ?? true),
    keeps: (job, { remote }) => targets.some((target) => isMet(target, job, remote)),
    why: (job) => reasonOf(targets, job, gazetteer),
  };
}

/** The filter of a location without a letter or digit. */
const anywhere: PlaceFilter = {
  place: null,
  centres: [],
  targets: [{ place: null, km: null, name: null, workplace: null }],
  notices: ['The location names no place and is not used.'],
  holds: null,
  covers: () => true,
  keeps: () => true,
  why: () => 'anywhere',
};

function prepareTarget(target: Target, gazetteer: Gazetteer): PreparedTarget {
  const { place, km, name } = target;
  return {
    ...target,
    reach: place === null ? null : reachOf(place, km, gazetteer),
    holdsName: name === null ? null : nameTest(name),
  };
}

/** The place of a target; an unknown town in a state or country is a city without coordinates. */
const placeOf = ({ place, name }: PreparedTarget): Place | null =>
  place !== null && name !== null ? { ...place, text: name, level: 'city', area: null, city: name } : place;

/** Makes a test whether the location texts of a job have every word of a name, each at the beginning of a word. */
function nameTest(name: string): (job: Located) => boolean {
  const words = locationWords(name).map((word) => (/^[a-z0-9]/.test(word) ? ` ${word}` : word));
  return ({ location: { text }, places }) => {
    const all = ` ${locationWords([text, ...places.map((place) => place.text)].join(' ')).join(' ')}`;
    return words.every((word) => all.includes(word));
  };
}

/** The words of a place's name, normalised for comparison. */
export const locationWords = (text: string): string[] =>
  foldPlace(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

function isMet({ reach, holdsName, workplace }: PreparedTarget, job: Located, remote: boolean): boolean {
  if (workplace !== null && job.workplace !== workplace) return false;
  const isRemote = job.workplace === 'remote';
  // Remote work for residents of the place matches, even if the search does not include remote work.
  const there = isRemote ? [...job.places, ...job.remoteRegions] : job.places;
  if ((reach === null || there.some(reach.holds)) && (holdsName === null || holdsName(job))) return true;
  if (reach === null || !isRemote || (!remote && workplace !== 'remote')) return false;
  // The location is where the candidate lives: regions stated by the source may exclude it, missing ones do not.
  const regions = job.remoteRegions.length > 0 ? job.remoteRegions : job.places.map(countryOf);
  return regions.length === 0 || regions.some(reach.mayLiveIn);
}

/** A remote job with a place and no stated region is assumed to be open to the country of its place, or to its area. */
export const countryOf = (place: Place): Place =>
  place.level === 'area' ? place : { ...place, level: 'country', city: null, region: null };

function reasonOf(targets: readonly PreparedTarget[], job: Located, gazetteer: Gazetteer): string {
  const target = targets.find((each) => isMet(each, job, false)) ?? targets.find((each) => isMet(each, job, true));
  if (target === undefined) return remoteReason(job, null, gazetteer);
  const { place, reach, name, workplace, holdsName } = target;
  const near = reach === null ? undefined : job.places.find(reach.holds);
  if (name !== null && holdsName?.(job)) return `location has "${name}"`;
  if (place === null && workplace !== null) return workplace;
  if (near === undefined || place === null || name !== null) return remoteReason(job, reach, gazetteer);
  const km = place.level === 'city' ? kilometresBetween(near, place) : null;
  return km !== null && km >= 5
    ? `in ${near.city ?? near.text}, ${Math.round(km)} km from ${nameOf(place, gazetteer)}`
    : `in ${nameOf(place, gazetteer)}`;
}

/** States from where a remote job may be done, or that this is unknown. `reach`: of the requested place. */
function remoteReason({ remoteRegions, places }: Located, reach: PlaceReach | null, gazetteer: Gazetteer): string {
  const open = (region: Place): boolean => reach?.mayLiveIn(region) ?? true;
  const region = remoteRegions.find((each) => reach?.holds(each)) ?? remoteRegions.find(open);
  if (region?.level === 'unknown') return `remote within "${region.text}", which is not a place we know`;
  if (region !== undefined) return `remote within ${region.text}`;
  const place = places.map(countryOf).find(open);
  return place === undefined
    ? 'remote, from where is not stated'
    : `remote from ${nameOf(place, gazetteer)}, as its place is there`;
}

function nameOf(place: Place, gazetteer: Gazetteer): string {
  const country = place.country === null ? null : gazetteer.countryName(place.country);
  if (place.level === 'city')
    return [place.city, place.country === 'US' ? place.region : country].filter((part) => part).join(', ');
  if (place.level === 'region' && place.lat === null) return [place.region, country].join(', ');
  if (place.level === 'region') return place.text;
  return country ?? place.text;
}
