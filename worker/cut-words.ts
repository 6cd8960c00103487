import { plainLetters } from '../shared/text.js';

/** Words that are written as one, as two and with a dash: first part, second part. */
const compounds: readonly (readonly [first: string, second: string])[] = [
  ['front', 'end'],
  ['back', 'end'],
  ['full', 'stack'],
  ['e', 'commerce'],
  ['dev', 'ops'],
  ['data', 'base'],
  ['health', 'care'],
  ['cyber', 'security'],
  ['node', 'js'],
  ['type', 'script'],
  ['java', 'script'],
  ['post', 'gres'],
];

const joined = new Map(compounds.map(([first, second]) => [`${first} ${second}`, first + second]));
const secondParts = new Set(compounds.map(([, second]) => second));
const inKeyword = new RegExp(
  `\\b(${compounds.map(([first]) => first).join('|')})[\\s-](${[...secondParts].join('|')})\\b`,
  'gi',
);

/** Libraries whose name is complete without "js". */
const scripts = new Set(['react', 'vue', 'next', 'angular', 'express', 'nest', 'nuxt', 'three', 'd3']);

/** What stands before ".NET" in names of its parts. */
const netNames = new Set(['asp', 'vb', 'ado', 'ml']);

/** Writes compounds as one word: "front end" and "front-end" are "frontend". */
export function joinCompounds(text: string): string {
  return text.replace(inKeyword, (found, first: string, second: string) =>
    joined.has(`${first} ${second}`.toLowerCase()) ? first + second : found,
  );
}

/** A letter or digit of plain Latin. */
const isPlain = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 48 && code <= 57);

/** Marks that divide words: ASCII's, and those of printed text from U+2000 on, as quotes, dashes, bullets and spaces. */
const divides = (code: number): boolean => code < 0x80 || code === 0xa0 || (code >= 0x2000 && code <= 0x206f);

const space = 32;
const ampersand = 38;
const dash = 45;
const dot = 46;

/** What may stand inside a name of two words. */
const joints = new Set([space, ampersand, dash, dot]);

/**
 * Cuts a text into its words, folded but not stemmed, in their order. Marks that belong to a name are kept in words
 * ("C++" is "cplusplus", ".NET" is "dotnet"). One pass; only words of other letters than plain Latin take the slow way.
 */
export function cutWords(text: string): string[] {
  const plain = text.toLowerCase();
  const words: string[] = [];
  let start = -1;
  let isForeign = false;
  let formerEnd = -1;
  for (let at = 0; at <= plain.length; at++) {
    const code = at < plain.length ? plain.charCodeAt(at) : space;
    if (isPlain(code)) {
      if (start < 0) start = at;
      continue;
    }
    if (!divides(code)) {
      if (start < 0) start = at;
      isForeign = true;
      continue;
    }
    if (start < 0) continue;
    const word = plain.slice(start, at);
    if (isForeign) words.push(...(plainLetters(word).match(/[\p{L}\p{N}]+/gu) ?? []));
    else addWord(words, word, { plain, start, end: at, formerEnd });
    formerEnd = at;
    start = -1;
    isForeign = false;
  }
  return words;
}

type Standing = { plain: string; start: number; end: number; formerEnd: number };

/** Adds a word, joined with the one before where both are one name. */
function addWord(words: string[], word: string, { plain, start, end, formerEnd }: Standing): void {
  if (word === 'c' || word === 'f') {
    const sign = plain.startsWith('++', end) ? 'plusplus' : plain[end] === '#' ? 'sharp' : '';
    words.push(word + sign);
    return;
  }
  const isNext = formerEnd === start - 1 && words.length > 0;
  const mark = start > 0 ? plain.charCodeAt(start - 1) : space;
  const whole = joints.has(mark) ? joinedWith(isNext ? words[words.length - 1] : undefined, word, mark) : null;
  if (whole !== null && isNext) words.pop();
  words.push(whole ?? word);
}

/** What a word is together with the mark and word before it; `null` = a word of its own. */
function joinedWith(former: string | undefined, word: string, mark: number): string | null {
  if (mark === dot && word === 'net' && (former === undefined || netNames.has(former))) return 'dotnet';
  if (former === undefined) return null;
  if (mark === dot && word === 'js' && scripts.has(former)) return former;
  if (mark === ampersand) return former === 'r' && word === 'd' ? 'rnd' : null;
  return secondParts.has(word) ? (joined.get(`${former} ${word}`) ?? null) : null;
}
