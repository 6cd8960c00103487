import type { Reposts } from '../../shared/words/seen.js';

/** A reading that did not list an opening which an earlier one did. Times in this folder are epoch seconds. */
export type Absence = {
  /** Readings in succession that should have listed it; 0 = only readings that were cut off. */
  readings: number;
  /** The first of them. */
  since: number;
  /** The last reading that listed it. */
  lastSeen: number;
  /** When its own page was last asked, and how often in succession that was gone; absent = it was not asked. */
  asked?: number;
  gone?: number;
};

/** An opening that a source lists, or listed and is not believed to have closed. */
export type OpenRow = {
  id: string;
  firstSeen: number;
  /** `contentHash` of what the source said of it. */
  hash: string;
  /** `null`: the last reading listed it. */
  absence: Absence | null;
  /** Absent = it was never posted again. */
  reposts?: Reposts;
};

/** An opening that is no longer searched for. */
export type GoneRow = {
  id: string;
  firstSeen: number;
  lastSeen: number;
  /** `null`: it left the listing, which does not mean that it closed. */
  closedAt: number | null;
  /** What a repost of it shares with it (`repostKeys`); empty once a repost was found. */
  keys: readonly string[];
  reposts?: Reposts;
};

/** What is remembered of the openings of one source between two readings of its whole board. */
export type OpeningRecord = {
  /** The collection it belongs to, by key and version. */
  key: string;
  version: string;
  /** The last reading. */
  at: number;
  /** Openings first seen until then are what the board had when it was first read: they are known, not new. `null`: it was never read. */
  stockAt: number | null;
  /** Postings listed by the last readings that were believed, oldest first. */
  sizes: readonly number[];
  /** Postings that the last reading did not keep because their owner forbids it. */
  withheld: number;
  /** In the order of the collection's jobs. */
  open: readonly OpenRow[];
  gone: readonly GoneRow[];
};

/** The record of a source that was never read; `key` is that of its collection. */
export const emptyRecord = (key: string): OpeningRecord => ({
  ...{ key, version: '', at: 0, stockAt: null, withheld: 0 },
  ...{ sizes: [], open: [], gone: [] },
});
