import { type ConnectionOptions, Worker } from 'bullmq';
import { createLogger } from '../../shared/logger.js';
import { connectRedis, redisReady } from '../../shared/redis/redis.js';

/** An idle BullMQ worker: the memory of the library itself. */
const redis = connectRedis(process.env.REDIS_URL ?? '', 'working', createLogger('silent', 'bench'));
await redisReady(redis, 5000);
const worker = new Worker('empty', async () => undefined, { connection: redis as ConnectionOptions });
await worker.waitUntilReady();
process.send?.({ ready: true });
process.on('SIGTERM', () => process.exit(0));
