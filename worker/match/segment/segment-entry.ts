import type { JobFingerprint } from '../dedupe/job-fingerprint.js';
import type { TextSketch } from '../dedupe/near-duplicate.js';
import type { CollectionIndex } from '../index/collection-index.js';
import type { MatchedJob } from '../matched-job.js';
import type { FactColumns } from './fact-columns.js';
import type { Entry } from './prepared-collection.js';
import type { UnpackedRecord } from './record-pool.js';

/** What entries read of their segment. */
export type OpenSegment = {
  source: string;
  index: CollectionIndex;
  facts: FactColumns;
  idAt(at: number): string;
  keysOf(at: number): number[];
  recordOf(at: number): UnpackedRecord;
  printOf(at: number): JobFingerprint;
  sketchOf(at: number): TextSketch | null;
};

/**
 * An entry as a view of its segment: it holds nothing itself. A class, since hundreds of thousands may exist for the time of
 * one merge, and an object with getters of its own takes ten times the memory.
 */
export class SegmentEntry implements Entry {
  readonly #segment: OpenSegment;
  readonly at: number;

  constructor(segment: OpenSegment, at: number) {
    this.#segment = segment;
    this.at = at;
  }

  get id(): string {
    return this.#segment.idAt(this.at);
  }

  get source(): string {
    return this.#segment.source;
  }

  get index(): CollectionIndex {
    return this.#segment.index;
  }

  get postedAt(): number {
    return this.#segment.facts.postedAt[this.at] ?? Number.NaN;
  }

  get hasText(): boolean {
    return this.#segment.facts.hasText[this.at] === 1;
  }

  get repeats(): number {
    return this.#segment.facts.repeats[this.at] ?? 0;
  }

  get keys(): readonly number[] {
    return this.#segment.keysOf(this.at);
  }

  /** Unpacked on demand. */
  get job(): MatchedJob {
    return this.#segment.recordOf(this.at).job;
  }

  /** Unpacked on demand. */
  get fingerprint(): JobFingerprint {
    const record = this.#segment.recordOf(this.at);
    record.print ??= this.#segment.printOf(this.at);
    return record.print;
  }

  /** Read on demand. */
  get sketch(): TextSketch | null {
    const record = this.#segment.recordOf(this.at);
    record.sketch ??= { of: this.#segment.sketchOf(this.at) };
    return record.sketch.of;
  }
}
