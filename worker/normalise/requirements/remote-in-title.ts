import type { Place } from '../../../shared/search/job.js';
import type { Gazetteer } from '../../gazetteer/gazetteer.js';
import { isTooShort, placesIn } from './remote-from.js';
import { placesAtStart } from './remote-heading.js';

/** Maximum characters read of a title, or of a part of a head; and of a place next to "Remote". */
const readAtMost = 300;
const placeAtMost = 80;

const remote = /(?<![a-z])remote(?:ly)?(?![a-z])/i;

/** A place that is only preferred is not required. */
const preferring = /\bprefer|\bideal/i;

/** Text between "Remote" and a following place: "Remote (US", "Remote - anywhere in the US", "remote within the EU". */
const beforePlace =
  /^(?: (?:only|ok|friendly|position|role|job|work|candidates?|possible|available|eligible))?(?: ?(?:[-–—:,([|]|in|within|from|across) ?){1,2}(?:(?:only|based|located|anywhere|in|within|from|the) ){0,4}|^(?: [\w-]{1,20}){1,3} ?\(|^ /i;

/** Words after a place for its residents: "US residents only". */
const people = / (?:residents?|citizens?|candidates?|applicants?|based|locations?|employees)(?: only)?$/i;

/** Text between a place and a following "Remote". */
const afterPlace = /(?<![ \-–—:,([])[ \-–—:,([]+$/;
const peopleThere = / (?:only|based)$/i;

/** Marks that end a place after "Remote"; the marks that start one before it. */
const placeEnd = /[)\]|;{}]|\. |\.$/;
const startMarks = ['(', '[', '|', ';', '{', '}', ':', ', ', '- ', '– ', ' -', ' –'];

/**
 * Where a remote worker must live, from a title or a part of a posting's head: "Nurse (Remote - US)", "Cook - Remote,
 * UK", "Oslo OR REMOTE (EU only)", "Baker (Poland based, Remote)". `null` = not stated.
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

/** The place that ends directly before "Remote". An alternative, as in "Utah or Remote", is the office's place. */
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

/** "US PT/MT": removes time zones, because two-letter ones are also country codes. */
const withoutZones = (text: string): string => text.replace(/(?<=\bUSA?\b.{0,10})\b[PMCE]S?T\b\/?/g, '');

/** "Central/Eastern US": a part without exact borders. */
const partOfCountry = /^(?:(?:north|south|east|west|central|mid)[a-z-]{0,9}[ /]{1,2}){1,3}(?=U\.?S)/i;

/** Maximum characters of a head, and parts in it. */
const headAtMost = 400;
const partsAtMost = 12;
/** A part this short is not a sentence. */
const shortPart = 60;

/**
 * Where a remote worker must live, from the first line of a description if it is a list of facts: "Acme | Cook | Oslo
 * or REMOTE (EU)". Also returns the part that says it; `null` = not stated.
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

/** Whether "Remote" is next to a mark, or in a short part with a place; sentences rarely have either. */
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
