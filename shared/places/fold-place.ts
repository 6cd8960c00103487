import { tableOf } from '../table-of.js';

/** Folds a place's name to the common form of its spellings: plain letters, single spaces, no dots. */
export function foldPlace(name: string): string {
  const plain = /^[ -~]*$/.test(name)
    ? name
    : name
        .normalize('NFKD')
        .replace(/\p{M}/gu, '')
        .replace(/[ßłŁøØæÆœŒđĐðıþ]/g, (letter) => letters[letter] ?? letter);
  return plain
    .toLowerCase()
    .replace(/[.’‘'`´ʻʼ]/g, '')
    .replace(/[\s\-_/()‐‑–]+/g, ' ')
    .trim()
    .replace(/\b(?:saint|fort|mount)\b/g, (word) => short[word] ?? word);
}

const letters: Readonly<Record<string, string>> = tableOf({
  ß: 'ss',
  ł: 'l',
  Ł: 'l',
  ø: 'o',
  Ø: 'o',
  æ: 'ae',
  Æ: 'ae',
  œ: 'oe',
  Œ: 'oe',
  đ: 'd',
  Đ: 'd',
  ð: 'd',
  ı: 'i',
  þ: 'th',
});
const short: Readonly<Record<string, string>> = tableOf({ saint: 'st', fort: 'ft', mount: 'mt' });
