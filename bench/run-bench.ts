import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { BenchRow } from './bench.js';

/** Rows as a release writes them: early ones have no id. */
export type WrittenRow = Omit<BenchRow, 'id'> & Partial<Pick<BenchRow, 'id'>>;

/**
 * Runs a bench of a built project in this folder in a separate process. `null`: it failed, and has printed why. A
 * signal that ends this process also ends the bench and everything it started.
 */
export async function runBench(folder: string, name: string, flags: readonly string[]): Promise<WrittenRow[] | null> {
  const child = fork(join(folder, 'dist/bench/main.js'), [name, '--alone', ...flags], {
    ...{ cwd: folder, execArgv: ['--expose-gc'], detached: true },
  });
  const end = (): never => {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
    process.exit(130);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end);
  let rows: WrittenRow[] | null = null;
  child.once('message', (message) => {
    rows = message as WrittenRow[];
  });
  await once(child, 'exit');
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, end);
  return rows;
}
