import { closeSync, fstatSync, openSync, readFileSync, readSync, type Stats } from 'node:fs';
import { LRUCache } from 'lru-cache';

/** Files kept open after reading; the least recently read are closed first. */
type OpenFiles = {
  /** Reads `length` bytes from `at`. Throws the system's error, or a RangeError if the file is shorter. */
  readAt(path: string, at: number, length: number): Uint8Array<ArrayBuffer>;
  /** The system's data about the opened file, which may have been replaced since; opens it if necessary. */
  statOf(path: string): Stats;
  isOpen(path: string): boolean;
  close(path: string): void;
  closeAll(): void;
};

/**
 * Files open at once: reopening one costs several times as much as reading a record. At most a share of the process's
 * limit, which leaves as many for connections.
 */
const maxOpen = 20_000;
const shareOfLimit = 0.5;

/** Used when the limit cannot be read. */
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

export function createOpenFiles(): OpenFiles {
  const handles = new LRUCache<string, number>({ max: openAtMost(), dispose: (handle) => closeSync(handle) });

  /** Closes the least recently read files when the process may have no more of them open. */
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
  return {
    readAt(path, at, length) {
      const bytes = new Uint8Array(length);
      let done = 0;
      while (done < length) {
        const more = readSync(open(path), bytes, done, length - done, at + done);
        if (more === 0) throw new RangeError(`The file ${path} is cut off.`);
        done += more;
      }
      return bytes;
    },
    statOf: (path) => fstatSync(open(path)),
    isOpen: (path) => handles.has(path),
    close: (path) => void handles.delete(path),
    closeAll: () => handles.clear(),
  };
}
