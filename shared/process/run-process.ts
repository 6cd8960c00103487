/** Starts a process, runs it until a signal ends it, and reports why it could not start. */

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Logger } from '../logger.js';
import { outliveOutput } from './outlive-output.js';
import { within } from './repeat.js';

/** Mistakes of the program, not of its settings: their stack is printed too. */
const programErrors = [TypeError, ReferenceError, RangeError, SyntaxError];

/**
 * Runs the start of a process. When it rejects, prints the reason on standard error, without a stack, and exits with 1:
 * the cause is mostly a setting, which the message names.
 */
export async function explainStart(start: () => Promise<void>): Promise<void> {
  outliveOutput();
  try {
    await start();
  } catch (error) {
    process.stderr.write(`${reasonOf(error)}\n`);
    process.exit(1);
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return programErrors.some((kind) => error instanceof kind) ? (error.stack ?? error.message) : error.message;
}

/** A process that has not exited after this time is terminated: below the 10 s grace period of Docker and the supervisor. */
const leaveMs = 9000;

/** A running part of the service: its ready message to the parent, and how to close it. */
type RunningProcess = { ready: Record<string, unknown>; close(): Promise<void> };

/**
 * Runs a process from start to end: notifies the parent when it is ready, and closes once on SIGTERM, SIGINT, SIGHUP or
 * when the parent exits, since no other process would stop it then.
 */
export async function runProcess(logger: Logger, open: () => Promise<RunningProcess>): Promise<void> {
  clearAtRest();
  let leaving: string | null = null;
  let part: RunningProcess | null = null;

  const leave = async (reason: string): Promise<void> => {
    if (leaving !== null) return;
    leaving = reason;
    logger.info({ reason }, 'leaving');
    try {
      if (part !== null) await within(leaveMs, part.close());
      process.exit(0);
    } catch (error) {
      logger.error({ err: error }, 'could not shut down cleanly');
      process.exit(1);
    }
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void leave(signal));
  // Without a handler, Node opens its inspector, and with it this process, to everybody on the machine.
  process.on('SIGUSR1', () => logger.info('SIGUSR1 is ignored; start Node with --inspect to debug'));
  process.on('disconnect', () => void leave('the parent is gone'));

  part = await open();
  logger.info(part.ready, 'ready');
  process.send?.({ ready: true, ...part.ready });
}

/** Clears the heap of a process whenever it becomes idle. */

/**
 * Collects the garbage of the calling thread and returns its memory to the system; V8 does not do this while idle.
 * Blocks the thread: 1 ms per megabyte in use. A heap of more than `most` bytes is left alone. The memory of buffers is
 * returned the second time.
 */
export function clearHeap(most = Number.POSITIVE_INFINITY): void {
  if (process.memoryUsage().heapUsed > most) return;
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

/**
 * `lookMs`: how often the process's CPU time is checked; it is idle when it used at most `restCpuMs` since the last
 * check. `workCpuMs`: CPU time after which clearing is worthwhile. Milliseconds.
 */
type RestOptions = { lookMs: number; restCpuMs: number; workCpuMs: number };

const usual: RestOptions = { lookMs: 5000, restCpuMs: 250, workCpuMs: 1000 };

/** The largest heap that is cleared, in bytes: requests wait meanwhile, some 100 ms. */
const mostCleared = 128 * 2 ** 20;

/** Number of times to clear: the memory of buffers is returned the second time. */
const times = 2;

/** Clears the heap of a process whenever it becomes idle after some work: a small service is idle most of the day. */
export function clearAtRest({ lookMs, restCpuMs, workCpuMs }: RestOptions = usual): void {
  let before = cpuMs();
  let worked = before;
  let left = 0;
  const look = (): void => {
    const took = cpuMs() - before;
    before += took;
    worked += took;
    if (took > restCpuMs) return;
    if (worked >= workCpuMs) left = times;
    worked = 0;
    if (left === 0) return;
    left -= 1;
    clearHeap(mostCleared);
    before = cpuMs();
  };
  setInterval(look, lookMs).unref();
}

/** The CPU time of the process so far, with its threads, in milliseconds. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
