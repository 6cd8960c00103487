import { bucketLetters } from '../../shared/export/export-chunk.js';
import { exportKeptMs } from '../../shared/export/export-store.js';
import { packRows, type SentRows, unpackRows } from '../../shared/export/sent-rows.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { redisKeys } from '../../shared/redis/redis-keys.js';

type Range = { id: string; round: number; from: number; to: number };

/** What a reader has of a bucket: see `compareRows`. */
export type HeldRows = { former: SentRows; tried: SentRows | null };

/** What was sent of each bucket of a range, by the round before and by earlier responses of this one. */
export async function readSentRows(
  redis: RedisConnection,
  { id, round, from, to }: Range,
): Promise<Map<number, HeldRows>> {
  const buckets = Array.from({ length: to - from }, (_, at) => from + at);
  const fields = buckets.map(String);
  const none: (Buffer | null)[] = [];
  const [formers, tries] = await Promise.all([
    round === 0 ? none : redis.hmgetBuffer(redisKeys.exportRows(id, round - 1), ...fields),
    redis.hmgetBuffer(redisKeys.exportRows(id, round), ...fields),
  ]);
  return new Map(
    buckets.map((bucket, at) => {
      const [former, tried] = [formers[at], tries[at]];
      const begin = bucketLetters(bucket);
      return [
        bucket,
        { former: former ? unpackRows(former, begin) : new Map(), tried: tried ? unpackRows(tried, begin) : null },
      ];
    }),
  );
}

/** Notes what a response of this round sends, before it is sent. */
export async function writeSentRows(
  redis: RedisConnection,
  { id, round, sent }: { id: string; round: number; sent: ReadonlyMap<number, SentRows> },
): Promise<void> {
  if (sent.size === 0) return;
  const key = redisKeys.exportRows(id, round);
  const fields = [...sent].flatMap(([bucket, rows]) => [String(bucket), packRows(rows)]);
  const results = await redis
    .multi()
    .hset(key, ...fields)
    .pexpire(key, exportKeptMs)
    .exec();
  const failed = results?.find(([error]) => error);
  if (failed?.[0]) throw failed[0];
}
