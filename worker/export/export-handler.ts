import { z } from 'zod';
import { sendChunk } from '../../shared/export/export-chunk.js';
import { exportJobSchema } from '../../shared/export/export-job.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import type { QueueHandler } from '../process/take-jobs.js';
import { againIfLost } from '../shards/again-if-lost.js';
import { type MakeChunkContext, makeChunk } from './make-chunk.js';

type Context = MakeChunkContext & { logger: Parameters<typeof againIfLost>[1] };

/** Takes the jobs of the queue `export`: makes one chunk each, and says so where it cannot be made. */
export function createExportHandler(context: Context): QueueHandler {
  const { redis, logger } = context;
  return {
    async run({ data }, stop) {
      const job = exportJobSchema.parse(data);
      try {
        await sendChunk(redis, job, await againIfLost(() => makeChunk(context, job), logger));
      } catch (error) {
        if (!stop.aborted) await fail(redis, data, error instanceof Error ? error.message : String(error));
        throw error;
      }
    },
    refuse: (payload) => fail(redis, payload, 'it is of a newer release.'),
    stalled: (payload) => fail(redis, payload, 'two workers were lost while they made it.'),
  };
}

const named = z.object({ id: z.string(), attempt: z.string(), round: z.number(), from: z.number() });

async function fail(redis: RedisConnection, payload: unknown, error: string): Promise<void> {
  const job = named.safeParse(payload);
  if (job.success) await sendChunk(redis, job.data, { error });
}
