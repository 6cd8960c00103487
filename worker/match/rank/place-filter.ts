import { canonicalLocation } from '../../../shared/places/canonical-location.js';
import { foldPlace } from '../../../shared/places/fold-place.js';
import { mostPlaces, parseLocation } from '../../../shared/places/parse-location.js';
import type { HeldJob, Place } from '../../../shared/search/job.js';
import type { Gazetteer } from '../../gazetteer/gazetteer.js';
import { kilometresBetween } from '../../gazetteer/kilometres-between.js';
import { memoize } from '../../normalise/text/memoize.js';
import { type PageAccess, reachOf } from './place-reach.js';
import { readAskedPlace, type Target } from './resolve-location.js';

type Located = Pick<HeldJob, 'places' | 'remoteRegions' | 'workplace' | 'location'>;

/** Whether a job is where a search looks (contract 3.2). */
export type PlaceFilter = {
  /** What the search's location was understood as; `null` = as several places, or only as text. */
  place: Place | null;
  /** Said in the answer: what is unknown or not used. */
  notices: readonly string[];
  /** Whether work at this place is where the search looks; `null` when only the whole job tells. */
  holds: ((place: Place) => boolean) | null;
  keeps(job: Located, options: { remote: boolean }): boolean;
  /** Why the job is kept, in a person's words. */
  why(job: Located): string;
};

/** One place of the search, ready to be compared with jobs. */
type Aim = Target & { reach: PageAccess | null; holdsName: ((job: Located) => boolean) | null };

/**
 * Reads a search's location; `null` when it asks for no place. It is read from its canonical form, so that searches with
 * one key have one filter; a workplace that the whole location asks for is the search's `remoteFilter`.
 */
export function createPlaceFilter(location: string, gazetteer: Gazetteer): PlaceFilter | null {
  const canonical = canonicalLocation(location);
  return canonical === '' ? null : rememberedFilter(gazetteer, canonical, () => filterOf(canonical, gazetteer));
}

/** Locations repeat, and a filter holds nothing of its search; to read one takes some 0.2 ms. */
const rememberedFilter = memoize<PlaceFilter>(500);

function filterOf(canonical: string, gazetteer: Gazetteer): PlaceFilter {
  const read = parseLocation(canonical).places.slice(0, mostPlaces);
  if (read.length === 0) return anywhere;
  const found = read.map((place) => readAskedPlace(place, gazetteer));
  const aims = found.flatMap(({ targets }) => targets.map((target) => aimAt(target, gazetteer)));
  const [only, ...others] = aims;
  const isPlain = aims.every(({ reach, name, workplace }) => reach !== null && name === null && workplace === null);
  return {
    place: others.length === 0 && only !== undefined ? placeOf(only) : null,
    notices: found.flatMap(({ notices }) => notices),
    holds: !isPlain
      ? null
      : others.length === 0
        ? (only?.reach?.holds ?? null)
        : (place) => aims.some((aim) => aim.reach?.holds(place) ?? false),
    keeps: (job, { remote }) => aims.some((aim) => isMet(aim, job, remote)),
    why: (job) => reasonOf(aims, job, gazetteer),
  };
}

/** A location without a letter or digit. */
const anywhere: PlaceFilter = {
  place: null,
  notices: ['The location names no place and is not used.'],
  holds: null,
  keeps: () => true,
  why: () => 'anywhere',
};

function aimAt(target: Target, gazetteer: Gazetteer): Aim {
  const { place, km, name } = target;
  return {
    ...target,
    reach: place === null ? null : reachOf(place, km, gazetteer),
    holdsName: name === null ? null : nameTest(name),
  };
}

/** An unknown town in a state or country is a place of its own, though without a middle. */
const placeOf = ({ place, name }: Aim): Place | null =>
  place !== null && name !== null ? { ...place, text: name, level: 'city', area: null, city: name } : place;

/** Whether the text of a job's location holds every word of a name, from their beginnings on. */
function nameTest(name: string): (job: Located) => boolean {
  const words = wordsOf(name).map((word) => (/^[a-z0-9]/.test(word) ? ` ${word}` : word));
  return ({ location: { text }, places }) => {
    const all = ` ${wordsOf([text, ...places.map((place) => place.text)].join(' ')).join(' ')}`;
    return words.every((word) => all.includes(word));
  };
}

const wordsOf = (text: string): string[] =>
  foldPlace(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

function isMet({ reach, holdsName, workplace }: Aim, job: Located, remote: boolean): boolean {
  if (workplace !== null && job.workplace !== workplace) return false;
  const isThere = reach === null || job.places.some(reach.holds);
  if (isThere && (holdsName === null || holdsName(job))) return true;
  if (reach === null || job.workplace !== 'remote') return false;
  // Remote work for residents of the place itself is work there, whether or not remote work is asked for.
  if (holdsName === null && job.remoteRegions.some(reach.holds)) return true;
  if (!remote && workplace !== 'remote') return false;
  // The location is where the candidate lives: what a source states of regions may exclude it, silence does not.
  const regions = job.remoteRegions.length > 0 ? job.remoteRegions : job.places.map(countryOf);
  return regions.length === 0 || regions.some(reach.mayLiveIn);
}

/** Remote jobs with a place and no stated region are taken to be open to that place's country. */
const countryOf = (place: Place): Place => ({ ...place, level: 'country', city: null, region: null });

function reasonOf(aims: readonly Aim[], job: Located, gazetteer: Gazetteer): string {
  const aim = aims.find((each) => isMet(each, job, false)) ?? aims.find((each) => isMet(each, job, true));
  if (aim === undefined) return remoteReason(job);
  const { place, reach, name, workplace, holdsName } = aim;
  const near = reach === null ? undefined : job.places.find(reach.holds);
  if (name !== null && holdsName?.(job)) return `location has "${name}"`;
  if (near === undefined || place === null || name !== null) return workplace ?? remoteReason(job);
  const km = place.level === 'city' ? kilometresBetween(near, place) : null;
  return km !== null && km >= 5
    ? `in ${near.city ?? near.text}, ${Math.round(km)} km from ${nameOf(place, gazetteer)}`
    : `in ${nameOf(place, gazetteer)}`;
}

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
