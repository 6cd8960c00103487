import { readConfig } from '../../shared/config.js';
import { createLogger, hideInLog } from '../../shared/logger.js';
import { connectRedis, redisReady } from '../../shared/redis/redis.js';
import { createPageAccess, type PageAccess } from '../collect/crawl/page-access.js';
import { redactAll } from '../sources/config/load-sources.js';
import type { Source } from '../sources/source.js';
import { threadFile } from '../threads/thread-file.js';
import { createThreadPool, type ThreadPool } from '../threads/thread-pool.js';

/** What reading pages from a command needs. */
export type Tools = { access: PageAccess; threads: ThreadPool };

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
  const threads = createThreadPool({ threads: config.THREADS, file: threadFile(), logger });
  try {
    return await work({ access, threads });
  } finally {
    await threads.close();
    await access.close();
    redis.disconnect();
  }
}
