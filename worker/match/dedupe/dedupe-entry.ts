import type { MatchedJob } from '../matched-job.js';
import type { FingerprintIndex } from './fingerprint-index.js';
import type { JobFingerprint } from './job-fingerprint.js';

/** A posting as deduplication reads it. */
export type DedupeEntry = {
  job: MatchedJob;
  /** Epoch milliseconds; `NaN` when unknown. */
  postedAt: number;
  hasText: boolean;
  fingerprint: JobFingerprint;
};

/** A collection as deduplication reads it. */
export type DedupeCollection<Entry extends DedupeEntry> = {
  entries: readonly Entry[];
  fingerprintIndex: FingerprintIndex;
};

/** One opening: the record shown, completed from its duplicates on other boards, and every posting of it. */
export type DuplicateGroup<Entry extends DedupeEntry> = { shown: Entry; members: readonly Entry[] };
