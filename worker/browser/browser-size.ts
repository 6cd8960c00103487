import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Browser } from 'playwright';

const run = promisify(execFile);

/** Bytes that all of a Chromium's processes hold together; `null` where the system does not tell. */
export async function sizeOf(chromium: Browser): Promise<number | null> {
  const session = await chromium.newBrowserCDPSession();
  try {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    const sizes = await Promise.all(processInfo.map(({ id }) => bytesOf(id)));
    const told = sizes.filter((size) => size !== null);
    return told.length === 0 ? null : told.reduce((sum, size) => sum + size, 0);
  } finally {
    // A browser that died meanwhile has no session left to close.
    await session.detach().catch(() => undefined);
  }
}

/**
 * Bytes of memory that a process does not share with files (proc(5), status "RssAnon" and "RssShmem"), which unlike its
 * share is quickly told; `null` where the system does not tell.
 */
export async function heldBy(pid: number): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const found = ['RssAnon', 'RssShmem'].map((name) => new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]);
  return found.includes(undefined) ? null : found.reduce((sum, kilobytes) => sum + Number(kilobytes) * 1024, 0);
}

/** A process's share of memory (proc(5), smaps_rollup "Pss"), or on other systems what `ps` says. */
async function bytesOf(pid: number): Promise<number | null> {
  try {
    const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8');
    const kilobytes = /^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1];
    if (kilobytes !== undefined) return Number(kilobytes) * 1024;
  } catch {
    // Not Linux, or a process that just ended: `ps` knows.
  }
  const said = await run('ps', ['-o', 'rss=', '-p', String(pid)]).catch(() => null);
  const kilobytes = Number(said?.stdout.trim() || Number.NaN);
  return Number.isNaN(kilobytes) ? null : kilobytes * 1024;
}
