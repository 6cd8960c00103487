import { EngineUnavailable } from '../../shared/cluster/engine-unavailable.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import {
  announcedHeld,
  type HeldAnswer,
  type HeldQuestion,
  heldQuestionJob,
  readHeldAnswer,
} from '../../shared/search/held-question.js';
import { type AskWorkerOptions, askWorker, noWorker } from './ask-worker.js';

/** Questions of one process that workers answer at a time; crawlers read page after page. */
const mostAsked = 8;

/** Milliseconds that a page waits for an answer: it can do without. */
const defaultHeldWaitMs = 5000;

/** Once no worker has answered in time, so long none is asked. */
const restMs = 10_000;

/** Asks about what is held. Throws an `unavailable` problem when no worker answers in time, or too many questions wait. */
export type AskHeld = (question: HeldQuestion) => Promise<HeldAnswer>;

/** Asks the workers about what is held; equal questions share an answer for some minutes. */
export function createAskHeld({ redis, ...given }: AskWorkerOptions & { redis: RedisConnection }): AskHeld {
  const options = { waitMs: defaultHeldWaitMs, clock: () => performance.now(), ...given };
  const asked = new Map<string, Promise<HeldAnswer>>();
  let restUntil = Number.NEGATIVE_INFINITY;
  /** Why none is asked meanwhile. */
  let isAway: EngineUnavailable | null = null;

  const ask = async (question: HeldQuestion): Promise<HeldAnswer> => {
    const job = heldQuestionJob(question);
    const read = () => readHeldAnswer(redis, job);
    const known = await read();
    if (known !== null) return known;
    if (options.clock() < restUntil) throw isAway ?? noWorker('No worker has answered lately.');
    return askWorker(options, { job, announced: announcedHeld(job), read }).catch((error: unknown) => {
      restUntil = options.clock() + restMs;
      isAway = error instanceof EngineUnavailable ? error : null;
      throw error;
    });
  };
  return async (question) => {
    const { id } = heldQuestionJob(question);
    const same = asked.get(id);
    if (same !== undefined) return same;
    if (asked.size >= mostAsked) throw noWorker('Too many questions wait for the workers.');
    const answer = ask(question).finally(() => asked.delete(id));
    asked.set(id, answer);
    return answer;
  };
}
