import { closeSync, fstatSync, openSync, readFileSync, readSync, type Stats } from 'node:fs';
import { LRUCache } from 'lru-cache';

/** Files that stay open after they were read, the least recently read closed first. */
type OpenFiles = {
  /** Reads `length` bytes from `at`. Throws what the system says, a RangeError if the file is shorter. */
  readAt(path: string, at: number, length: number): Uint8Array<ArrayBuffer>;
  /** What the system says of the file as it was opened, which may have been replaced since; opens it when it is not open. */
  statOf(path: string): Stats;
  isOpen(path: string): boolean;
  close(path: string): void;
  closeAll(): void;
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

export function createOpenFiles(): OpenFiles {
  const handles = new LRUCache<string, number>({ max: openAtMost(), dispose: (handle) => closeSync(handle) });

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
