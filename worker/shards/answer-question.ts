import type { Logger } from '../../shared/logger.js';
import { announce } from '../../shared/redis/listener.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { redisChannels, redisKeys } from '../../shared/redis/redis-keys.js';
import type { NamedRows } from '../../shared/search/facets.js';
import type { Matcher, Question } from '../engine/engine.js';
import { againIfLost } from '../engine/segments/again-if-lost.js';
import type { CollectionRef } from '../match/segment/collection-ref.js';
import type { QueueHandler } from '../process/take-jobs.js';
import { packAnswer } from './pack-answer.js';
import { type ShardAnswer, type ShardQuestion, shardQuestionSchema } from './shard-question.js';

/** How long an answer is kept for the worker that asked. */
const answerKeptMs = 30_000;

export type AnswerOptions = {
  redis: RedisConnection;
  logger: Logger;
  now: () => Date;
  /** Whole boards that are held, `changed` being versions of some that this process may not know yet. */
  boards(changed: ShardQuestion['changed']): Promise<CollectionRef[]>;
};

/** Answers questions to a shard from what this process holds of it; the answer is put into Redis and announced. */
export function createAnswerHandler(matcher: Matcher, { redis, logger, now, boards }: AnswerOptions): QueueHandler {
  const send = async (id: string, answer: ShardAnswer, isFormer = false): Promise<void> => {
    await redis.set(redisKeys.shardAnswer(id), await packAnswer(answer, isFormer), 'PX', answerKeptMs);
    await announce(redis, redisChannels.shardAnswers, { key: id, state: 'done' });
  };
  const fail = async (payload: unknown, error: string): Promise<void> => {
    const id = typeof payload === 'object' && payload !== null && 'id' in payload ? payload.id : null;
    if (typeof id === 'string') await send(id, { error });
  };
  const answer = async (question: ShardQuestion): Promise<ShardAnswer> => {
    const { subject, depth, records, reading, named, rows, facets, copies, narrowed, changed } = question;
    const refs = [...(await boards(changed)), ...narrowed.map(withoutAbsent)];
    const asked: Question = { refs, subject, now: new Date(question.now), reading };
    if (rows !== undefined) return { rows: await matcher.rows(asked, rows) };
    if (copies !== undefined) return { copies: await matcher.copies(asked, copies) };
    if (named !== undefined) return matcher.named(asked, named);
    if (facets !== undefined) return { facets: await matcher.facets(asked, namedIn(facets)) };
    return { matched: await matcher.match(asked, { depth, records }) };
  };
  return {
    async run({ data }) {
      const question = shardQuestionSchema.parse(data);
      // Its asker has given up.
      if (now().getTime() > question.until) return;
      try {
        await send(question.id, await againIfLost(() => answer(question), logger), question.unlowered !== true);
      } catch (error) {
        await fail(data, error instanceof Error ? error.message : String(error));
        throw error;
      }
    },
    refuse: (payload) => fail(payload, 'The question is of a newer release.'),
    stalled: (payload) => fail(payload, 'Two workers were lost while they answered.'),
  };
}

const namedIn = ({ places, companies }: NonNullable<ShardQuestion['facets']>): NamedRows | undefined =>
  places === undefined ? undefined : { places, companies };

const withoutAbsent = ({ isBoard, ...ref }: ShardQuestion['narrowed'][number]): CollectionRef =>
  isBoard === undefined ? ref : { ...ref, isBoard };
