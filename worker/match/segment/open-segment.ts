import { LRUCache } from 'lru-cache';
import type { Task } from '../../process/cooperative.js';
import { type DedupeCollection, type DedupeEntry, type DuplicateGroup, openKeys } from '../dedupe/fingerprint-keys.js';
import type { JobFingerprint, MatchedJob } from '../dedupe/job-fingerprint.js';
import { openSketches, type TextSketch } from '../dedupe/text-sketch.js';
import type { CollectionIndex } from '../index/collection-index.js';
import { lengthsOf, openSections, type ReadBytes } from '../index/sections.js';
import { openPositions } from '../index/text-positions.js';
import { openWords } from '../index/word-table.js';
import { type FactColumns, type LocationSet, openFacts } from './fact-columns.js';
import {
  type CompanyFacts,
  openCompanyFacts,
  openRecords,
  openRoles,
  openSkills,
  type RecordCache,
  type SegmentMeta,
  type SkillLists,
  type UnpackedRecord,
} from './segment-sections.js';

/** A posting prepared for matching: a view of its segment, which unpacks its record on demand. */
export type Entry = DedupeEntry & {
  /** Its number in its collection. */
  readonly at: number;
  readonly index: CollectionIndex;
  /** How many equal postings its source also lists (worker/match/dedupe/merge-duplicates.ts). */
  readonly repeats: number;
};

/** A source's collection prepared for matching: an opened segment (worker/match/segment/open-segment.ts). */
export type PreparedCollection = DedupeCollection<Entry> & {
  source: string;
  index: CollectionIndex;
  facts: FactColumns;
  companyFacts: CompanyFacts;
  skills: SkillLists;
  /** The id of an entry. */
  idAt(at: number): string;
  /** The distinct location sets, in the order of their numbers; read from the segment at each call. */
  locationSets(): readonly LocationSet[];
  locationSetCount: number;
  /** The memory of its segment, in bytes. */
  bytes: number;
  /** The part of its segment that is only in a file, in bytes. */
  diskBytes: number;
  /** Reads that part; throws `SegmentLost` when it is damaged. */
  checkingFile(): Task<void>;
};

/** One opening: the shown record, and every posting of it. */
export type Group = DuplicateGroup<Entry>;

/** The parts of a segment that entries read. */
type OpenSegment = {
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
 * An entry as a stateless view of its segment. A class, since one merge may create hundreds of thousands, and an object
 * with its own getters takes ten times the memory.
 */
class SegmentEntry implements Entry {
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

/** Unpacked records cached by a process, some 4 kB each. */
const maxRecords = 2000;

/** Shared by the opened segments of a process. */
export type SegmentTools = { records: RecordCache };

/** Creates the cache shared by opened segments, of this many unpacked records. */
export const createSegmentTools = (most = maxRecords): SegmentTools => ({
  records: new LRUCache<number, UnpackedRecord>({ max: most }),
});

/** Number of segments opened so far: makes the numbers of their records unique. */
let opened = 0;

/**
 * Opens a segment for searching without copying or unpacking it: a complete one, or its part before the cold sections,
 * which `readBytes` then reads (`sections.ts`). Throws when it is damaged.
 */
export function openSegment(bytes: Uint8Array, tools: SegmentTools, readBytes?: ReadBytes): PreparedCollection {
  const sections = openSections<SegmentMeta>(bytes, readBytes);
  const { source, size, steps } = sections.meta;
  const facts = openFacts(sections);
  const index: CollectionIndex = {
    words: openWords(sections),
    from: sections.narrow('from'),
    occurrences: sections.u16('occurrences'),
    stream: sections.narrow('stream'),
    bounds: sections.narrow('bounds'),
    positionsOf: openPositions(sections),
    titleWords: sections.narrow('titleWords'),
    steps: new Set(steps),
    roles: openRoles(sections),
  };
  const keys = openKeys(sections);
  const sketchOf = openSketches(sections);
  const packed = openRecords(sections);
  const locationSets = sections.wholeCold('locationSets');
  const number = opened++ * 2 ** 18;
  const recordOf = (at: number): UnpackedRecord => {
    const known = tools.records.get(number + at);
    if (known !== undefined) return known;
    const record = { job: packed.job(at) };
    tools.records.set(number + at, record);
    return record;
  };
  const { idBytes, idStarts } = facts;
  const ids = Buffer.from(idBytes.buffer, idBytes.byteOffset, idBytes.length);
  const segment: OpenSegment = {
    source,
    index,
    facts,
    recordOf,
    printOf: packed.print,
    sketchOf,
    idAt: (at) => ids.toString('utf8', idStarts[at], idStarts[at + 1]),
    keysOf: keys.keysOf,
  };
  const entryAt = (at: number): Entry => {
    if (!(at >= 0 && at < size)) throw new RangeError(`There is no entry ${at} of ${size}.`);
    return new SegmentEntry(segment, at);
  };
  return {
    source,
    size,
    index,
    facts,
    entryAt,
    idAt: segment.idAt,
    companyFacts: openCompanyFacts(sections),
    skills: openSkills(sections),
    fingerprintIndex: keys,
    locationSets: () => JSON.parse(Buffer.from(locationSets()).toString()) as LocationSet[],
    locationSetCount: sections.meta.locationSets,
    bytes: bytes.byteLength,
    diskBytes: readBytes === undefined ? 0 : lengthsOf(bytes).whole - bytes.byteLength,
    checkingFile: () => readingAll(bytes, readBytes),
  };
}

/** Bytes of a file read between two yields. */
const readAtOnce = 2 ** 18;

/** Reads the cold sections of a segment, if they are in a file. */
function* readingAll(hot: Uint8Array, readBytes?: ReadBytes): Task<void> {
  if (readBytes === undefined) return;
  const { whole } = lengthsOf(hot);
  for (let at = hot.byteLength; at < whole; at += readAtOnce) {
    readBytes(at, Math.min(readAtOnce, whole - at));
    yield;
  }
}
