import type { Logger } from '../../../shared/logger.js';
import { isRedisUnavailable } from '../../../shared/redis/redis-errors.js';
import { type PackedJobs, readPackedJobs, unpackJobs } from '../../../shared/search/collections/collection-store.js';
import type { HeldPostings } from '../../../shared/search/collections/read-chunks.js';
import { runCooperatively } from '../../process/cooperative.js';
import type { SegmentMetrics } from '../../process/segment-metrics.js';
import type { ReadBytes } from '../index/sections.js';
import type { CollectionRef } from '../segment/collection-ref.js';
import { openSegment, type SegmentTools } from '../segment/open-segment.js';
import type { PreparedCollection } from '../segment/prepared-collection.js';
import type { SegmentFiles } from '../segment/segment-files.js';
import { writingSegment } from '../segment/write-segment.js';

/** Makes the segment of a collection from its packed jobs (`readPackedJobs`). */
export type MakeSegment = (source: string, packed: PackedJobs) => Promise<Uint8Array>;

/** Dependencies of loading; without `files`, segments stay in memory completely. */
export type LoadOptions = HeldPostings & {
  tools: SegmentTools;
  files?: Pick<SegmentFiles, 'read' | 'keep'>;
  makeSegment?: MakeSegment;
  metrics?: SegmentMetrics;
  logger?: Pick<Logger, 'warn'>;
};

/** Called when the file of a collection that was opened can no longer be read. */
type OnLost = (ref: CollectionRef) => void;

/** Makes a segment in this thread, yielding to the event loop every few milliseconds. */
export const makeSegmentHere: MakeSegment = async (source, packed) =>
  runCooperatively(writingSegment(source, await unpackJobs(packed)));

/**
 * Opens a collection for searching: its segment is taken from a file, or made from the postings in Redis. `null` = the collection has expired or was replaced. Reading it later may throw `SegmentLost`.
 */
export async function loadCollection(
  { redis, chunks, tools, files, makeSegment = makeSegmentHere, metrics }: LoadOptions,
  ref: CollectionRef,
  onLost: OnLost,
): Promise<PreparedCollection | null> {
  // Collections narrowed to a query are replaced too often to be worth a file.
  const kept = ref.isBoard === true ? files : undefined;
  const filed = kept !== undefined ? openFiled({ tools, files: kept }, ref, onLost) : null;
  if (filed !== null) {
    metrics?.segmentLoaded('file');
    return filed;
  }
  const bytes = await make({ redis, chunks, makeSegment }, ref);
  if (bytes === null) return null;
  metrics?.segmentLoaded('postings');
  if (kept === undefined) return openSegment(bytes, tools);
  const { hot, readBytes } = kept.keep(ref, bytes);
  return openSegment(hot, tools, tellingOfLoss(ref, onLost)(readBytes));
}

/** Opens a board's collection from its file, in whatever version; `null` = there is no file of it. */
export function openFiled(
  { tools, files }: Pick<LoadOptions, 'tools' | 'files'>,
  ref: CollectionRef,
  onLost: OnLost,
): PreparedCollection | null {
  const filed = files?.read(ref) ?? null;
  return filed === null ? null : openSegment(filed.hot, tools, tellingOfLoss(ref, onLost)(filed.readBytes));
}

/** A collection that cannot be loaded counts as empty, like one that has expired. Throws when Redis is not available. */
export function leaveOut(error: unknown): null {
  if (isRedisUnavailable(error)) throw error;
  return null;
}

/** Reads the files of collections; `OnLost` is called for each that cannot be read. */
export async function checkFilesOf(collections: readonly PreparedCollection[]): Promise<void> {
  for (const collection of collections) await runCooperatively(collection.checkingFile()).catch(() => undefined);
}

/** Makes readers of cold sections that report when these can no longer be read. */
const tellingOfLoss =
  (ref: CollectionRef, onLost: OnLost) =>
  (readBytes: ReadBytes): ReadBytes =>
  (at, length) => {
    try {
      return readBytes(at, length);
    } catch (error) {
      onLost(ref);
      throw error;
    }
  };

async function make(
  { makeSegment, ...postings }: HeldPostings & { makeSegment: MakeSegment },
  { key, version, source }: CollectionRef,
): Promise<Uint8Array | null> {
  const packed = await readPackedJobs(postings, key, version);
  return packed === null ? null : makeSegment(source, packed);
}
