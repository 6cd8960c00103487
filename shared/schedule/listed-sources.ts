import { z } from 'zod';
import type { RedisConnection } from '../redis/redis.js';
import { redisKeys } from '../redis/redis-keys.js';

/**
 * A source as an operator sees it. `key`: of its full board's collection, `null` when it narrows by itself. `what`: its
 * settings without secrets. `perMinute`: requests that its host's pace allows. `site`: its board's address, if known.
 */
const listedSchema = z.object({
  id: z.string(),
  kind: z.string(),
  key: z.string().nullable(),
  what: z.string(),
  site: z.string().nullable().optional(),
  perMinute: z.number(),
  paused: z.boolean(),
});
export type ListedSource = z.infer<typeof listedSchema>;

/** The latest reading of a source, and its total requests. Times: epoch ms; no `failingSince` after a success. */
const readingSchema = z.object({
  at: z.number(),
  status: z.string(),
  jobs: z.number(),
  requests: z.number(),
  tookMs: z.number(),
  detail: z.string().nullable(),
  opened: z.number().nullable(),
  closed: z.number().nullable(),
});
export type SourceReading = z.infer<typeof readingSchema>;

/** Publishes the sources of the file in use, for the operator's page. */
export async function publishSources(redis: RedisConnection, sources: readonly ListedSource[]): Promise<void> {
  await redis.set(redisKeys.sourceList, JSON.stringify(sources));
}

/** The sources of the file in use; `[]` before a worker has started. */
export async function readListedSources(redis: RedisConnection): Promise<ListedSource[]> {
  const text = await redis.get(redisKeys.sourceList);
  return text === null ? [] : z.array(listedSchema).parse(JSON.parse(text));
}

/** Whether a worker has started with an empty sources file. */
export const isWithoutSources = async (redis: RedisConnection): Promise<boolean> =>
  (await redis.get(redisKeys.sourceList)) === '[]';

/** Records the end of a source's reading. */
export async function noteSourceReading(redis: RedisConnection, source: string, reading: SourceReading): Promise<void> {
  const writing = redis
    .multi()
    .hset(redisKeys.sourceReadings, source, JSON.stringify(reading))
    .hincrby(redisKeys.sourceRequestCounts, source, reading.requests);
  if (reading.status === 'ok' || reading.status === 'forbidden') writing.hdel(redisKeys.sourcesFailing, source);
  else writing.hsetnx(redisKeys.sourcesFailing, source, reading.at);
  await writing.exec();
}

/** The latest reading of each source, its total requests, and since when it fails, is gone or forbidden. */
export async function readSourceReadings(redis: RedisConnection): Promise<{
  readings: Map<string, SourceReading>;
  requests: Map<string, number>;
  failingSince: Map<string, number>;
  goneSince: Map<string, number>;
  forbiddenSince: Map<string, number>;
}> {
  const [readings, requests, failing, gone, forbidden] = await Promise.all([
    redis.hgetall(redisKeys.sourceReadings),
    redis.hgetall(redisKeys.sourceRequestCounts),
    redis.hgetall(redisKeys.sourcesFailing),
    redis.hgetall(redisKeys.sourcesGone),
    redis.hgetall(redisKeys.sourcesForbidden),
  ]);
  const numbers = (rows: Record<string, string>) =>
    new Map(Object.entries(rows).map(([id, count]) => [id, Number(count)]));
  return {
    readings: new Map(Object.entries(readings).map(([id, text]) => [id, readingSchema.parse(JSON.parse(text))])),
    requests: numbers(requests),
    failingSince: numbers(failing),
    goneSince: numbers(gone),
    forbiddenSince: numbers(forbidden),
  };
}

/** Deletes the readings of sources no longer in the file. */
export async function forgetReadings(redis: RedisConnection, known: ReadonlySet<string>): Promise<void> {
  const gone = (await redis.hkeys(redisKeys.sourceReadings)).filter((id) => !known.has(id));
  for (let from = 0; from < gone.length; from += 1000) {
    const some = gone.slice(from, from + 1000);
    const { sourceReadings, sourceRequestCounts, sourcesFailing, sourcesGone, sourcesForbidden } = redisKeys;
    const keys = [sourceReadings, sourceRequestCounts, sourcesFailing, sourcesGone, sourcesForbidden];
    await Promise.all(keys.map((key) => redis.hdel(key, ...some)));
  }
}
