import { randomUUID } from 'node:crypto';
import { rmSync, type Stats, statSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
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
import { createOpenFiles } from './open-files.js';
import type { SegmentMeta } from './segment-sections.js';

/**
 * A version of a collection in Redis, as a search refers to it. `isBoard`: it is a full board, not narrowed to a query;
 * `collectedAt`: when its source was last read, in epoch milliseconds, if known.
 */
export type CollectionRef = { key: string; version: string; source: string; isBoard?: boolean; collectedAt?: number };

/** Whether two lists name the same collections, in the same versions and order. */
export function sameRefs(some: readonly CollectionRef[], others: readonly CollectionRef[]): boolean {
  if (some === others) return true;
  if (some.length !== others.length) return false;
  for (let at = 0; at < some.length; at++)
    if (some[at]?.key !== others[at]?.key || some[at]?.version !== others[at]?.version) return false;
  return true;
}

/** The file of each collection, and replaced ones, which earlier searches still read. */
type CurrentFiles = {
  /** Records the file that a collection was read from. */
  found(key: string, path: string): void;
  /** Records the file a collection was written to, reports the one it replaces, and deletes older ones. */
  written(key: string, path: string): Promise<void>;
};

/** Earlier searches still read a replaced version; its file is kept for this long. */
const keepReplacedMs = 900_000;

/** `onReplaced` and `onDeleted` are called with the path of a file that is no longer current, or about to be deleted. */
function createCurrentFiles(
  now: () => number,
  { onReplaced, onDeleted }: { onReplaced(path: string): void; onDeleted(path: string): void },
): CurrentFiles {
  const current = new Map<string, string>();
  /** The oldest first. */
  const replaced: { path: string; at: number }[] = [];
  return {
    found: (key, path) => void current.set(key, path),
    async written(key, path) {
      const former = current.get(key);
      current.set(key, path);
      if (former !== undefined && former !== path) {
        replaced.push({ path: former, at: now() });
        onReplaced(former);
      }
      for (let [oldest] = replaced; oldest && now() - oldest.at >= keepReplacedMs; [oldest] = replaced) {
        replaced.shift();
        onDeleted(oldest.path);
        await rm(oldest.path, { force: true });
      }
    },
  };
}

/** A segment with only the part before its cold sections in memory. */
type FiledSegment = { hot: Uint8Array; readBytes: ReadBytes };

/** A segment's file could not be read during a search. The next read prepares it again. */
export class SegmentLost extends Error {
  override readonly name = 'SegmentLost';
}

/** Segments in files, so that a starting process need not repeat another one's work. */
export type SegmentFiles = {
  /** Reads a segment; `null` = none that is readable. A damaged file is deleted, so that it is made again. */
  read(ref: CollectionRef): FiledSegment | null;
  /**
   * Writes a segment, and returns it at once: its cold sections are in memory until written. If writing fails, they
   * stay there; that is logged, not thrown.
   */
  keep(ref: CollectionRef, bytes: Uint8Array): FiledSegment;
  /** Deletes the files of collections not among these keys, and of versions no longer read. */
  clean(keys: ReadonlySet<string>): Promise<void>;
  /** Waits until pending files are written. */
  close(): Promise<void>;
};

/** After this many losses a segment stays in memory: its disk does not keep data. */
const mostLosses = 2;

/** The pause after a failed write. */
const pauseMs = 60_000;

const ending = '.segment';

/** The merged corpus, in the same folder (worker/match/corpus/corpus-keeper.ts). */
export const snapshotName = 'corpus.snapshot';

type Options = { folder: string; logger: Logger; now?: () => number; metrics?: SegmentMetrics };

/**
 * Stores segments in a folder, one file per version of a collection. Several processes of one release may share it:
 * files are written under another name and renamed. The folder's name must change with the release.
 */
export function createSegmentFiles({ folder, logger, now = Date.now, metrics }: Options): SegmentFiles {
  const files = createOpenFiles();
  let pausedUntil = 0;
  let written = 0;
  // Not the process id: workers in containers that share the folder may all have the same.
  const processPrefix = randomUUID().slice(0, 13);
  let writing = Promise.resolve();
  /** How often the file at a path was damaged. */
  const losses = new Map<string, number>();
  const isGivenUp = (path: string): boolean => (losses.get(path) ?? 0) >= mostLosses;

  const current = createCurrentFiles(now, {
    onReplaced: (path) => losses.delete(path),
    onDeleted: (path) => files.close(path),
  });

  /** Deletes a damaged file, unless another process has replaced it since it was opened. */
  const dropDamaged = (path: string, error: unknown): void => {
    metrics?.segmentFailed('read');
    logger.warn({ err: error, path }, 'segments: a file cannot be read, its board is prepared again');
    try {
      if (!isDamage(error) || !files.isOpen(path) || statSync(path).ino !== files.statOf(path).ino) return;
      losses.set(path, (losses.get(path) ?? 0) + 1);
      rmSync(path);
    } catch (err) {
      if (!isMissing(err)) logger.warn({ err, path }, 'segments: a damaged file cannot be deleted');
    } finally {
      files.close(path);
    }
  };
  const readHot = (path: string, { source }: CollectionRef): Uint8Array => {
    const { hot: length, whole } = lengthsOf(files.readAt(path, 0, prefixLength));
    const { size } = files.statOf(path);
    if (size !== whole || length < prefixLength || length > whole)
      throw new RangeError(`The file ${path} of ${size} bytes is not as long as it says.`);
    const hot = files.readAt(path, 0, length);
    if (!isIntact(hot)) throw new RangeError(`The file ${path} is not as it was written.`);
    const { meta } = openSections<SegmentMeta>(hot);
    if (meta.source !== source) throw new RangeError(`The file ${path} is of the source ${meta.source}.`);
    return hot;
  };
  const readCold = (path: string, hot: Uint8Array): ReadBytes => {
    const read = createCheckedReader(hot, (at, length) => files.readAt(path, at, length));
    return (at, length) => {
      try {
        return read(at, length);
      } catch (error) {
        if (isMissing(error)) files.close(path);
        else dropDamaged(path, error);
        throw new SegmentLost(`The file ${path} could not be read.`, { cause: error });
      }
    };
  };
  const write = async (ref: CollectionRef, bytes: Uint8Array): Promise<boolean> => {
    const name = nameOf(ref);
    if (now() < pausedUntil || isGivenUp(join(folder, name))) return false;
    const draft = join(folder, `${name}.${processPrefix}-${written++}.draft`);
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // A file with its final name is complete even after a power failure.
      await writeFile(draft, bytes, { flush: true });
      await rename(draft, join(folder, name));
      await current.written(ref.key, join(folder, name));
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
        current.found(ref.key, path);
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
      // One after the other: each waits for the disk, and would occupy all threads of libuv. No closure that outlives
      // this call may name `bytes`: `readBytes` would keep it for as long as the segment is in use.
      writing = writing.then(async () => {
        if (unwritten !== null && (await write(ref, unwritten))) unwritten = null;
      });
      return {
        hot,
        readBytes: (at, length) => unwritten?.subarray(at, at + length) ?? fromFile(at, length),
      };
    },
    async clean(keys) {
      for (const path of await staleFiles(folder, keys, now())) {
        files.close(path);
        await rm(path, { force: true });
      }
    },
    async close() {
      await writing;
      files.closeAll();
    },
  };
}

/** The file was never written, or was deleted. */
const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** Whether the data is wrong or unreadable; else access is denied, or too many files are open. */
const isDamage = (error: unknown): boolean =>
  error instanceof RangeError || (error as NodeJS.ErrnoException).code === 'EIO';

const nameOf = ({ key, version }: CollectionRef): string => `${key}@${version}${ending}`;

/** Paths of the files that no search reads any more, whichever process wrote them. */
async function staleFiles(folder: string, keys: ReadonlySet<string>, now: number): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  const stale: string[] = [];
  for (const name of names) {
    if (name === snapshotName) continue;
    const path = join(folder, name);
    const isHeld = name.endsWith(ending) && keys.has(name.slice(0, name.indexOf('@')));
    const about: Stats | null = await stat(path).catch(() => null);
    if (about === null || (isHeld && !(await isReplaced(name, names, folder)))) continue;
    if (now - about.mtimeMs >= keepReplacedMs) stale.push(path);
  }
  return stale;
}

/** Whether a newer version of a file's collection exists. */
async function isReplaced(name: string, names: readonly string[], folder: string): Promise<boolean> {
  const key = name.slice(0, name.indexOf('@') + 1);
  const others = names.filter((other) => other !== name && other.startsWith(key) && other.endsWith(ending));
  if (others.length === 0) return false;
  const [madeAt, ...othersMadeAt] = await Promise.all(
    [name, ...others].map((each) =>
      stat(join(folder, each)).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      ),
    ),
  );
  return othersMadeAt.some((time) => time > (madeAt ?? 0));
}
