/** Starts a process, runs it until a signal ends it, and reports why it could not start. */
import type { Logger } from '../logger.js';
import { clearAtRest } from './clear-at-rest.js';
import { outliveOutput } from './outlive-output.js';
import { within } from './with-timeout.js';

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
