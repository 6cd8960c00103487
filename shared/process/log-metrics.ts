import type { Registry } from 'prom-client';
import { droppedLogLines } from './buffered-stdout.js';

/** Registers the count of log lines that this process could not write. */
export function registerDroppedLogLines({ Counter }: typeof import('prom-client'), registers: Registry[]): void {
  let counted = 0;
  new Counter({
    name: 'job_search_log_lines_dropped_total',
    help: 'Log lines that could not be written: the disk under the log was full, or nobody read the output.',
    registers,
    collect() {
      const dropped = droppedLogLines();
      this.inc(dropped - counted);
      counted = dropped;
    },
  });
}
