import { chmod, chown, lstat, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';

/** Files of one Chromium: its profile and temporary files, and what Playwright writes. */
export type ChromiumFolder = { path: string; profile: string; artifacts: string; remove(): Promise<void> };

const prefix = 'job-search-chromium-';

/**
 * Makes a folder in the temporary folder, named by this process so that a later one can tell whether it is still needed.
 * `owner` may write into the profile, and nobody else; `null` = this process's own user.
 */
export async function makeChromiumFolder(owner: number | null): Promise<ChromiumFolder> {
  const path = await mkdtemp(join(tmpdir(), `${prefix}${await nameOf(process.pid)}-`));
  const profile = join(path, 'profile');
  const artifacts = join(path, 'artifacts');
  await mkdir(profile, { mode: 0o700 });
  await mkdir(artifacts, { mode: 0o700 });
  if (owner !== null) {
    await chown(profile, owner, owner);
    // Passed through, not listed.
    await chmod(path, 0o711);
  }
  return { path, profile, artifacts, remove: () => removeFolder(path) };
}

/** Removes the folders of processes of this machine that have ended, as after SIGKILL; resolves to how many. */
export async function removeAbandonedFolders(): Promise<number> {
  const own = process.getuid?.();
  const here = `${prefix}${machine()}-`;
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(here));
  const removed = names.map(async (name) => {
    const [pid = '', started = ''] = name.slice(here.length).split('-');
    const path = join(tmpdir(), name);
    const found = await lstat(path).catch(() => null);
    // Another user's folder, or a link that another user put there, is none of ours.
    if (found === null || !found.isDirectory() || (own !== undefined && found.uid !== own)) return 0;
    if (`${machine()}-${pid}-${started}` === (await nameOf(Number(pid)))) return 0;
    await removeFolder(path);
    return 1;
  });
  const counts: number[] = await Promise.all(removed);
  return counts.reduce((sum, count) => sum + count, 0);
}

/** A Chromium that is ending may still write while its files are removed. */
async function removeFolder(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
}

/** Containers that share a temporary folder do not see each other's processes, but have names of their own. */
const machine = (): string =>
  hostname()
    .replace(/[^A-Za-z0-9]/g, '')
    .slice(0, 40) || 'here';

/** A process, told apart from a later one of the same id by when it started; `gone` for one that does not run. */
async function nameOf(pid: number): Promise<string> {
  return `${machine()}-${pid}-${await startOf(pid)}`;
}

/** Clock ticks after boot (proc(5), stat field 22), 0 where the system does not tell, `gone` when there is no such process. */
async function startOf(pid: number): Promise<string> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return 'gone';
  }
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The name, in parentheses, may hold anything.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '0';
  } catch {
    return '0';
  }
}
