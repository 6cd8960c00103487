import { languageTables } from '../languages/language-tables.js';

/** Parts of a description that are read, so that a standard introduction in another language does not decide. */
const parts = 3;
const partLength = 250;

/** Minimum share of a language among the words, and its minimum lead over the next one, as a factor. */
const leastShare = 0.12;
const leastLead = 1.3;
/** Minimum words for a decision. */
const leastWords = 12;

const listed = languageTables().filter(({ rows }) => rows.has('function words'));
/** Latin-script languages distinguished by their most frequent words. */
export const languages: readonly string[] = listed.map(({ code }) => code);

const hashSeed = 0x811c9dc5 | 0;
const hashWith = (hash: number, code: number): number => Math.imul(hash ^ code, 16_777_619);

/**
 * A bit for each language of a word, by the hash of its letters, so that no string is created for each word of a text.
 * No two words of the lists have the same hash.
 */
const languagesOfWord: ReadonlyMap<number, number> = (() => {
  const bitsOf = new Map<number, number>();
  for (const [at, { rows }] of listed.entries())
    for (const word of (rows.get('function words') ?? []).join(' ').split(' ')) {
      let hash = hashSeed;
      for (let index = 0; index < word.length; index++) hash = hashWith(hash, word.charCodeAt(index));
      bitsOf.set(hash, (bitsOf.get(hash) ?? 0) | (1 << at));
    }
  return bitsOf;
})();

/** A letter of Latin script in lower case; other non-ASCII signs, such as quotation marks, end a word. */
const isLetter = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 0xc0 && code < 0x2000 && code !== 0xd7 && code !== 0xf7);

/** The main language of a text in lower case (ISO 639-1); `null` if it is too short or in several languages. */
export function languageOf(lower: string): string | null {
  const sample = sampleOf(lower);
  return byScript(sample) ?? byWords(sample);
}

/** Samples the beginning, the middle and the end. */
function sampleOf(lower: string): string {
  if (lower.length <= parts * partLength) return lower;
  const step = Math.floor((lower.length - partLength) / (parts - 1));
  let sample = lower.slice(0, partLength);
  for (let part = 1; part < parts; part++) sample += ` ${lower.slice(part * step, part * step + partLength)}`;
  return sample;
}

/** Accented and other extended letters, which most texts lack. */
const otherScripts = /[\u0370-\u1cff\u2e80-\ud7af]/;

function byScript(sample: string): string | null {
  if (!otherScripts.test(sample)) return null;
  const count = (letter: RegExp): number => sample.match(letter)?.length ?? 0;
  const letters = count(/\p{L}/gu);
  const [kana, hangul, han] = [count(/[\u3040-\u30ff]/g), count(/[\uac00-\ud7af]/g), count(/[\u4e00-\u9fff]/g)];
  const share = (found: number): boolean => found * 3 > letters;
  if (share(kana + han) && kana * 10 > han) return 'ja';
  if (share(hangul)) return 'ko';
  if (share(han)) return 'zh';
  const cyrillic = count(/[\u0430-\u045f\u0491]/g);
  if (share(cyrillic)) {
    if (count(/[іїєґ]/g) * 50 > cyrillic) return 'uk';
    return count(/[ыэё]/g) * 100 > cyrillic ? 'ru' : count(/ъ/g) * 100 > cyrillic ? 'bg' : null;
  }
  for (const { language, letter } of otherAlphabets) if (share(count(letter))) return language;
  return null;
}

const otherAlphabets: readonly { language: string; letter: RegExp }[] = [
  { language: 'el', letter: /[\u03ac-\u03ce]/g },
  { language: 'he', letter: /[\u05d0-\u05ea]/g },
  { language: 'ar', letter: /[\u0627-\u064a]/g },
  { language: 'th', letter: /[\u0e01-\u0e4e]/g },
  { language: 'hi', letter: /[\u0905-\u0939]/g },
];

function byWords(sample: string): string | null {
  const counts = new Uint16Array(languages.length);
  let words = 0;
  let hash = hashSeed;
  for (let at = 0; at <= sample.length; at++) {
    const code = at < sample.length ? sample.charCodeAt(at) : 0;
    if (isLetter(code)) {
      hash = hashWith(hash, code);
    } else if (hash !== hashSeed) {
      words += 1;
      count(counts, languagesOfWord.get(hash) ?? 0);
      hash = hashSeed;
    }
  }
  if (words < leastWords) return null;
  const [most, second] = twoLargest(counts);
  const first = counts.indexOf(most);
  return most >= words * leastShare && most >= second * leastLead ? (languages[first] ?? null) : null;
}

function twoLargest(counts: Uint16Array): [number, number] {
  let [most, second] = [0, 0];
  for (const each of counts) {
    if (each > most) [most, second] = [each, most];
    else if (each > second) second = each;
  }
  return [most, second];
}

/** Adds one to the count of each language of a word. */
function count(counts: Uint16Array, bits: number): void {
  for (let left = bits; left !== 0; left &= left - 1) {
    const language = 31 - Math.clz32(left & -left);
    counts[language] = (counts[language] ?? 0) + 1;
  }
}
