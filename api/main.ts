import { readConfig } from '../shared/config.js';
import { createLogger } from '../shared/logger.js';
import { bufferStdout } from '../shared/process/buffered-stdout.js';
import { explainStart } from '../shared/process/explain-start.js';
import { runProcess } from '../shared/process/run-process.js';
import { openTracing } from '../shared/tracing/open-tracing.js';
import { startApi } from './start-api.js';

/** Entry of an API process: opens what it needs, answers until told to leave, and closes in reverse order. */
await explainStart(async () => {
  const config = readConfig();
  const logger = createLogger(config.LOG_LEVEL, 'api', bufferStdout());
  await runProcess(logger, async () => {
    const tracing = await openTracing({ config, logger, part: 'api' });
    const parts = await startApi({ config, logger, now: () => new Date(), tracing });
    return {
      ready: { url: parts.url },
      async close() {
        await parts.close();
        await tracing.close();
      },
    };
  });
});
