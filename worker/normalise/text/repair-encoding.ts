import { tableOf } from '../../../shared/table-of.js';
import { windowsLetters } from '../../fetch/decode-page.js';

const byteOf: Readonly<Record<string, number>> = tableOf(
  Object.fromEntries([...windowsLetters].flatMap((letter, at) => (letter === ' ' ? [] : [[letter, 0x80 + at]]))),
);

/** A character that represents a continuation byte of UTF-8. */
const next = '[\\u0080-\\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]';
const sequences = new RegExp(`[\\u00c2-\\u00df]${next}|[\\u00e0-\\u00ef]${next}{2}|[\\u00f0-\\u00f4]${next}{3}`, 'gu');
/**
 * Letter sequences that occur in no language: those of accented letters ("Ã©"), of a no-break space ("Â "), of
 * typographic quotes and dashes ("â€™"), and three sequences in a row ("Ð¿Ñ€Ð¸").
 */
const evidence = new RegExp(
  `Ã[\\u0080-\\u00bf€‚ƒ„†‡ˆ‰Š‹ŒŽ˜™š›œžŸ]|Â[\\u0080-\\u00bf]|â€${next}|(?:[\\u00c3-\\u00ef]${next}{1,2}){3}`,
  'u',
);

/** Every misread sequence begins with one of these; most texts have none. */
const leadingByte = /[\u00c2-\u00f4]/;

/** A text may have been decoded wrongly twice ("ÃƒÂ©"). */
const mostTimes = 2;

/**
 * Repairs a text whose UTF-8 was decoded as Latin-1 or Windows-1252 ("MÃ¼nchen" → "München"). Only sequences that are valid
 * UTF-8 are replaced, and only in a text with evidence of the mistake. Linear in the length of the text.
 */
export function repairEncoding(text: string): string {
  if (!leadingByte.test(text)) return text;
  let repaired = text;
  for (let time = 0; time < mostTimes && evidence.test(repaired); time++)
    repaired = repaired.replace(sequences, decoded);
  return repaired;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function decoded(sequence: string): string {
  const bytes = Uint8Array.from(sequence, (letter) => byteOf[letter] ?? letter.charCodeAt(0));
  try {
    return utf8.decode(bytes);
  } catch {
    // Not UTF-8: the letters are correct as they are.
    return sequence;
  }
}
