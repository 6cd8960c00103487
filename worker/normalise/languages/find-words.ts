/** Finds the words and phrases of all languages in one pass over a text. */
import { languageTables, type WordKey, wordKeys } from './language-tables.js';

/** A table entry found in a text. `language`: the code of its table. */
export type Mention = { key: WordKey; language: string; from: number; to: number };

const space = 0x20;
/** First code of scripts written without spaces: Han, Kana, Hangul. */
const unspacedFrom = 0x2e80;
/** Letters below this code are folded; those above, from scripts without accents, stay. */
const foldedTo = 0x2000;

/** The plain form of each letter: lower case, no accents; hyphens and other joints are spaces. Keeps the length. */
const plain = new Uint16Array(foldedTo);
/** 1 = a letter or digit. */
const isWord = new Uint8Array(foldedTo);
const others = new Map(Object.entries({ ß: 's', ł: 'l', ø: 'o', æ: 'a', đ: 'd', ı: 'i', ς: 'σ', œ: 'o' }));
for (let code = 0; code < foldedTo; code++) {
  const letter = String.fromCharCode(code).toLowerCase();
  const [base = letter] = letter.normalize('NFD');
  const folded = /[-_/\u00a0\u00ad]/.test(letter) ? ' ' : /[’‘´`]/.test(letter) ? "'" : (others.get(base) ?? base);
  plain[code] = folded.charCodeAt(0);
  isWord[code] = /[\p{L}\p{N}]/u.test(folded) ? 1 : 0;
}
const hyphens = new Set([0x2010, 0x2011, 0x2012, 0x2013, 0x2014]);

function plainOf(code: number): number {
  if (code < foldedTo) return plain[code] ?? code;
  if (hyphens.has(code)) return space;
  if (code === 0x2019) return 0x27;
  // Full-width letters and digits.
  if (code >= 0xff01 && code <= 0xff5e) return plain[code - 0xfee0] ?? code;
  return code === 0x3000 ? space : code;
}
const isLetter = (code: number): boolean => code < foldedTo && isWord[code] === 1;

/** Character codes of a text in plain form. */
const codesOf = (text: string): Uint16Array => Uint16Array.from(text, (letter) => plainOf(letter.charCodeAt(0)));

/** A word of an entry. `isOpen`: any letters may follow; `skip`: maximum number of other words before it. */
type Word = { codes: Uint16Array; isOpen: boolean; skip: number };
type Entry = { words: readonly Word[]; key: WordKey; language: string; isInside: boolean };

/** Maximum words between the two sides of a "~". */
const gapAtMost = 3;

function entryOf(text: string, key: WordKey, language: string): Entry {
  const isInside = text.startsWith('*');
  let skip = 0;
  const words: Word[] = [];
  for (const part of text.slice(isInside ? 1 : 0).split(/[ -]+/)) {
    if (part === '~') skip = gapAtMost;
    else {
      words.push({ codes: codesOf(part.replace('*', '')), isOpen: part.endsWith('*'), skip });
      skip = 0;
    }
  }
  return { words, key, language, isInside };
}

const buckets = 1 << 14;
const bucketOf = (one: number, two: number, three: number): number => ((one << 9) ^ (two << 4) ^ three) & (buckets - 1);

type Index = readonly (readonly Entry[] | undefined)[];

/** Entries by their first three characters, including a space after a word; 0 where a character is unknown. */
function indexOf(entries: readonly Entry[]): Index {
  const index: Entry[][] = [];
  for (const entry of entries) {
    const [first, second] = entry.words;
    const lead = [...(first?.codes ?? [])];
    if (first !== undefined && !first.isOpen && !isUnspaced(first))
      lead.push(space, ...(second?.skip === 0 ? second.codes : []));
    const [one, two = 0, three = 0] = lead;
    if (one === undefined) throw new Error('An entry of a language has no letters.');
    const bucket = bucketOf(one, two, three);
    index[bucket] ??= [];
    index[bucket]?.push(entry);
  }
  return index;
}

const isUnspaced = ({ codes }: Word): boolean => (codes[0] ?? 0) >= unspacedFrom;

/** All entries, and those that may match inside a word. */
let index: { all: Index; inside: Index } | null = null;

function loadIndex(): { all: Index; inside: Index } {
  const entries = languageTables().flatMap(({ code, rows }) =>
    wordKeys.flatMap((key) => (rows.get(key) ?? []).map((entry) => entryOf(entry, key, code))),
  );
  return { all: indexOf(entries), inside: indexOf(entries.filter(({ isInside }) => isInside)) };
}

let codes = new Uint16Array(4096);

/** Finds every entry of all tables in a text, in order; a mention inside a longer one of the same key is left out. */
export function findWords(text: string): Mention[] {
  index ??= loadIndex();
  const { all, inside } = index;
  const size = text.length;
  if (codes.length < size + 4) codes = new Uint16Array(2 * size + 4);
  for (let at = 0; at < size; at++) codes[at] = plainOf(text.charCodeAt(at));
  codes[size] = space;
  codes[size + 1] = space;
  codes[size + 2] = 0;
  const found: Mention[] = [];
  for (let at = 0; at < size; at++) {
    const one = codes[at] ?? 0;
    if (one === space) continue;
    const isStart = one >= unspacedFrom || at === 0 || !isLetter(codes[at - 1] ?? 0);
    const entries = isStart ? all : inside;
    const two = signAt(at + 1);
    note(entries[bucketOf(one, two, signAt(at + 2))], at, size, found);
    note(entries[bucketOf(one, two, 0)], at, size, found);
    if (one >= unspacedFrom) note(entries[bucketOf(one, 0, 0)], at, size, found);
  }
  return withoutParts(found);
}

/** Mentions without those inside a longer one of the same key and language. */
function withoutParts(found: Mention[]): Mention[] {
  const ends = new Map<string, number>();
  return found
    .sort((one, other) => one.from - other.from || other.to - one.to)
    .filter(({ key, language, to }) => {
      const name = `${key} ${language}`;
      if ((ends.get(name) ?? 0) >= to) return false;
      ends.set(name, to);
      return true;
    });
}

/** A character of the text; every mark that ends a word counts as a space. */
function signAt(at: number): number {
  const code = codes[at] ?? space;
  return isLetter(code) || code >= unspacedFrom ? code : space;
}

function note(entries: readonly Entry[] | undefined, at: number, size: number, found: Mention[]): void {
  if (entries === undefined) return;
  for (const entry of entries) {
    const to = endOf(entry, at, size);
    if (to > 0) found.push({ key: entry.key, language: entry.language, from: at, to });
  }
}

/** The end of an entry that matches at an index; 0 = it does not match. */
function endOf({ words }: Entry, from: number, size: number): number {
  let at = from;
  for (const [order, word] of words.entries()) {
    if (order > 0) at = nextWord(word, at, size);
    const end = at < 0 ? 0 : endOfWord(word, at);
    if (end === 0) return 0;
    at = end;
  }
  return at > size ? 0 : at;
}

function endOfWord({ codes: letters, isOpen }: Word, from: number): number {
  for (let at = 0; at < letters.length; at++) if (codes[from + at] !== letters[at]) return 0;
  let end = from + letters.length;
  if ((letters[letters.length - 1] ?? 0) >= unspacedFrom) return end;
  if (!isOpen) return isLetter(codes[end] ?? 0) ? 0 : end;
  while (isLetter(codes[end] ?? 0)) end += 1;
  return end;
}

/** Characters allowed between the words of an entry. */
const joints = new Set([space, ...`,'".%:&+`].map((sign) => (typeof sign === 'number' ? sign : sign.charCodeAt(0))));

/** The start of the next word of an entry, after spaces and skipped words; -1 = it does not follow. */
function nextWord(word: Word, from: number, size: number): number {
  let at = from;
  for (let skipped = 0; skipped <= word.skip; skipped++) {
    while (at < size && (skipped > 0 || word.skip > 0 ? joints.has(codes[at] ?? 0) : codes[at] === space)) at += 1;
    if (endOfWord(word, at) > 0) return at;
    const start = at;
    while (at < size && (isLetter(codes[at] ?? 0) || (codes[at] ?? 0) >= unspacedFrom)) at += 1;
    if (at === start) return -1;
  }
  return -1;
}
