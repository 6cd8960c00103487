import { readConfig } from '../../shared/config.js';
import { createLogger, hideInLog } from '../../shared/logger.js';
import { connectRedis, redisReady } from '../../shared/redis/redis.js';
import { createPageAccess, type PageAccess } from '../collect/page-access.js';
import type { Gazetteer } from '../gazetteer/gazetteer.js';
import { loadGazetteer } from '../gazetteer/gazetteer.js';
import { redactAll } from '../sources/config/load-sources.js';
import type { Source } from '../sources/source.js';

/** What reading pages from a command needs. */
export type Tools = { access: PageAccess; gazetteer: Gazetteer };

/** Runs work with access to pages, whose pace and robots.txt are shared with a running service through Redis. */
export async function withTools<Result>(
  sources: readonly Source[],
  work: (tools: Tools) => Promise<Result>,
): Promise<Result> {
  const config = readConfig();
  const logger = createLogger('error', 'sources');
  hideInLog(logger, redactAll(sources));
  const redis = connectRedis(config, 'working', logger);
  await redisReady(redis, 5000);
  const access = createPageAccess({ config, logger, redis });
  try {
    return await work({ access, gazetteer: loadGazetteer() });
  } finally {
    await access.close();
    redis.disconnect();
  }
}
