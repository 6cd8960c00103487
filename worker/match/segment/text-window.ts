import type { Words } from '../index/collection-index.js';

/** Texts of one segment that were read ahead: those of the entries `from` up to `to`. */
export type TextWindow = { owner: object | null; last: number; from: number; to: number; words: Words };

/** Entries that are read at once while texts are read in order; one read of some 60 kB costs little more than one of 2. */
const ahead = 32;

/** Creates an empty window. The segments of a process share one, since only one of them is searched at a time. */
export const createTextWindow = (): TextWindow => ({ owner: null, last: 0, from: 0, to: 0, words: new Uint16Array(0) });

type Texts = {
  /** Reads words of the section of all texts. */
  words(from: number, to: number): Words;
  /** Where the text of each entry begins. */
  bounds: Uint32Array;
  /** The number of entries. */
  size: number;
  window: TextWindow;
};

/** Makes the reader of an entry's text. A phrase is looked for in many texts in order, a reason in a few here and there. */
export function createTextReader({ words, bounds, size, window }: Texts): (entry: number) => Words {
  const owner = {};
  const startOf = (entry: number): number => bounds[entry] ?? 0;
  return (entry) => {
    const isNear = window.owner === owner && entry > window.last && entry - window.last < ahead;
    const isHeld = window.owner === owner && entry >= window.from && entry < window.to;
    if (!isHeld) {
      const to = isNear ? Math.min(size, entry + ahead) : entry + 1;
      Object.assign(window, { owner, from: entry, to, words: words(startOf(entry), startOf(to)) });
    }
    window.last = entry;
    const base = startOf(window.from);
    return window.words.subarray(startOf(entry) - base, startOf(entry + 1) - base);
  };
}
