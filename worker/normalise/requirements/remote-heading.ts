import type { Place } from '../../../shared/search/job.js';
import type { Gazetteer } from '../../gazetteer/gazetteer.js';
import { isTooShort, placesIn } from './remote-from.js';

/** The line of facts that a board of remote jobs puts before each description. */
const heading = /^headquarters: ?/i;

/** Maximum characters read of the line (`placesAtMost`: places in its list). */
const readAtMost = 300;
/** Maximum characters of a place before "Remote". */
const placeAtMost = 60;
const placesAtMost = 12;

/** "Remote" next to a place, and the words allowed between them. */
const remote = /(?<![a-z])remote(?![a-z])/i;
const beforePlace = /^(?:[\s,:(–/-]|(?:friendly|employee|teleworker|only|eligible|in|within|from|the)(?![a-z]))*/i;
const separators = /(?<![\s,:(–/-])[\s,:(–/-]+$/;
const trailingOr = /[\s,:(–/-]or$/i;

/** Maximum words of a place after "Remote", if other text follows without a mark. */
const wordsAtMost = 4;

/**
 * Where a remote worker must live, from the first line of a description: "Headquarters: Toronto, Remote-Canada",
 * "Headquarters: Ohio, USA, Remote; Texas, USA, Remote". `text` is the line; `null` = not stated.
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

/** The place of one remote item of the list, after the word or else before it, and the length of the text read. */
function inItem(item: string, gazetteer: Gazetteer): { places: readonly Place[]; length: number } | null {
  const word = remote.exec(item);
  if (word === null || word.index > placeAtMost) return null;
  const end = word.index + word[0].length;
  const from = end + (beforePlace.exec(item.slice(end))?.[0].length ?? 0);
  const behind = placesAtStart(item.slice(from), gazetteer);
  if (behind !== null) return { places: behind.places, length: from + behind.length };
  const before = item.slice(0, word.index);
  const places = placesIn(withoutJoint(before), gazetteer);
  return places === null ? null : { places, length: end };
}

/** The text before its final separators, and before an "or" that joins it to the following text. */
function withoutJoint(text: string): string {
  const end = separators.exec(text)?.index;
  if (end === undefined) return text;
  const before = text.slice(0, end);
  return trailingOr.test(before) ? before.slice(0, -'or'.length).replace(separators, '') : before;
}

/** The places in the longest run of capitalised words at the start of a text. */
export function placesAtStart(text: string, gazetteer: Gazetteer): { places: readonly Place[]; length: number } | null {
  const words = capitalisedWords(text);
  for (let count = words.length; count > 0; count--) {
    const named = words
      .slice(0, count)
      .join('')
      .replace(/(?<![ ,-])[ ,-]+$/, '');
    // Two letters may also start a sentence: "Remote As a …".
    if (isTooShort(named)) continue;
    const places = placesIn(named, gazetteer);
    if (places !== null) return { places, length: named.length };
  }
  return null;
}

/** The capitalised words at the start of a text, at most `wordsAtMost`, each with the separators after it. */
function capitalisedWords(text: string): string[] {
  const word = /\p{Lu}[\p{L}.]*[ ,-]{0,2}/uy;
  const words: string[] = [];
  while (words.length < wordsAtMost) {
    const found = word.exec(text);
    if (found === null) break;
    words.push(found[0]);
  }
  return words;
}
