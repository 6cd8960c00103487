const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** A character of more code units is cut inside: anybody can put any number of marks on a letter. */
const longestCharacter = 64;

/**
 * The beginning of a text, at most so many UTF-16 code units, that ends after a complete character as people see it (Unicode
 * Standard Annex 29): no half of a surrogate pair, no letter without its marks, no part of a flag or family.
 */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  if (isAscii(text.charCodeAt(most - 1)) && isAscii(text.charCodeAt(most))) return text.slice(0, most);
  // Whether a character ends at a place depends on what is before it and on one code point behind.
  const end = characters.segment(text.slice(0, most + 2)).containing(most)?.index ?? most;
  if (most - end <= longestCharacter) return text.slice(0, end);
  const isInPair = /^[\ud800-\udbff][\udc00-\udfff]/.test(text.slice(most - 1, most + 1));
  return text.slice(0, isInPair ? most - 1 : most);
}

/** Printable ASCII, each of which is a character by itself. */
const isAscii = (code: number): boolean => code >= 0x20 && code < 0x7f;
