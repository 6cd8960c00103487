import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** The memory of a process after garbage collection. */
export type Memory = { heapMb: number; externalMb: number; handles: number };

/** How long a process may take to collect its garbage. */
const collectMs = 5000;

/** Makes a process collect its garbage and report its memory; `null` when it ended or did not answer. */
export async function readMemory(folder: string, pid: number): Promise<Memory | null> {
  const file = join(folder, `memory-${pid}`);
  rmSync(file, { force: true });
  try {
    process.kill(pid, 'SIGUSR2');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return null;
    throw error;
  }
  const until = performance.now() + collectMs;
  while (performance.now() < until) {
    const told = existsSync(file) ? readFileSync(file, 'utf8') : '';
    if (told.endsWith('}')) {
      const { heapUsed, external, handles } = JSON.parse(told) as Record<'heapUsed' | 'external' | 'handles', number>;
      return { heapMb: heapUsed / 2 ** 20, externalMb: external / 2 ** 20, handles };
    }
    await wait(20);
  }
  return null;
}
