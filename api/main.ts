import { readConfig } from '../shared/config.js';
import { createLogger } from '../shared/logger.js';
import { runPart } from '../shared/run-part.js';
import { createApiParts } from './parts.js';

/** Entry of an API process: opens what it needs, answers until told to leave, and closes in reverse order. */
const config = readConfig();
const logger = createLogger(config.LOG_LEVEL, 'api');
await runPart(logger, async () => {
  const parts = await createApiParts({ config, logger, now: () => new Date() });
  return { close: parts.close, ready: { url: parts.url } };
});
