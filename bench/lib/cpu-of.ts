import { readFileSync } from 'node:fs';
import type { BenchProcess } from '../lib/start-process.js';
import type { BenchRedis } from '../lib/start-redis.js';

/** The processor time of an API, a worker and their Redis so far, in milliseconds (Linux counts in steps of ten). */
export function cpuMsOf(processes: readonly BenchProcess[], { pid }: BenchRedis): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  const redis = (Number(fields[11]) + Number(fields[12])) * 10;
  return processes.reduce((sum, process) => sum + process.cpuMs(), redis);
}
