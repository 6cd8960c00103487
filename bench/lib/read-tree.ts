import { readdirSync, readFileSync } from 'node:fs';

/** The usage of a process and its descendants: milliseconds of processor time, MB of memory. */
export type TreeCost = { cpuMs: number; memoryMb: number };

/** A process and its descendants, from /proc on Linux. */
export function treeOf(root: number): number[] {
  return statsOf(root).map(({ pid }) => pid);
}

/**
 * Reads it from /proc on Linux. Time includes ended children; memory shared by several processes counts once (proportional set
 * size).
 */
export function readTree(root: number): TreeCost {
  const ours = statsOf(root);
  return {
    cpuMs: ours.reduce((sum, { ticks }) => sum + ticks * 10, 0),
    memoryMb: ours.reduce((sum, { pid }) => sum + memoryOf(pid), 0),
  };
}

function statsOf(root: number): { pid: number; ticks: number }[] {
  const stats = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? statOf(Number(name)) : []));
  const parents = new Map(stats.map(({ pid, parent }) => [pid, parent]));
  const isOurs = (pid: number): boolean => pid === root || (parents.has(pid) && isOurs(parents.get(pid) ?? 0));
  return stats.filter(({ pid }) => isOurs(pid));
}

function statOf(pid: number): { pid: number; parent: number; ticks: number }[] {
  const text = read(`/proc/${pid}/stat`);
  // The program's name is in brackets and may contain any character.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  if (text === '') return [];
  // Fields 14 to 17 of proc(5): its own time in user and kernel mode, and that of children it has waited for.
  const ticks = [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0);
  return [{ pid, parent: Number(fields[1]), ticks }];
}

const memoryOf = (pid: number): number =>
  Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) / 1024;

/** The file's text; `''` when its process has ended. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ESRCH', 'EACCES'].includes(String((error as NodeJS.ErrnoException).code))) return '';
    throw error;
  }
}
