import { LRUCache } from 'lru-cache';
import type { Task } from '../../process/cooperative.js';
import type { CollectionIndex } from '../index/collection-index.js';
import { lengthsOf, openSections, type ReadBytes } from '../index/sections.js';
import { openPositions } from '../index/text-positions.js';
import { openWords } from '../index/word-table.js';
import { openCompanyFacts } from './company-facts.js';
import { openFacts } from './fact-columns.js';
import type { LocationSet } from './location-set.js';
import type { Entry, PreparedCollection } from './prepared-collection.js';
import { openRecords, type RecordCache, type UnpackedRecord } from './record-pool.js';
import { type OpenSegment, SegmentEntry } from './segment-entry.js';
import type { SegmentMeta } from './segment-meta.js';
import { openSketches } from './sketches.js';
import { openSkills } from './skill-lists.js';
import { openKeys } from './sorted-keys.js';

/** Unpacked records that a process keeps, some 4 kB each. */
const maxRecords = 2000;

/** What the opened segments of a process share. */
export type SegmentTools = { records: RecordCache };

/** Creates what opened segments share: a cache of so many unpacked records. */
export const createSegmentTools = (most = maxRecords): SegmentTools => ({
  records: new LRUCache<number, UnpackedRecord>({ max: most }),
});

/** Segments opened by this process so far: the number of each makes those of its records unique. */
let opened = 0;

/**
 * Opens a segment for searching without copying or unpacking it: a whole one, or its part before the cold sections, which
 * `readBytes` then reads (`sections.ts`). Throws when it is damaged.
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
    ...{ source, index, facts, recordOf, printOf: packed.print, sketchOf },
    idAt: (at) => ids.toString('utf8', idStarts[at], idStarts[at + 1]),
    keysOf: keys.keysOf,
  };
  const entryAt = (at: number): Entry => {
    if (!(at >= 0 && at < size)) throw new RangeError(`There is no entry ${at} of ${size}.`);
    return new SegmentEntry(segment, at);
  };
  return {
    ...{ source, size, index, facts, entryAt },
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

/** Bytes of a file that are read between two yields. */
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
