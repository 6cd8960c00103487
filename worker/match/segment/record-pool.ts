import type { LRUCache } from 'lru-cache';
import type { JobFingerprint } from '../dedupe/job-fingerprint.js';
import type { TextSketch } from '../dedupe/near-duplicate.js';
import type { OpenSections, SectionArray } from '../index/sections.js';
import type { MatchedJob } from '../matched-job.js';

/** The part of an entry that is unpacked on demand: its record, and the texts of its fingerprint. */
export type PackedRecord = { job: MatchedJob; print: JobFingerprint };

/** An unpacked record, and, once they have been read, its fingerprint and the sketch of its text, which only merging reads. */
export type UnpackedRecord = { job: MatchedJob; print?: JobFingerprint; sketch?: { of: TextSketch | null } };

/** Unpacked records of all collections of a process, by a number that is unique among them. */
export type RecordCache = Pick<LRUCache<number, UnpackedRecord>, 'get' | 'set'>;

/** Between the record of an entry and its fingerprint: no byte of JSON. */
const separator = 10;

/**
 * The sections of records, each as JSON. They are not compressed: they are on disk, and a record of a kilobyte is parsed in
 * 6 µs but inflated in 30.
 */
export function packRecords(records: readonly PackedRecord[]): Record<'hot' | 'cold', Record<string, SectionArray>> {
  const texts = records.map(({ job, print }) => `${JSON.stringify(job)}\n${JSON.stringify(print)}`);
  const starts = new Uint32Array(records.length + 1);
  for (const [at, text] of texts.entries()) starts[at + 1] = (starts[at] ?? 0) + Buffer.byteLength(text);
  return { hot: { recordStarts: starts }, cold: { recordBytes: new Uint8Array(Buffer.from(texts.join(''))) } };
}

/** Unpacks the parts of the records of a segment, by entry. */
export type RecordReader = { job(at: number): MatchedJob; print(at: number): JobFingerprint };

/** Opens the records of a segment. */
export function openRecords(sections: OpenSections<unknown>): RecordReader {
  const bytesOf = sections.cold('recordBytes', 'u8');
  const starts = sections.u32('recordStarts');
  const read = (at: number): { bytes: Buffer; end: number } => {
    const { buffer, byteOffset, length } = bytesOf(starts[at] ?? 0, starts[at + 1] ?? 0);
    if (length === 0) throw new RangeError(`There is no record ${at} of ${starts.length - 1}.`);
    const bytes = Buffer.from(buffer, byteOffset, length);
    return { bytes, end: bytes.indexOf(separator) };
  };
  return {
    job(at) {
      const { bytes, end } = read(at);
      return JSON.parse(bytes.toString('utf8', 0, end)) as MatchedJob;
    },
    print(at) {
      const { bytes, end } = read(at);
      return JSON.parse(bytes.toString('utf8', end + 1)) as JobFingerprint;
    },
  };
}
