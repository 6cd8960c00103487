import { LRUCache } from 'lru-cache';

/**
 * Makes a reader that keeps what it read of up to `most` texts that came twice: the postings of a company repeat titles and
 * sentences about itself and its benefits. `read` must depend on the text alone, and nobody may change its values; texts longer
 * than `longest` characters, which rarely repeat, are read each time.
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

/** Fingerprints that are kept: a power of two. */
const slots = 1 << 13;
/** Characters of a text that its fingerprint is made of, evenly spread. */
const sampled = 32;

/**
 * Tells whether a text, or another with the same fingerprint, came before among the latest thousands. Texts that come once, as
 * most do, then cost neither the hash of all their characters nor a place in a cache.
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

/** The same text in memory of its own: a part of a description would keep all of it. */
const copyOf = (text: string): string => Buffer.from(text, 'utf16le').toString('utf16le');
