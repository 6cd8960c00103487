import { tidyText } from '../shared/words/text.js';

/** Joiners that scripts and emoji need; every other invisible format character goes. */
const joiners = new Set(['\u200c', '\u200d']);

/**
 * Text of strangers as a terminal may show it: one line, no control characters (an escape sequence could move the
 * cursor, set the title or answer for the user), no marks that turn the direction of what follows.
 */
export function plainText(text: string): string {
  return tidyText(text).replace(/\p{Cf}/gu, (mark) => (joiners.has(mark) ? mark : ''));
}

/** JSON that is the same to a program and harmless to a terminal: what JSON leaves unescaped is escaped. */
export function plainJson(value: unknown): string {
  return JSON.stringify(value).replace(/[\u007f-\u009f\u2028\u2029\p{Cf}]/gu, (mark) =>
    Array.from({ length: mark.length }, (_, at) => `\\u${mark.charCodeAt(at).toString(16).padStart(4, '0')}`).join(''),
  );
}
