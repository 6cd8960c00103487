import { createHash } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A unix socket's address holds 104 bytes on macOS and 108 on Linux, its closing zero among them. */
const longestSocketPath = 100;

/** Makes a folder that only this user can enter; throws when the place belongs to somebody else. */
export function privateDir(path: string): string {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const { uid } = lstatSync(path);
  if (!lstatSync(path).isDirectory() || (process.getuid !== undefined && uid !== process.getuid()))
    throw new Error(`${path} belongs to another user; remove it or choose another DATA_DIR.`);
  chmodSync(path, 0o700);
  return path;
}

/**
 * Where the sockets of a data folder lie: inside it, or, where that path is too long for a unix socket, under the temp
 * folder by a name that follows from the data folder, so that the next start finds it again.
 */
export function socketDirOf(dataFolder: string, temp = tmpdir()): string {
  const inside = join(dataFolder, 'run');
  if (Buffer.byteLength(join(inside, 'redis.sock')) <= longestSocketPath) return inside;
  const mark = createHash('sha256').update(dataFolder).digest('hex').slice(0, 16);
  return join(temp, `job-search-${process.getuid?.() ?? 0}-${mark}`);
}

/** The folder for the sockets of a data folder, made and private. */
export function socketDir(dataFolder: string, temp = tmpdir()): string {
  return privateDir(socketDirOf(dataFolder, temp));
}
