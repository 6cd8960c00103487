import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { readConfig } from '../shared/config.js';
import { createLogger, type Logger } from '../shared/logger.js';
import { bufferStdout } from '../shared/process/buffered-stdout.js';
import { explainStart, runProcess } from '../shared/process/run-process.js';
import { attemptedBoards, type BoardFigures } from '../shared/schedule/board-figures.js';
import { openTracing } from '../shared/tracing/open-tracing.js';
import { startWorker } from './start-worker.js';

/**
 * Bytes of bytecode that a function runs before V8 considers optimising it: twice the default of V8 11.3. Each thread
 * compiles separately, and code that seldom runs is not worth it: collecting 15 boards of 400 takes 8 % less CPU, four
 * times gains no more. Versions from 12 on (Node 22) lack the flag, and report that on standard error.
 */
const interruptBudget = 264_000;

/** Entry point of a worker process: opens its services, runs until a shutdown is requested, and closes in reverse order. */
await explainStart(async () => {
  if (process.versions.v8.startsWith('11.')) setFlagsFromString(`--interrupt-budget=${interruptBudget}`);
  const config = readConfig();
  const id = `${hostname()}-${process.pid}-${randomBytes(3).toString('hex')}`;
  const logger = createLogger(config.LOG_LEVEL, 'worker', bufferStdout()).child({ worker: id });
  await runProcess(logger, async () => {
    const tracing = await openTracing({ config, logger, part: 'worker' });
    const parts = await startWorker({ config, logger, id, now: () => new Date(), tracing });
    const stopSending =
      config.WORKER_INDEX === 0
        ? sendBoardProgress(parts.boardFigures, { total: parts.scheduledBoards, logger })
        : () => undefined;
    return {
      ready: { queues: config.WORKER_QUEUES, sources: parts.sources, browser: parts.browser },
      async close() {
        stopSending();
        await parts.close();
        await tracing.close();
      },
    };
  });
});

/** Interval between two messages to the parent, in milliseconds. */
const sendMs = 1000;

/**
 * Reports to the parent process how far the boards have been read, until each of the `total` scheduled boards was
 * attempted once. Does nothing without a parent that listens. Returns a function that stops it.
 */
export function sendBoardProgress(
  read: () => Promise<BoardFigures>,
  { total, logger }: { total: number; logger: Logger },
): () => void {
  let timer: NodeJS.Timeout | undefined;
  let stopped = process.send === undefined || total === 0;
  const send = async (): Promise<void> => {
    try {
      const boards = await read();
      if (stopped || !process.connected) return;
      // Their number is wrong until the schedule includes every board.
      if (boards.total >= total) process.send?.({ boards });
      if (boards.total >= total && attemptedBoards(boards) === boards.total) return;
    } catch (err) {
      logger.debug({ err }, 'boards: progress not read');
    }
    if (!stopped) timer = setTimeout(() => void send(), sendMs);
  };
  if (!stopped) void send();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
