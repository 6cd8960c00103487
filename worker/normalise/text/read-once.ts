import { LRUCache } from 'lru-cache';

/**
 * Creates a reader that caches its results for up to `most` texts that came twice, because the postings of a company
 * repeat titles and sentences about itself and its benefits. `read` must depend only on the text, and its values must
 * not be modified. Texts longer than `longest` characters rarely repeat, so they are read each time.
 */
export function readOnce<Value>(
  read: (text: string) => Value,
  { most, longest }: { most: number; longest: number },
): (text: string) => Value {
  const kept = new LRUCache<string, { value: Value }>({ max: most });
  const isRepeated = createRepeatFilter();
  return (text) => {
    if (text.length > longest || !isRepeated(text)) return read(text);
    const before = kept.get(text);
    if (before !== undefined) return before.value;
    const value = read(text);
    kept.set(copyOf(text), { value });
    return value;
  };
}

/** Number of stored fingerprints: a power of two. */
const slots = 1 << 13;
/** Characters of a text in its fingerprint, evenly spread. */
const sampled = 32;

/**
 * Whether a text, or another with the same fingerprint, occurred among the latest thousands. Most texts come once; this
 * spares them hashing all their characters and a place in the cache.
 */
export function createRepeatFilter(): (text: string) => boolean {
  const seen = new Int32Array(slots);
  return (text) => {
    const step = Math.max(1, Math.floor(text.length / sampled));
    let print = text.length;
    for (let at = 0; at < text.length; at += step) print = Math.imul(print ^ text.charCodeAt(at), 16_777_619);
    const slot = (print ^ (print >>> 15)) & (slots - 1);
    if (seen[slot] === print) return true;
    seen[slot] = print;
    return false;
  };
}

/** A copy of the text in its own memory, because a substring keeps the full description in memory. */
const copyOf = (text: string): string => Buffer.from(text, 'utf16le').toString('utf16le');
