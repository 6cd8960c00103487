/** Matches a character beyond Latin-1. */
const beyondLatin1 = /[^\0-\xff]/;

/**
 * The same text, stored with one byte a character if it has none beyond Latin-1. A part of a text with a typographic
 * apostrophe anywhere is stored with two bytes, for which the engine runs patterns several times as slowly, because
 * letter classes have hundreds of ranges there. Only the speed changes.
 */
export function inOneByte(text: string): string {
  return beyondLatin1.test(text) ? text : Buffer.from(text, 'latin1').toString('latin1');
}
