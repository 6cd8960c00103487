import type { Section } from '../languages/prose.js';
import { stemsOf } from '../languages/read-table.js';
import { inOneByte } from '../text/one-byte.js';
import { foldSpaces } from '../text/readable-text.js';

/** A sentence, line or bullet of a description. */
export type RequirementSentence = {
  /** In lower case, otherwise as written: patterns read its `plainMarks`. */
  raw: string;
  /** As written, on one line. */
  text: () => string;
  /** The same with the rest of a sentence that was cut, up to the length of a list of states. */
  whole: () => string;
  /** It is in a section of preferences, not requirements. */
  isOptional: boolean;
};

/** Maximum characters read around a stem, because the patterns applied to them may take quadratic time. */
const sideAtMost = 260;

/** Maximum characters after a cut sentence; only lists of places are read from them. */
const restAtMost = 700;

/** A sentence longer than this is also split at dashes and asterisks: lists that have lost their line breaks. */
const longFrom = 220;

const sectionStem = new RegExp(stemsOf('sections').join('|'), 'y');

/** Precedes words of a sentence, not of a heading: "if you do not meet all of the preferred qualifications". */
const insideSentence = /(?<![a-z])(?:of|all|any|every|each|meet)(?: the| our)? $/;
const insideAtMost = 12;

/** Starts a section of preferences; matched where a stem occurs. */
const optionalSection =
  /(?:(?:preferred|desired|desirable|additional|bonus|optional)\b[ /&\w]{0,24}\b(?:qualifications?|skills|experience|requirements|education|attributes|criteria)\b(?! (?:is|are|in|with|of)\b)|(?:preferred|desired|desirable) ?:|nice[- ]to[- ]haves?|good to have|bonus points|what would be a plus|extra credit|von vorteil:|우대 ?(?:사항|조건|요건)|(?:deseables?|diferencia(?:is|l|les)?|desejáve(?:l|is)) ?(?::|(?<=\n\W{0,4}[^ \n]{0,12} ?)\n)|se valorará:|valorable:|gros plus|les plus ?:|atouts ?:|mile widziane ?:|이런 분이면 더|더 좋아요)/y;

/** Ends it: the next section. */
const otherSection =
  /(?:(?:minimum|basic|required|mandatory|essential|key)\b[ /&\w]{0,24}\b(?:qualifications?|skills|experience|requirements|education)\b|(?<!experience |education |degree )(?:required|minimum|mandatory|must[- ]haves?) ?:|required ?:\n|requirements ?:|responsibilit|what you(?:'|’)ll|what we offer|benefits ?:|we offer ?:|자격 ?(?:요건|사항|조건)|필수 ?(?:사항|조건|요건|자격)|주요업무|혜택|benef[íi]cios ?(?::|\n)|responsabilidades ?(?::|\n)|requisitos ?(?::|\n))/y;

/**
 * The sentences of a description in which a stem occurs, in order, each once. `lower` is the description in lower case
 * and of the same length, `stems` the positions of stems for facts and headings, `headings` those from the tables of
 * languages. Linear in the length of the text.
 */
export function* requirementSentences(
  description: string,
  lower: string,
  { stems, headings }: { stems: readonly number[]; headings: readonly Section[] },
): Generator<RequirementSentence> {
  const { sections, hits } = divide(lower, stems, headings);
  let read = 0;
  let section = -1;
  for (const at of hits) {
    if (at < read) continue;
    while ((sections[section + 1]?.at ?? Number.POSITIVE_INFINITY) <= at) section += 1;
    const from = Math.max(read, sections[section]?.at ?? 0);
    const to = sections[section + 1]?.at ?? lower.length;
    const { start, end, isCut } = boundsAround(lower, at, { from, to });
    read = end;
    yield {
      raw: lower.slice(start, end),
      text: () => tidy(description.slice(start, end)),
      whole: () =>
        tidy(description.slice(start, isCut ? sentenceEnd(lower, end, Math.min(to, end + restAtMost)) : end)),
      isOptional: sections[section]?.isOptional ?? false,
    };
  }
}

type Divided = { sections: Section[]; hits: number[] };

/** The starts of sections, those of preferences last at an index, and the positions of fact stems. */
function divide(lower: string, stems: readonly number[], headings: readonly Section[]): Divided {
  const sections = [...headings];
  const hits: number[] = [];
  for (const at of stems) {
    const section = sectionAt(lower, at);
    if (section === null) hits.push(at);
    else if (section !== 'word') sections.push({ at: headingAt(lower, at), isOptional: section === 'optional' });
  }
  sections.sort((one, other) => one.at - other.at || Number(one.isOptional) - Number(other.isOptional));
  return { sections, hits };
}

/** The start of the heading with a word at an index: "Experience Required: 6+ years". */
const headingAt = (lower: string, at: number): number =>
  lower.startsWith(experience, at - experience.length) ? at - experience.length : at;

const experience = 'experience ';

/** The section that a heading at an index starts; `word` = only a heading word; `null` = neither. */
function sectionAt(lower: string, at: number): 'optional' | 'other' | 'word' | null {
  sectionStem.lastIndex = at;
  if (!sectionStem.test(lower)) return null;
  if (insideSentence.test(lower.slice(Math.max(0, at - insideAtMost), at))) return 'word';
  optionalSection.lastIndex = at;
  if (optionalSection.test(lower)) return 'optional';
  otherSection.lastIndex = at;
  return otherSection.test(lower) ? 'other' : 'word';
}

const tidy = (text: string): string => foldSpaces(text).trim();

/** Lower-case text with plain quotation marks, hyphens and single spaces. */
export const plainMarks = (lower: string): string =>
  inOneByte(
    tidy(
      lower
        .replace(/[’‘´`]/g, "'")
        .replace(/[‐‑‒–—―−]/g, '-')
        // The dot of a Turkish "İ".
        .replace(/\u0307/g, ''),
    ),
  );

function boundsAround(
  text: string,
  at: number,
  { from, to }: { from: number; to: number },
): { start: number; end: number; isCut: boolean } {
  let start = at;
  while (start > from && at - start < sideAtMost && !endsSentence(text, start - 1)) start -= 1;
  let end = sentenceEnd(text, at + 1, Math.min(to, at + sideAtMost));
  if (end - start <= longFrom) return { start, end, isCut: false };
  let isCut = end < to && !endsSentence(text, end - 1);
  for (let near = at - 1; near > start; near--) {
    if (!isBullet(text, near)) continue;
    start = near + 2;
    break;
  }
  for (let near = at + 1; near < end; near++) {
    if (!isBullet(text, near)) continue;
    end = near;
    isCut = false;
    break;
  }
  return { start, end, isCut };
}

/** The end of the sentence that continues at `from`, at most `to`. */
function sentenceEnd(text: string, from: number, to: number): number {
  let end = from;
  while (end < to && !endsSentence(text, end - 1)) end += 1;
  return end;
}

/** Whether a list item of a line without line breaks starts here: a dash or an asterisk, not between numbers. */
function isBullet(text: string, at: number): boolean {
  const sign = text.charCodeAt(at);
  if (sign !== hyphen && sign !== asterisk && sign !== enDash) return false;
  if (text.charCodeAt(at - 1) !== space || text.charCodeAt(at + 1) !== space) return false;
  return !isDigit(text.charCodeAt(at - 2)) || !isDigit(text.charCodeAt(at + 2));
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57;

const [lineBreak, space, dot, exclamation, question, semicolon, bulletSign, middleDot, hyphen, asterisk, enDash] = [
  ...['\n', ' ', '.', '!', '?', ';', '•', '·', '-', '*', '–'].map((sign) => sign.charCodeAt(0)),
];

/** Whether a sentence ends at an index. "U.S. citizens" and "B.Sc. in" continue, as does "; or". */
function endsSentence(text: string, at: number): boolean {
  const sign = text.charCodeAt(at);
  if (sign === lineBreak || sign === bulletSign || sign === middleDot) return true;
  if (sign !== dot && sign !== exclamation && sign !== question && sign !== semicolon) return false;
  if (text.charCodeAt(at + 1) !== space) return false;
  if (sign === semicolon) return !text.startsWith(' or ', at + 1);
  return sign !== dot || !(isAbbreviation(text, at - 1) || abbreviation.test(text.slice(Math.max(0, at - 6), at)));
}

/** "yrs. of", "min. 3": a full stop after these does not end a sentence. */
const abbreviation = /(?:^|[^\p{L}])(?:yrs|mind?|max|ca|wyksz?t)$/u;

/** Whether the word that ends at an index is a single letter, or contains another dot. */
function isAbbreviation(text: string, at: number): boolean {
  for (let near = at; near > at - 5; near--) {
    const sign = text.charCodeAt(near);
    if (sign === dot) return near < at;
    if (sign === space || sign === lineBreak || Number.isNaN(sign)) return near === at - 1;
  }
  return false;
}
