import { tidyText } from '../shared/words/text.js';

/** Joiners that some scripts and emoji need; every other format character (Cf) is removed. */
const joiners = new Set(['\u200c', '\u200d']);

/**
 * Untrusted text made safe for a terminal: one line, without control characters (an escape sequence could move the
 * cursor, set the title or inject input) and without bidirectional formatting characters.
 */
export function plainText(text: string): string {
  return tidyText(text).replace(/\p{Cf}/gu, (mark) => (joiners.has(mark) ? mark : ''));
}

/** Equivalent JSON that is safe for a terminal: control and format characters that JSON leaves as they are are escaped. */
export function plainJson(value: unknown): string {
  return JSON.stringify(value).replace(/[\u007f-\u009f\u2028\u2029\p{Cf}]/gu, (mark) =>
    Array.from({ length: mark.length }, (_, at) => `\\u${mark.charCodeAt(at).toString(16).padStart(4, '0')}`).join(''),
  );
}
