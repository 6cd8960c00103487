const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** A longer character (in code units) is cut inside: a letter can have any number of marks. */
const longestCharacter = 64;

/**
 * The beginning of a text, at most this many UTF-16 code units, that ends after a complete user-perceived character
 * (Unicode Standard Annex 29): no half of a surrogate pair, no letter without its marks, no part of a flag or family.
 */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  if (isAscii(text.charCodeAt(most - 1)) && isAscii(text.charCodeAt(most))) return text.slice(0, most);
  // A character boundary depends on the text before it and one code point after it.
  const end = characters.segment(text.slice(0, most + 2)).containing(most)?.index ?? most;
  if (most - end <= longestCharacter) return text.slice(0, end);
  const isInPair = /^[\ud800-\udbff][\udc00-\udfff]/.test(text.slice(most - 1, most + 1));
  return text.slice(0, isInPair ? most - 1 : most);
}

/** Printable ASCII, where each code is one character. */
const isAscii = (code: number): boolean => code >= 0x20 && code < 0x7f;
