import { hash } from 'node:crypto';
import { chmod, chown, lstat, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';

/** Folders of one Chromium process: its profile with temporary files, and Playwright's artifacts. */
export type ChromiumFolder = { path: string; profile: string; artifacts: string; remove(): Promise<void> };

/**
 * Names are short: Chromium puts a socket into `TMPDIR/org.chromium.Chromium.XXXXXX/SingletonSocket`, and the path of a socket has at most
 * 107 characters (unix(7)).
 */
const prefix = 'js-chromium-';

/**
 * Creates a folder in the system's temporary folder, named after this process, so that a later process can tell whether it
 * is still in use. Only the user `owner` may write to the profile; `null` = this process's own user.
 */
export async function makeChromiumFolder(owner: number | null): Promise<ChromiumFolder> {
  const path = await mkdtemp(join(tmpdir(), `${prefix}${await nameOf(process.pid)}-`));
  const profile = join(path, 'p');
  const artifacts = join(path, 'a');
  await mkdir(profile, { mode: 0o700 });
  await mkdir(artifacts, { mode: 0o700 });
  if (owner !== null) {
    await chown(profile, owner, owner);
    // Other users may traverse the folder but not list it.
    await chmod(path, 0o711);
  }
  return { path, profile, artifacts, remove: () => removeFolder(path) };
}

/** Removes folders left behind by processes of this machine that have ended, such as by SIGKILL; resolves to their number. */
export async function removeAbandonedFolders(): Promise<number> {
  const ownUserId = process.getuid?.();
  const here = `${prefix}${machine()}-`;
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(here));
  const removed = names.map(async (name) => {
    const [pid = '', started = ''] = name.slice(here.length).split('-');
    const path = join(tmpdir(), name);
    const found = await lstat(path).catch(() => null);
    // Skips another user's folder and a link that another user placed there.
    if (found === null || !found.isDirectory() || (ownUserId !== undefined && found.uid !== ownUserId)) return 0;
    if (`${machine()}-${pid}-${started}` === (await nameOf(Number(pid)))) return 0;
    await removeFolder(path);
    return 1;
  });
  const counts: number[] = await Promise.all(removed);
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Retries, since a Chromium that is shutting down may still write files. */
async function removeFolder(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
}

/** Containers that share a temporary folder cannot see each other's processes, but their host names differ. */
export const machine = (): string => hash('sha256', hostname()).slice(0, 6);

/** Names a process by host, id and start time, since ids are reused; `gone` when it has ended. */
async function nameOf(pid: number): Promise<string> {
  return `${machine()}-${pid}-${await startOf(pid)}`;
}

/** A process's start in clock ticks after boot (proc(5), stat field 22), to the base 36: 0 where unknown, `gone` without such a process. */
async function startOf(pid: number): Promise<string> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return 'gone';
  }
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The process name, in parentheses, may contain any character.
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? 0).toString(36);
  } catch {
    return '0';
  }
}
