import { LRUCache } from 'lru-cache';
import type { Workplace } from '../words/words.js';
import { nameParts } from './name-parts.js';
import { splitLocation } from './split-location.js';

/** One place of a requested location, in preferred spelling; no parts = anywhere. */
export type AskedPlace = {
  /** From the narrowest to the widest: `['Austin', 'TX']`. */
  parts: readonly string[];
  /** Kilometres around it; `null` = not stated. */
  km: number | null;
  /** The only acceptable workplace; `null` = any. */
  workplace: Workplace | null;
};

/** A search's location: any of these places. `workplace` is common to all of them, and then absent from each. */
export type AskedLocation = { places: readonly AskedPlace[]; workplace: Workplace | null };

/** Maximum places in one location. */
export const mostPlaces = 10;

/**
 * Parses a location by its grammar and the tables of names, regardless of case, spaces and punctuation: places between
 * `;` or `or`, `within 10 km` after any of them, `Remote` next to it. Every text can be parsed; `''` sets no filter.
 */
export function parseLocation(location: string): AskedLocation {
  const known = remembered.get(location);
  if (known !== undefined) return known;
  const asked = parse(location);
  remembered.set(location, asked);
  return asked;
}

const mostRemembered = 500;

/** Locations repeat, and are parsed several times per search; parsing one takes some 50 µs. */
const remembered = new LRUCache<string, AskedLocation>({ max: mostRemembered });

function parse(location: string): AskedLocation {
  const found = splitLocation(location).flatMap(({ text, km, workplace }) => {
    const named = nameParts(text);
    return (named.length === 0 ? [[]] : named).map((parts) => ({ parts, km, workplace }));
  });
  const byText = new Map(found.map((place) => [serializePlace(place), place]));
  const places = [...byText].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, place]) => place);
  const [workplace = null, ...others] = new Set(places.map((place) => place.workplace));
  if (workplace === null || others.length > 0) return { places, workplace: null };
  const somewhere = places.every(({ parts }) => parts.length > 0);
  return { places: somewhere ? places.map((place) => ({ ...place, workplace: null })) : [], workplace };
}

/** A place in the words of `parseLocation`, which parses it back to the same place. */
export function serializePlace({ parts, km, workplace }: AskedPlace): string {
  const words = [parts.join(', '), km === null ? '' : `within ${km} km`, workplace === null ? '' : `(${workplace})`];
  return words.filter((word) => word !== '').join(' ');
}

/** Stands for a text without letters or digits: it names no place, which differs from no location. */
const noName = '?';

/**
 * The form in which two spellings of a location are equal; part of a search's key. It is itself a location with the
 * same meaning: workers read it, so that searches with one key have one answer. A workplace common to all places is
 * left out, as the search's `remoteFilter` states it.
 */
export function canonicalLocation(text: string): string {
  const { places, workplace } = parseLocation(text);
  const isNoName = places.length === 0 && workplace === null && text.trim() !== '';
  return isNoName ? noName : places.map(serializePlace).join('; ');
}
