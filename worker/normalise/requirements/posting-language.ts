import { functionWords } from './language-words.js';

/** Parts of a description that are read, so that a standard introduction in another language does not decide. */
const parts = 3;
const partLength = 250;

/** A language needs this share of the words, and this many times the words of the next one. */
const leastShare = 0.12;
const leastLead = 1.3;
/** Fewer words decide nothing. */
const leastWords = 12;

const languages = Object.keys(functionWords);
/** The languages of a word, as a bit for each. */
const languagesOf = new Map<string, number>();
for (const [at, words] of Object.values(functionWords).entries())
  for (const word of words.split(' ')) languagesOf.set(word, (languagesOf.get(word) ?? 0) | (1 << at));

/** The longest of these words. */
const longestWord = Math.max(...[...languagesOf.keys()].map((word) => word.length));

/** A letter of Latin script in lower case; other signs beyond ASCII, as quotation marks, end a word. */
const isLetter = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 0xc0 && code < 0x2000 && code !== 0xd7 && code !== 0xf7);

/** The language that a text in lower case is mostly written in (ISO 639-1); `null` when it is too short or in several. */
export function languageOf(lower: string): string | null {
  const sample = sampleOf(lower);
  return byScript(sample) ?? byWords(sample);
}

/** A part of the beginning, of the middle and of the end. */
function sampleOf(lower: string): string {
  if (lower.length <= parts * partLength) return lower;
  const step = Math.floor((lower.length - partLength) / (parts - 1));
  return Array.from({ length: parts }, (_, part) => lower.slice(part * step, part * step + partLength)).join(' ');
}

/** Letters beyond the Latin alphabet, which most texts have none of. */
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
  for (let at = 0, start = 0; at <= sample.length; at++) {
    if (at < sample.length && isLetter(sample.charCodeAt(at))) continue;
    const length = at - start;
    words += length > 0 ? 1 : 0;
    let bits = length > 0 && length <= longestWord ? (languagesOf.get(sample.slice(start, at)) ?? 0) : 0;
    start = at + 1;
    while (bits !== 0) {
      const bit = 31 - Math.clz32(bits & -bits);
      counts[bit] = (counts[bit] ?? 0) + 1;
      bits &= bits - 1;
    }
  }
  if (words < leastWords) return null;
  const ranked = languages
    .map((language, at) => ({ language, count: counts[at] ?? 0 }))
    .sort((one, other) => other.count - one.count);
  const [first, second] = ranked;
  if (first === undefined || first.count < words * leastShare) return null;
  return first.count >= (second?.count ?? 0) * leastLead ? first.language : null;
}
