import { randomUUID } from 'node:crypto';
import { closeSync, fstatSync, openSync, readFileSync, readSync, rmSync, type Stats, statSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import type { Logger } from '../../../shared/logger.js';
import type { SegmentMetrics } from '../../process/segment-metrics.js';
import {
  createCheckedReader,
  isIntact,
  lengthsOf,
  openSections,
  prefixLength,
  type ReadBytes,
} from '../index/sections.js';
import type { CollectionRef } from './collection-ref.js';
import type { SegmentMeta } from './segment-meta.js';

/** A segment of which only the part before its cold sections is in memory. */
export type FiledSegment = { hot: Uint8Array; readBytes: ReadBytes };

/** A segment's file could not be read while it was searched: it was deleted or damaged, or its disk fails. Read again, it is made anew. */
export class SegmentLost extends Error {
  override readonly name = 'SegmentLost';
}

/** Segments in files, so that a process that starts need not prepare what another one has prepared. */
export type SegmentFiles = {
  /** Reads a segment; `null` = there is none, or none that can be read. A damaged file is deleted, so that it is made again. */
  read(ref: CollectionRef): FiledSegment | null;
  /**
   * Writes a segment, and returns it at once: its cold sections are in memory until they are written. When they cannot be,
   * they stay there; that is logged, not thrown.
   */
  keep(ref: CollectionRef, bytes: Uint8Array): FiledSegment;
  /** Deletes the files of collections that are not among these keys, and of versions that are no longer read. */
  clean(keys: ReadonlySet<string>): Promise<void>;
  /** Waits for the files that are being written. */
  close(): Promise<void>;
};

/**
 * Files that are open at once: opening one again costs several times what reading a record from it does. At most a share of
 * those that the process may have open, which leaves as many for connections.
 */
const maxOpen = 20_000;
const shareOfLimit = 0.5;

/** Where the limit cannot be read. */
const openWithoutLimit = 4000;

/** The files that may be open at once, by the limit of this process (Linux). */
function openAtMost(): number {
  try {
    const limit = Number(/^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]);
    return Number.isNaN(limit) ? maxOpen : Math.max(1, Math.min(maxOpen, Math.floor(shareOfLimit * limit)));
  } catch {
    return openWithoutLimit;
  }
}

/** A file that is damaged this often stays in memory from then on: its disk does not keep what is written to it. */
const mostLosses = 2;

/** After a failed write no other is tried for so long. */
const pauseMs = 60_000;

/** A replaced version is read by searches that began before it was replaced; its file is kept for so long. */
const keepReplacedMs = 900_000;

const ending = '.segment';

/** The merged corpus, in the same folder (worker/match/corpus/corpus-keeper.ts). */
export const snapshotName = 'corpus.snapshot';

type Options = { folder: string; logger: Logger; now?: () => number; metrics?: SegmentMetrics };

/**
 * Keeps segments in a folder, one file for each version of a collection. Several processes of one release may share it:
 * files are written under another name and renamed. The folder's name must change with the release.
 */
export function createSegmentFiles({ folder, logger, now = Date.now, metrics }: Options): SegmentFiles {
  const handles = new LRUCache<string, number>({ max: openAtMost(), dispose: (handle) => closeSync(handle) });
  let pausedUntil = 0;
  let written = 0;
  // Not the process's number: workers in containers that share the folder may all have the same.
  const processPrefix = randomUUID().slice(0, 13);
  let writing = Promise.resolve();
  /** The file of each collection, and those that were replaced, the oldest first. */
  const current = new Map<string, string>();
  const replaced: { path: string; at: number }[] = [];
  /** How often the file at a path was damaged. */
  const losses = new Map<string, number>();
  const isGivenUp = (path: string): boolean => (losses.get(path) ?? 0) >= mostLosses;

  /** Closes the files read least recently when the process may have no more of them open. */
  const openOrMakeRoom = (path: string): number => {
    try {
      return openSync(path, 'r');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EMFILE' || handles.size === 0) throw error;
      for (let left = Math.ceil(handles.size / 2); left > 0; left--) handles.pop();
      return openSync(path, 'r');
    }
  };
  const open = (path: string): number => {
    const known = handles.get(path);
    if (known !== undefined) return known;
    const handle = openOrMakeRoom(path);
    handles.set(path, handle);
    return handle;
  };
  const readAt = (path: string, at: number, length: number): Uint8Array<ArrayBuffer> => {
    const bytes = new Uint8Array(length);
    let done = 0;
    while (done < length) {
      const more = readSync(open(path), bytes, done, length - done, at + done);
      if (more === 0) throw new RangeError(`The file ${path} is cut off.`);
      done += more;
    }
    return bytes;
  };
  /** Deletes a file that is damaged, unless another process has replaced it since it was opened. */
  const dropDamaged = (path: string, error: unknown): void => {
    metrics?.segmentFailed('read');
    logger.warn({ err: error, path }, 'segments: a file cannot be read, its board is prepared again');
    const handle = handles.get(path);
    try {
      if (!isDamage(error) || handle === undefined || statSync(path).ino !== fstatSync(handle).ino) return;
      losses.set(path, (losses.get(path) ?? 0) + 1);
      rmSync(path);
    } catch (err) {
      if (!isMissing(err)) logger.warn({ err, path }, 'segments: a damaged file cannot be deleted');
    } finally {
      handles.delete(path);
    }
  };
  const readHot = (path: string, { source }: CollectionRef): Uint8Array => {
    const { hot: length, whole } = lengthsOf(readAt(path, 0, prefixLength));
    const { size } = fstatSync(open(path));
    if (size !== whole || length < prefixLength || length > whole)
      throw new RangeError(`The file ${path} of ${size} bytes is not as long as it says.`);
    const hot = readAt(path, 0, length);
    if (!isIntact(hot)) throw new RangeError(`The file ${path} is not as it was written.`);
    const { meta } = openSections<SegmentMeta>(hot);
    if (meta.source !== source) throw new RangeError(`The file ${path} is of the source ${meta.source}.`);
    return hot;
  };
  const readCold = (path: string, hot: Uint8Array): ReadBytes => {
    const read = createCheckedReader(hot, (at, length) => readAt(path, at, length));
    return (at, length) => {
      try {
        return read(at, length);
      } catch (error) {
        if (isMissing(error)) handles.delete(path);
        else dropDamaged(path, error);
        throw new SegmentLost(`The file ${path} could not be read.`, { cause: error });
      }
    };
  };
  /** Notes the file of a collection, and deletes files that were replaced a while ago. */
  const note = async ({ key }: CollectionRef, path: string): Promise<void> => {
    const former = current.get(key);
    current.set(key, path);
    if (former !== undefined && former !== path) {
      replaced.push({ path: former, at: now() });
      losses.delete(former);
    }
    for (let [oldest] = replaced; oldest && now() - oldest.at >= keepReplacedMs; [oldest] = replaced) {
      replaced.shift();
      handles.delete(oldest.path);
      await rm(oldest.path, { force: true });
    }
  };
  const write = async (ref: CollectionRef, bytes: Uint8Array): Promise<boolean> => {
    const name = nameOf(ref);
    if (now() < pausedUntil || isGivenUp(join(folder, name))) return false;
    const draft = join(folder, `${name}.${processPrefix}-${written++}.draft`);
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // A file with its final name is whole even after the power failed.
      await writeFile(draft, bytes, { flush: true });
      await rename(draft, join(folder, name));
      await note(ref, join(folder, name));
      return true;
    } catch (error) {
      pausedUntil = now() + pauseMs;
      metrics?.segmentFailed('write');
      logger.warn({ err: error, folder }, 'segments: files cannot be written, so all segments stay in memory');
      await rm(draft, { force: true }).catch(() => undefined);
      return false;
    }
  };
  return {
    read(ref) {
      const path = join(folder, nameOf(ref));
      if (isGivenUp(path)) return null;
      try {
        const hot = readHot(path, ref);
        current.set(ref.key, path);
        return { hot, readBytes: readCold(path, hot) };
      } catch (error) {
        if (!isMissing(error)) dropDamaged(path, error);
        return null;
      }
    },
    keep(ref, bytes) {
      const path = join(folder, nameOf(ref));
      let unwritten: Uint8Array | null = bytes;
      // A copy, so that the memory of the cold sections is freed.
      const hot = bytes.slice(0, lengthsOf(bytes).hot);
      const fromFile = readCold(path, hot);
      // One after the other: each waits for the disk, which would keep all threads of libuv.
      // `bytes` is named in no function that outlives this call: `readBytes` would keep it for as long as the segment is held.
      writing = writing.then(async () => {
        if (unwritten !== null && (await write(ref, unwritten))) unwritten = null;
      });
      return {
        hot,
        readBytes: (at, length) => unwritten?.subarray(at, at + length) ?? fromFile(at, length),
      };
    },
    async clean(keys) {
      const names = await readdir(folder).catch(() => []);
      for (const name of names) {
        if (name === snapshotName) continue;
        const path = join(folder, name);
        const isHeld = name.endsWith(ending) && keys.has(name.slice(0, name.indexOf('@')));
        const about: Stats | null = await stat(path).catch(() => null);
        if (about === null || (isHeld && !(await isReplaced(name, names, folder)))) continue;
        if (now() - about.mtimeMs < keepReplacedMs) continue;
        handles.delete(path);
        await rm(path, { force: true });
      }
    },
    async close() {
      await writing;
      handles.clear();
    },
  };
}

/** There is no file: none was written, or it was deleted. */
const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** Whether what was read is wrong, or the disk cannot give it; else the process may not read, or has too many files open. */
const isDamage = (error: unknown): boolean =>
  error instanceof RangeError || (error as NodeJS.ErrnoException).code === 'EIO';

const nameOf = ({ key, version }: CollectionRef): string => `${key}@${version}${ending}`;

/** Whether a newer version of a file's collection is there. */
async function isReplaced(name: string, names: readonly string[], folder: string): Promise<boolean> {
  const key = name.slice(0, name.indexOf('@') + 1);
  const others = names.filter((other) => other !== name && other.startsWith(key) && other.endsWith(ending));
  if (others.length === 0) return false;
  const [own, ...their] = await Promise.all(
    [name, ...others].map((each) =>
      stat(join(folder, each)).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      ),
    ),
  );
  return their.some((time) => time > (own ?? 0));
}
