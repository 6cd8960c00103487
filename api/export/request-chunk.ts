import type { Queue } from 'bullmq';
import { type ExportChunk, takeChunk } from '../../shared/export/export-chunk.js';
import { announcedChunk, chunkName, type ExportJob } from '../../shared/export/export-job.js';
import { subscribeToChanges } from '../../shared/redis/change-subscription.js';
import type { Listener } from '../../shared/redis/listener.js';
import type { RedisConnection } from '../../shared/redis/redis.js';

/** How long a chunk may take, with workers that are busy or restart. */
const chunkMs = 60_000;

/** Without an announcement the chunk is looked for after so long: pub/sub may lose messages, and the queue a job. */
const pollMs = 1000;

export type ChunkContext = {
  redis: RedisConnection;
  documents: Pick<Listener, 'on'>;
  exports: Queue<ExportJob>;
  now: () => Date;
};

/** Has a worker make a chunk and waits for it. Throws when it is not made in time or cannot be made. */
export async function requestChunk(
  { redis, documents, exports, now }: ChunkContext,
  job: ExportJob,
  { priority, signal }: { priority: number; signal: AbortSignal },
): Promise<ExportChunk> {
  const options = { jobId: `${job.id}-${chunkName(job)}`, priority, removeOnComplete: true, removeOnFail: true };
  const add = exports.add.bind(exports) as (name: string, data: ExportJob, options: object) => Promise<unknown>;
  const changes = subscribeToChanges(documents, [announcedChunk(job)]);
  signal.addEventListener('abort', changes.close);
  const until = now().getTime() + chunkMs;
  try {
    await add(exports.name, job, options);
    while (!signal.aborted && now().getTime() < until) {
      const woken = await changes.next(pollMs);
      const chunk = await takeChunk(redis, job);
      if (chunk !== null) return chunk;
      // Adding does nothing while the job exists.
      if (woken === 'backstop') await add(exports.name, job, options);
    }
  } finally {
    signal.removeEventListener('abort', changes.close);
    changes.close();
  }
  throw signal.aborted ? signal.reason : new Error(`No worker has made a chunk of an export in ${chunkMs / 1000} s.`);
}
