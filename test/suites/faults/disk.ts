import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** The disk under the embedded Redis: a small separate file system when this process may mount one. */
export type Disk = {
  folder: string;
  /** Whether it can be filled. */
  small: boolean;
  /** Fills the remaining space. */
  fill(): void;
  /** Frees it again. */
  free(): void;
  close(): void;
};

const bytes = 500_000_000;

/** Mounts a tmpfs, which needs root on Linux; elsewhere the disk is an ordinary folder that is never filled. */
export function openDisk(folder: string, say: (line: string) => void): Disk {
  mkdirSync(folder, { recursive: true });
  const small = mounted(folder, say);
  const ballast = join(folder, 'ballast');
  return {
    folder,
    small,
    fill() {
      const file = openSync(ballast, 'w');
      const block = Buffer.alloc(65_536, 1);
      try {
        // Expected: the file system reports that it is full.
        for (;;) writeSync(file, block);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      } finally {
        closeSync(file);
      }
      const { bavail, bsize } = statfsSync(folder);
      if (bavail * bsize > block.length) throw new Error(`The disk still has ${bavail * bsize} bytes.`);
    },
    free: () => rmSync(ballast, { force: true }),
    close() {
      if (small) execFileSync('umount', ['-l', folder]);
    },
  };
}

function mounted(folder: string, say: (line: string) => void): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes},mode=700`, 'tmpfs', folder], { stdio: 'pipe' });
    return true;
  } catch (error) {
    say(`No file system of our own could be mounted, so that no disk runs full: ${String(error).split('\n')[0]}`);
    return false;
  }
}
