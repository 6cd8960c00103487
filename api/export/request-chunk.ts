import type { Queue } from 'bullmq';
import { type ExportChunk, takeChunk } from '../../shared/export/export-chunk.js';
import { announcedChunk, chunkName, type ExportJob } from '../../shared/export/export-job.js';
import type { Listener } from '../../shared/redis/listener.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { awaitWorker } from '../jobs/ask-worker.js';

/** How long a chunk may take, with workers that are busy or restart. */
const chunkMs = 60_000;

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
  const chunk = await awaitWorker(
    { documents, waitMs: chunkMs, clock: () => now().getTime() },
    {
      add: () => add(exports.name, job, options),
      announced: announcedChunk(job),
      read: () => takeChunk(redis, job),
      ...{ isRepeated: true, signal },
    },
  );
  if (chunk !== null) return chunk;
  throw signal.aborted ? signal.reason : new Error(`No worker has made a chunk of an export in ${chunkMs / 1000} s.`);
}
