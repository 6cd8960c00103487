import { plainLetters } from '../words/text.js';
import { cutUnspaced } from './unspaced.js';

/** Compounds written as one word, as two, or with a hyphen: first part, second part. */
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
  ['dot', 'net'],
  ['next', 'js'],
  ['express', 'js'],
  ['three', 'js'],
];

const joined = new Map(compounds.map(([first, second]) => [`${first} ${second}`, first + second]));
const compoundWords: ReadonlySet<string> = new Set([...joined.values(), 'dotnet', 'rnd']);

/** Whether a word may match two words of a text ("front end"). */
export const isCompound = (word: string): boolean => compoundWords.has(word);

const secondParts = new Set(compounds.map(([, second]) => second));
const inKeyword = new RegExp(
  `\\b(${compounds.map(([first]) => first).join('|')})[\\s-](${[...secondParts].join('|')})\\b`,
  'gi',
);

/** Libraries whose name is complete without "js", as the word means nothing else in postings. */
const scripts = new Set(['react', 'vue', 'angular', 'nest', 'nuxt', 'd3']);

/** Prefixes of ".NET" in the names of its components. */
const netNames = new Set(['asp', 'vb', 'ado', 'ml']);

/** Writes compounds as one word: "front end" and "front-end" are "frontend". */
export function joinCompounds(text: string): string {
  return text.replace(inKeyword, (found, first: string, second: string) =>
    joined.has(`${first} ${second}`.toLowerCase()) ? first + second : found,
  );
}

/** A basic Latin letter or digit. */
const isPlain = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 48 && code <= 57);

/** Marks that separate words: ASCII's, and printed text's from U+2000 on (quotes, dashes, bullets, spaces). */
const divides = (code: number): boolean => code < 0x80 || code === 0xa0 || (code >= 0x2000 && code <= 0x206f);

const space = 32;
const ampersand = 38;
const apostrophes = new Set([39, 0x2019]);
const dash = 45;
const dot = 46;

/** Marks allowed within a two-word name. */
const joints = new Set([space, ampersand, dash, dot]);

/** Words that form a name with the adjacent word or mark. */
const inNames = new Set(['c', 'f', 'd', 's', 'js', 'net', ...secondParts]);

/** Whether a word of plain letters may form a name with its neighbour. */
export const mayJoin = (word: string): boolean => inNames.has(word);

/** The words of one text in order; the last may turn out to be part of a name. */
export type CutWords = {
  readonly size: number;
  /** Sets the text to cut and its character codes, valid until the next call. */
  begin(text: string, codes: Uint16Array): void;
  /** Adds the word at this position, whose hash (`hashOf`) is given; returns whether it may be part of a name (`mayJoin`). */
  add(start: number, end: number, hash: number): boolean;
  addText(word: string): void;
  textAt(index: number): string;
  /** Removes the last words. */
  drop(count: number): void;
};

/**
 * Cuts a text into its words in order, folded but not stemmed. Marks that belong to a name are kept in words ("C++" is
 * "cplusplus", ".NET" is "dotnet"). One pass; only words with letters beyond basic Latin take the slow path.
 */
export function cutWords(text: string): string[] {
  const words: string[] = [];
  let whole = '';
  cutInto(text, {
    get size() {
      return words.length;
    },
    begin(plain) {
      whole = plain;
    },
    add: (start, end) => mayJoin(words[words.push(whole.slice(start, end)) - 1] ?? ''),
    addText: (word) => words.push(word),
    textAt: (index) => words[index] ?? '',
    drop: (count) => words.splice(-count, count),
  });
  return words;
}

/** The class of a letter's code: a separator, a basic letter, or one for the slow path. */
const kinds = Uint8Array.from({ length: 1 << 16 }, (_, code) => (isPlain(code) ? 1 : divides(code) ? 0 : 2));

let letters = Buffer.alloc(1 << 15);

/** The character codes of a text in one list, which is far faster to read than the text; valid until the next call. */
function codesOf(text: string): Uint16Array {
  if (letters.length < 2 * text.length) letters = Buffer.alloc(4 * text.length);
  letters.write(text, 'utf16le');
  return new Uint16Array(letters.buffer, letters.byteOffset, text.length);
}

const hashStart = 0x811c9dc5 | 0;
const hashStep = 0x01000193;

/** The hash of a word: FNV-1a, 32 bits, signed. */
export function hashOf(word: string): number {
  let hash = hashStart;
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), hashStep);
  return hash | 0;
}

/** The same for a list that identifies words without creating a string for each. */
export function cutInto(text: string, words: CutWords): void {
  const plain = text.toLowerCase();
  const codes = codesOf(plain);
  const { length } = codes;
  words.begin(plain, codes);
  let formerEnd = -1;
  let at = 0;
  while (at < length) {
    if (kinds[codes[at] ?? 0] === 0) {
      at++;
      continue;
    }
    const start = at;
    let hash = hashStart;
    let kind = 0;
    for (; at < length; at++) {
      const code = codes[at] ?? 0;
      const its = kinds[code] ?? 0;
      if (its === 0) break;
      kind |= its;
      hash = Math.imul(hash ^ code, hashStep);
    }
    if (kind > 1) addForeign(words, plain.slice(start, at));
    else if (words.add(start, at, hash | 0)) joinLast(words, { plain, start, end: at, formerEnd });
    formerEnd = at;
  }
}

function addForeign(words: CutWords, word: string): void {
  for (const part of plainLetters(word).match(/[\p{L}\p{N}]+/gu) ?? [])
    for (const piece of cutUnspaced(part)) words.addText(piece);
}

type Standing = { plain: string; start: number; end: number; formerEnd: number };

/** Joins the last word with its marks, or with the word before it, if they form one name. */
function joinLast(words: CutWords, { plain, start, end, formerEnd }: Standing): void {
  const word = plain.slice(start, end);
  const isNext = formerEnd === start - 1 && words.size > 1;
  const whole =
    word === 'c' || word === 'f'
      ? { text: word + signAt(plain, end), words: 1 }
      : joinedWith(
          isNext ? words.textAt(words.size - 2) : undefined,
          word,
          start > 0 ? plain.charCodeAt(start - 1) : space,
        );
  if (whole === null) return;
  words.drop(whole.words);
  words.addText(whole.text);
}

function signAt(plain: string, end: number): string {
  return plain.startsWith('++', end) ? 'plusplus' : plain[end] === '#' ? 'sharp' : '';
}

/** The name that a word forms with the mark and word before it, and how many words that takes; `null` = a separate word. */
function joinedWith(former: string | undefined, word: string, mark: number): { text: string; words: number } | null {
  if (mark === dot && word === 'net' && former === undefined) return { text: 'dotnet', words: 1 };
  const text = former === undefined ? null : nameOf(former, word, mark);
  return text === null ? null : { text, words: 2 };
}

function nameOf(former: string, word: string, mark: number): string | null {
  if (mark === dot && word === 'net' && netNames.has(former)) return 'dotnet';
  if (mark === dot && word === 'js' && scripts.has(former)) return former;
  // "O'Brien's"
  if (word === 's' && apostrophes.has(mark)) return former;
  if (mark === ampersand) return former === 'r' && word === 'd' ? 'rnd' : null;
  return joints.has(mark) && secondParts.has(word) ? (joined.get(`${former} ${word}`) ?? null) : null;
}
