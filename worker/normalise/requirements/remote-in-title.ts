import type { Place } from '../../../shared/search/job.js';
import type { Gazetteer } from '../../gazetteer/gazetteer.js';
import { isTooShort, placesIn } from './remote-from.js';
import { placesAtStart } from './remote-heading.js';

/** Characters of a title, or of a part of a head, that are read; and of a place beside "Remote". */
const readAtMost = 300;
const placeAtMost = 80;

const remote = /(?<![a-z])remote(?:ly)?(?![a-z])/i;

/** A place that is only preferred is no condition. */
const preferring = /\bprefer|\bideal/i;

/** What may stand between "Remote" and a place behind it: "Remote (US", "Remote - anywhere in the US", "remote within the EU". */
const beforePlace =
  /^(?: (?:only|ok|friendly|position|role|job|work|candidates?|possible|available|eligible))?(?: ?(?:[-–—:,([|]|in|within|from|across) ?){1,2}(?:(?:only|based|located|anywhere|in|within|from|the) ){0,4}|^(?: [\w-]{1,20}){1,3} ?\(|^ /i;

/** Behind a place, words for those who live there: "US residents only". */
const people = / (?:residents?|citizens?|candidates?|applicants?|based|locations?|employees)(?: only)?$/i;

/** Between a place and "Remote" behind it. */
const afterPlace = /(?<![ \-–—:,([])[ \-–—:,([]+$/;
const peopleThere = / (?:only|based)$/i;

/** Ends a place behind "Remote"; the marks that begin one before it. */
const placeEnd = /[)\]|;{}]|\. |\.$/;
const startMarks = ['(', '[', '|', ';', '{', '}', ':', ', ', '- ', '– ', ' -', ' –'];

/**
 * Where a remote worker must live, by a title or by a part of the head of a posting: "Nurse (Remote - US)", "Cook - Remote, UK",
 * "Oslo OR REMOTE (EU only)", "Baker (Poland based, Remote)". `null` = it says neither.
 */
export function readRemoteBeside(title: string, gazetteer: Gazetteer): readonly Place[] | null {
  const text = title.slice(0, readAtMost);
  const word = remote.exec(text);
  if (word === null || preferring.test(text) || /\b(?:no|not|non)[ -]$/i.test(text.slice(0, word.index))) return null;
  return behind(text.slice(word.index + word[0].length), gazetteer) ?? before(text.slice(0, word.index), gazetteer);
}

function behind(text: string, gazetteer: Gazetteer): readonly Place[] | null {
  const joint = beforePlace.exec(text)?.[0];
  if (joint === undefined) return null;
  const rest = text.slice(joint.length, joint.length + placeAtMost);
  const end = placeEnd.exec(rest)?.index ?? rest.length;
  const named = withoutZones(rest.slice(0, end)).trim().replace(people, '');
  if (isTooShort(named)) return null;
  return placesIn(named, gazetteer) ?? placesAtStart(named, gazetteer)?.places ?? null;
}

/** The place that ends directly before "Remote". An alternative, as in "Utah or Remote", is where the office is. */
function before(text: string, gazetteer: Gazetteer): readonly Place[] | null {
  const near = text.slice(-placeAtMost);
  if (/(?:\bor|\/|&|\band)\s*$/i.test(near)) return null;
  const plain = near.replace(afterPlace, '').replace(peopleThere, '').replace(afterPlace, '');
  const start = Math.max(
    ...startMarks.map((mark) => (plain.includes(mark) ? plain.lastIndexOf(mark) + mark.length : 0)),
  );
  const named = withoutZones(plain.slice(start)).trim();
  const last = named.slice(named.lastIndexOf(' ') + 1);
  return isTooShort(last) ? null : placesIn(named.replace(partOfCountry, ''), gazetteer);
}

/** "US PT/MT": time zones, two letters of which are also countries. */
const withoutZones = (text: string): string => text.replace(/(?<=\bUSA?\b.{0,10})\b[PMCE]S?T\b\/?/g, '');

/** "Central/Eastern US": a part without bounds of its own. */
const partOfCountry = /^(?:(?:north|south|east|west|central|mid)[a-z-]{0,9}[ /]{1,2}){1,3}(?=U\.?S)/i;

/** Characters of a head, and its parts. */
const headAtMost = 400;
const partsAtMost = 12;
/** A part this short is no sentence. */
const shortPart = 60;

/**
 * Where a remote worker must live, by the first line of a description that is a list of facts: "Acme | Cook | Oslo or REMOTE
 * (EU)". `null` = it is none, or does not say so. Also the part that says it.
 */
export function readRemoteHead(
  description: string,
  gazetteer: Gazetteer,
): { places: readonly Place[]; text: string } | null {
  const line = description.slice(0, headAtMost).split('\n', 1)[0] ?? '';
  if (!remote.test(line)) return null;
  const parts = line.split(/ ?(?:\||•| -- | – ) ?/, partsAtMost);
  for (const part of parts) {
    if (!isMarked(part)) continue;
    const places = readRemoteBeside(part, gazetteer);
    if (places !== null) return { places, text: part.trim() };
  }
  return null;
}

/** Whether "Remote" has a mark beside it, or is alone with a place: in a sentence neither is usual. */
function isMarked(part: string): boolean {
  const word = remote.exec(part);
  if (word === null) return false;
  const end = word.index + word[0].length;
  return (
    part.length <= shortPart ||
    /[-–(,] ?$/.test(part.slice(Math.max(0, word.index - 2), word.index)) ||
    /^(?: ?[-–(,:]|[ \w-]{0,60}\()/.test(part.slice(end, end + placeAtMost))
  );
}
