import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { readConfig } from '../shared/config.js';
import { createLogger } from '../shared/logger.js';
import { createWorkerParts } from './parts.js';

/** Entry of a worker process: opens what it needs, works until told to leave, and closes in reverse order. */
const config = readConfig();
const id = `${hostname()}-${process.pid}-${randomBytes(3).toString('hex')}`;
const logger = createLogger(config.LOG_LEVEL, 'worker').child({ worker: id });

const parts = await createWorkerParts({ config, logger, id, now: () => new Date() });
process.send?.({ ready: true });
logger.info({ queues: config.WORKER_QUEUES, sources: parts.sources, browser: parts.browser }, 'worker: ready');

let leaving = false;
const leave = (reason: string) => {
  if (leaving) return;
  leaving = true;
  logger.info({ reason }, 'worker: leaving');
  parts.close().then(
    () => process.exit(0),
    (error: unknown) => {
      logger.error({ err: error }, 'worker: could not leave well');
      process.exit(1);
    },
  );
};
process.on('SIGTERM', () => leave('SIGTERM'));
process.on('SIGINT', () => leave('SIGINT'));
// Without its parent a worker has nobody who would end it.
process.on('disconnect', () => leave('the parent is gone'));
