import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { readConfig } from '../shared/config.js';
import { createLogger } from '../shared/logger.js';
import { bufferStdout } from '../shared/process/buffered-stdout.js';
import { explainStart, runProcess } from '../shared/process/run-process.js';
import { openTracing } from '../shared/tracing/open-tracing.js';
import { sendBoardProgress } from './process/send-board-progress.js';
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
