import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** One process of the tree: its role, its memory, its open files and the processor time of it and its ended children. */
export type Seen = { pid: number; part: string; rssMb: number; files: number; cpuMs: number };

const parts: readonly [string, RegExp][] = [
  ['API', /dist\/api\/main\.js/],
  ['worker', /dist\/worker\/main\.js/],
  ['demo board', /dist\/demo-board\/main\.js/],
  ['start', /scripts\/start\.mjs/],
  ['Redis', /redis-server|valkey-server/],
  ['Chromium', /chrom/i],
];

/** The process and its descendants, from /proc on Linux; one that ends meanwhile is omitted. */
export function readTree(root: number): Seen[] {
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), parentOf(name)] as const),
  );
  const isOurs = (pid: number): boolean => pid === root || (parents.has(pid) && isOurs(parents.get(pid) ?? 0));
  return [...parents.keys()].filter((pid) => pid > 0 && isOurs(pid)).flatMap((pid) => look(pid));
}

function parentOf(pid: string): number {
  const stat = read(`/proc/${pid}/stat`) ?? '';
  // The program's name is in brackets and may contain any character.
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? 0);
}

function look(pid: number): Seen[] {
  const words = read(`/proc/${pid}/cmdline`)?.replaceAll('\0', ' ') ?? '';
  const part = parts.find(([, sign]) => sign.test(words))?.[0];
  const rss = /VmRSS:\s+(\d+)/.exec(read(`/proc/${pid}/status`) ?? '')?.[1];
  if (part === undefined || rss === undefined) return [];
  return [{ pid, part, rssMb: Number(rss) / 1024, files: filesOf(pid), cpuMs: cpuOf(pid) }];
}

/** Linux counts in steps of ten milliseconds. */
function cpuOf(pid: number): number {
  const stat = read(`/proc/${pid}/stat`) ?? '';
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * 10;
}

function filesOf(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/fd`).filter((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`) !== '').length;
  } catch (error) {
    if (isGone(error)) return 0;
    throw error;
  }
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (isGone(error)) return null;
    throw error;
  }
}

const isGone = (error: unknown): boolean => ['ENOENT', 'ESRCH'].includes(String((error as NodeJS.ErrnoException).code));
