import { readConfig } from '../shared/config.js';
import { createLogger } from '../shared/logger.js';
import { bufferStdout } from '../shared/process/buffered-stdout.js';
import { explainStart, runProcess } from '../shared/process/run-process.js';
import { openTracing } from '../shared/tracing/open-tracing.js';
import { startApi } from './start-api.js';

/** Entry point of an API process: runs until a stop signal, then closes everything in reverse order. */
await explainStart(async () => {
  const config = readConfig();
  const logger = createLogger(config.LOG_LEVEL, 'api', bufferStdout());
  await runProcess(logger, async () => {
    const tracing = await openTracing({ config, logger, part: 'api' });
    const api = await startApi({ config, logger, now: () => new Date(), tracing });
    return {
      ready: { url: api.url, ...(api.setUp && { setUp: api.setUp }) },
      async close() {
        await api.close();
        await tracing.close();
      },
    };
  });
});
