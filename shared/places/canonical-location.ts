import { parseLocation, serializePlace } from './parse-location.js';

/** Represents a text without letters or digits: it names no place, which differs from no location. */
const noName = '?';

/**
 * The form in which two spellings of one location are equal; part of the key of a search. It is a location itself and
 * means the same: what a worker looks for is read from it, so that searches with one key have one answer. A workplace
 * that all its places ask for is left out, since the search's `remoteFilter` says it.
 */
export function canonicalLocation(text: string): string {
  const { places, workplace } = parseLocation(text);
  const isNoName = places.length === 0 && workplace === null && text.trim() !== '';
  return isNoName ? noName : places.map(serializePlace).join('; ');
}
