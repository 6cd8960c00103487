import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readFileSync, readSync, type Stats } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import type { Logger } from '../../../shared/logger.js';
import type { SegmentMetrics } from '../../process/metrics.js';
import { isIntact, lengthsOf, prefixLength, type ReadBytes } from '../index/sections.js';
import type { CollectionRef } from './collection-ref.js';

/** A segment of which only the part before its cold sections is in memory. */
export type FiledSegment = { hot: Uint8Array; readBytes: ReadBytes };

/** A segment's file could not be read while it was searched: it was deleted or damaged, or its disk fails. */
export class SegmentLost extends Error {
  override readonly name = 'SegmentLost';
}

/** Segments in files, so that a process that starts need not prepare what another one has prepared. */
export type SegmentFiles = {
  /** Reads a segment; `null` = there is none, or it is damaged. */
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
  const own = randomUUID().slice(0, 13);
  const pending = new Set<Promise<void>>();
  /** The file of each collection, and those that were replaced, the oldest first. */
  const current = new Map<string, string>();
  const replaced: { path: string; at: number }[] = [];

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
  const readCold = (path: string): ReadBytes => {
    return (at, length) => {
      try {
        return readAt(path, at, length);
      } catch (error) {
        handles.delete(path);
        throw new SegmentLost(`The file ${path} could not be read.`, { cause: error });
      }
    };
  };
  /** Notes the file of a collection, and deletes files that were replaced a while ago. */
  const note = async ({ key }: CollectionRef, path: string): Promise<void> => {
    const former = current.get(key);
    current.set(key, path);
    if (former !== undefined && former !== path) replaced.push({ path: former, at: now() });
    for (let [oldest] = replaced; oldest && now() - oldest.at >= keepReplacedMs; [oldest] = replaced) {
      replaced.shift();
      handles.delete(oldest.path);
      await rm(oldest.path, { force: true });
    }
  };
  const write = async (ref: CollectionRef, bytes: Uint8Array): Promise<boolean> => {
    if (now() < pausedUntil) return false;
    const name = nameOf(ref);
    const draft = join(folder, `${name}.${own}-${written++}.draft`);
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(draft, bytes);
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
      try {
        const { hot: length } = lengthsOf(readAt(path, 0, prefixLength));
        const hot = readAt(path, 0, length);
        if (!isIntact(hot)) throw new RangeError(`The file ${path} is damaged.`);
        current.set(ref.key, path);
        return { hot, readBytes: readCold(path) };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        metrics?.segmentFailed('read');
        logger.warn({ err: error, source: ref.source }, 'segments: a file could not be read');
        return null;
      }
    },
    keep(ref, bytes) {
      const path = join(folder, nameOf(ref));
      let unwritten: Uint8Array | null = bytes;
      const fromFile = readCold(path);
      const writing = write(ref, bytes).then((isWritten) => {
        if (isWritten) unwritten = null;
      });
      pending.add(writing);
      void writing.finally(() => pending.delete(writing));
      return {
        // A copy, so that the memory of the cold sections is freed.
        hot: bytes.slice(0, lengthsOf(bytes).hot),
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
      await Promise.all(pending);
      handles.clear();
    },
  };
}

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
