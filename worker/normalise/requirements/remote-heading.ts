import type { Place } from '../../../shared/search/job.js';
import type { Gazetteer } from '../../gazetteer/gazetteer.js';
import { placesIn } from './remote-from.js';

/** The line of facts that a board of remote jobs puts before each description. */
const heading = /^headquarters: ?/i;

/** Characters of the line that are read, and places of its list. */
const readAtMost = 300;
/** Characters of a place before "Remote". */
const placeAtMost = 60;
const placesAtMost = 12;

/** "Remote" beside a place, and the words that may stand between them. */
const remote = /(?<![a-z])remote(?![a-z])/i;
const beforePlace = /^(?:[\s,:(–/-]|(?:friendly|employee|teleworker|only|eligible|in|within|from|the)(?![a-z]))*/i;
const behindPlace = /(?<![\s,:(–/-])(?:[\s,:(–/-]+or)?[\s,:(–/-]+$/i;

/** Words of a place behind "Remote", where other text follows without a mark. */
const wordsAtMost = 4;

/**
 * Where a remote worker must live by the first line of a description: "Headquarters: Toronto, Remote-Canada", "Headquarters:
 * Ohio, USA, Remote; Texas, USA, Remote". `text` is the line; `null` = it states no such place.
 */
export function readRemoteHeading(
  description: string,
  gazetteer: Gazetteer,
): { places: readonly Place[]; text: string } | null {
  const line = description.slice(0, readAtMost).split(/\n| URL:/, 1)[0] ?? '';
  const label = heading.exec(line)?.[0];
  if (label === undefined) return null;
  const found = new Map<string, Place>();
  let end = 0;
  for (const item of line.slice(label.length).split(';', placesAtMost)) {
    const read = inItem(item, gazetteer);
    if (read !== null) for (const place of read.places) found.set(JSON.stringify(place), place);
    if (read !== null) end = line.indexOf(item, end) + read.length;
  }
  return found.size === 0 ? null : { places: [...found.values()], text: line.slice(0, end).trim() };
}

/** The place of one item of the list that is remote, behind the word or else before it, and the length of what was read. */
function inItem(item: string, gazetteer: Gazetteer): { places: readonly Place[]; length: number } | null {
  const word = remote.exec(item);
  if (word === null || word.index > placeAtMost) return null;
  const end = word.index + word[0].length;
  const from = end + (beforePlace.exec(item.slice(end))?.[0].length ?? 0);
  const behind = placesAtStart(item.slice(from), gazetteer);
  if (behind !== null) return { places: behind.places, length: from + behind.length };
  const before = item.slice(0, word.index);
  const places = placesIn(before.slice(0, behindPlace.exec(before)?.index), gazetteer);
  return places === null ? null : { places, length: end };
}

/** The places that the longest run of capitalised words at the start of a text names. */
function placesAtStart(text: string, gazetteer: Gazetteer): { places: readonly Place[]; length: number } | null {
  const words = /^(?:\p{Lu}[\p{L}.]*(?:[ ,-]{1,2}(?=\p{Lu}))?){1,8}/u.exec(text)?.[0].match(/[\p{L}.]+[ ,-]*/gu) ?? [];
  for (let count = Math.min(words.length, wordsAtMost); count > 0; count--) {
    const named = words
      .slice(0, count)
      .join('')
      .replace(/(?<![ ,-])[ ,-]+$/, '');
    // Two letters are also the beginning of a sentence: "Remote As a …".
    if (named.length <= 2 && !/^(?:US|UK|EU)$/.test(named)) continue;
    const places = placesIn(named, gazetteer);
    if (places !== null) return { places, length: named.length };
  }
  return null;
}
