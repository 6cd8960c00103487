import { type Redact, withoutQueries } from '../../../shared/secrets/redact.js';

/** The most characters of a sentence about a source. */
const longest = 600;

/**
 * A sentence about a source that any caller may read: its addresses without query, fragment, name and password, without
 * secrets of its settings, and at most 600 characters.
 */
export function publicDetail(sentence: string, redact: Redact): string {
  const text = redact(withoutQueries(redact(sentence.slice(0, 10 * longest))));
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

/** How many postings are not kept because their owners forbid it, in a sentence. */
export function withheldSentence(count: number): string {
  const were = count === 1 ? '1 posting was' : `${count} postings were`;
  return `${were} left out, marked noindex or noarchive by the owner.`;
}
