import { randomUUID } from 'node:crypto';
import type { Queue } from 'bullmq';
import type { Logger } from '../../shared/logger.js';
import { subscribeToChanges } from '../../shared/redis/change-subscription.js';
import type { Listener } from '../../shared/redis/listener.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { redisKeys } from '../../shared/redis/redis-keys.js';
import { unpackAnswer } from './pack-answer.js';
import { questionVersion, type ShardAnswer, type ShardQuestion } from './shard-question.js';

/**
 * How long the answer of a shard is awaited: as long as the lease of a worker that died lasts, and its successor takes to
 * load the shard.
 */
export const answerMs = 15_000;

/** Without an announcement the answer is looked for after so long: pub/sub may lose messages. */
const pollMs = 1000;

export type AskOptions = {
  redis: RedisConnection;
  logger: Logger;
  /** Announcements of answers. */
  answers: Pick<Listener, 'on'>;
  /** Epoch milliseconds. */
  now: () => Date;
  waitMs?: number;
};

/** The parts of a question that its asker decides. */
export type Asked = Omit<ShardQuestion, 'v' | 'id' | 'until' | 'unlowered'>;

/** Asks a shard by a job in its queue; `null` = no worker answered in time, or it failed, which is logged. */
export async function askShard(
  queue: Pick<Queue<ShardQuestion>, 'add' | 'name'>,
  asked: Asked,
  { redis, logger, answers, now, waitMs = answerMs }: AskOptions,
): Promise<Exclude<ShardAnswer, { error: string }> | null> {
  const id = randomUUID();
  const until = now().getTime() + waitMs;
  const changes = subscribeToChanges(answers, [id]);
  try {
    const add = queue.add.bind(queue) as (name: string, data: ShardQuestion, options: object) => Promise<unknown>;
    const options = { jobId: id, removeOnComplete: true, removeOnFail: true };
    await add(queue.name, { v: questionVersion, id, until, unlowered: true, ...asked }, options);
    for (;;) {
      const leftMs = until - now().getTime();
      if (leftMs > 0) await changes.next(Math.min(pollMs, leftMs));
      const packed = await redis.getdelBuffer(redisKeys.shardAnswer(id));
      if (packed !== null) {
        const answer = await unpackAnswer(packed);
        if (!('error' in answer)) return answer;
        logger.warn({ shard: queue.name, error: answer.error }, 'shards: a part of the postings could not be searched');
        return null;
      }
      if (now().getTime() >= until) {
        logger.warn({ shard: queue.name }, 'shards: no worker has searched a part of the postings in time');
        return null;
      }
    }
  } finally {
    changes.close();
  }
}
