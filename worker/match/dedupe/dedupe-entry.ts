import type { MatchedJob } from '../matched-job.js';
import type { FingerprintIndex } from './fingerprint-index.js';
import type { JobFingerprint } from './job-fingerprint.js';
import type { TextSketch } from './near-duplicate.js';

/** A posting as deduplication reads it. */
export type DedupeEntry = {
  readonly id: string;
  readonly source: string;
  readonly job: MatchedJob;
  /** Epoch milliseconds; `NaN` when unknown. */
  readonly postedAt: number;
  readonly hasText: boolean;
  readonly fingerprint: JobFingerprint;
  /** The sketch of its description; `null` when that is too short. */
  readonly sketch: TextSketch | null;
  /** Blocking keys: duplicates share at least one of them. */
  readonly keys: readonly number[];
};

/** A collection as deduplication reads it. */
export type DedupeCollection<Entry extends DedupeEntry> = {
  /** The number of entries. */
  size: number;
  /** An entry by its number; throws when there is none. */
  entryAt(at: number): Entry;
  fingerprintIndex: FingerprintIndex;
};

/** The record shown of an opening: that of its fullest posting, completed from its duplicates on other boards. */
export type ShownRecord<Entry extends DedupeEntry> = { entry: Entry; job: MatchedJob; postedAt: number };

/** One opening: the record shown, and every posting of it, the fullest first. */
export type DuplicateGroup<Entry extends DedupeEntry> = { shown: ShownRecord<Entry>; members: readonly Entry[] };
