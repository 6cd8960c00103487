import { parseLocation, serializePlace } from './parse-location.js';

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
