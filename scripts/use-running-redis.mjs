import { findRunningRedis } from '../dist/start/find-running-redis.js';

/** Without REDIS_URL, a tool uses the Redis of the `npm start` that runs on this DATA_DIR. */
process.env.REDIS_URL ||= (await findRunningRedis(process.env)) ?? '';
