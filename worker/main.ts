import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { readConfig } from '../shared/config.js';
import { createLogger } from '../shared/logger.js';
import { bufferStdout } from '../shared/process/buffered-stdout.js';
import { explainStart } from '../shared/process/explain-start.js';
import { setHeapGrowth } from '../shared/process/heap-growth.js';
import { runProcess } from '../shared/process/run-process.js';
import { openTracing } from '../shared/tracing/open-tracing.js';
import { sendBoardProgress } from './process/send-board-progress.js';
import { startWorker } from './start-worker.js';

/** Entry point of a worker process: opens its services, runs until a shutdown is requested, and closes in reverse order. */
await explainStart(async () => {
  const config = readConfig();
  const id = `${hostname()}-${process.pid}-${randomBytes(3).toString('hex')}`;
  const logger = createLogger(config.LOG_LEVEL, 'worker', bufferStdout()).child({ worker: id });
  await runProcess(logger, async () => {
    const tracing = await openTracing({ config, logger, part: 'worker' });
    const threadsBusy = (busy: boolean): void => setHeapGrowth(busy ? 'busy' : 'usual');
    const parts = await startWorker({ config, logger, id, now: () => new Date(), tracing, threadsBusy });
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
