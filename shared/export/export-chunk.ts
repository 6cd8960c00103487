import { z } from 'zod';
import { announce } from '../redis/listener.js';
import type { RedisConnection } from '../redis/redis.js';
import { redisChannels, redisKeys } from '../redis/redis-keys.js';
import { announcedChunk, chunkName, type ExportJob } from './export-job.js';

/** How long a chunk waits for the process that streams it. */
const chunkKeptMs = 120_000;

/** A chunk as a worker made it. `text`: lines of changes, `''` for none. */
export type ExportChunk = { text: Buffer; changes: number; total: number };

const headSchema = z.object({ changes: z.int(), total: z.int() }).or(z.object({ error: z.string() }));

type Named = Pick<ExportJob, 'id' | 'attempt' | 'round' | 'from'>;

/** Stores a chunk, or why it could not be made, for the process that streams it, and announces it. */
export async function sendChunk(
  redis: RedisConnection,
  job: Named,
  chunk: ExportChunk | { error: string },
): Promise<void> {
  const key = redisKeys.exportChunk(job.id, chunkName(job));
  const { text, ...head } = 'error' in chunk ? { ...chunk, text: '' } : chunk;
  await redis
    .multi()
    .hset(key, { head: JSON.stringify(head), text })
    .pexpire(key, chunkKeptMs)
    .exec();
  await announce(redis, redisChannels.documents, { key: announcedChunk(job), state: 'done' });
}

/** Takes a chunk; `null` = it is not there yet. Throws when it could not be made. */
export async function takeChunk(redis: RedisConnection, job: Named): Promise<ExportChunk | null> {
  const key = redisKeys.exportChunk(job.id, chunkName(job));
  const [text, lines] = await redis.hmgetBuffer(key, 'head', 'text');
  if (!text || !lines) return null;
  await redis.unlink(key);
  const head = headSchema.parse(JSON.parse(text.toString()));
  if ('error' in head) throw new Error(`A chunk of an export could not be made: ${head.error}`);
  return { ...head, text: lines };
}
