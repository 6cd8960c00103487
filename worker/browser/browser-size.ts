import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Browser } from 'playwright';

const run = promisify(execFile);

/** Memory of all processes of a Chromium, in bytes; `null` where the system does not report it. */
export async function browserBytes(chromium: Browser): Promise<number | null> {
  const session = await chromium.newBrowserCDPSession();
  try {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    const sizes = await Promise.all(processInfo.map(({ id }) => bytesOf(id)));
    const known = sizes.filter((size) => size !== null);
    return known.length === 0 ? null : known.reduce((sum, size) => sum + size, 0);
  } finally {
    // When the browser crashed in the meantime, its session is already closed.
    await session.detach().catch(() => undefined);
  }
}

/**
 * Memory of a process without file mappings, in bytes (proc(5), status "RssAnon" and "RssShmem"), which is faster to read
 * than its proportional share; `null` where the system does not report it.
 */
export async function anonymousBytesOf(pid: number): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const found = ['RssAnon', 'RssShmem'].map((name) => new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]);
  return found.includes(undefined) ? null : found.reduce((sum, kilobytes) => sum + Number(kilobytes) * 1024, 0);
}

/** A process's proportional share of memory (proc(5), smaps_rollup "Pss"), or its RSS by `ps` on other systems. */
async function bytesOf(pid: number): Promise<number | null> {
  try {
    const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8');
    const kilobytes = /^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1];
    if (kilobytes !== undefined) return Number(kilobytes) * 1024;
  } catch {
    // Not Linux, or the process has just ended: fall back to `ps`.
  }
  const output = await run('ps', ['-o', 'rss=', '-p', String(pid)]).catch(() => null);
  const kilobytes = Number(output?.stdout.trim() || Number.NaN);
  return Number.isNaN(kilobytes) ? null : kilobytes * 1024;
}
