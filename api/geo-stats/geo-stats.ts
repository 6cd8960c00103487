/** GET /api/geo-stats: searches and jobs by place, as observed by this service (docs/reference/geo-stats.md). */
import { LRUCache } from 'lru-cache';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { createStatsReader } from '../../shared/stats/read-stats.js';
import { sendTagged } from '../middleware/answer.js';
import type { Middleware } from '../middleware/identify.js';
import { definitions, readStatsQuery, type StatsAnswer, type StatsQuery, writeAnswer } from './write-answer.js';

/** The part of the application's context that geo-stats needs. */
export type GeoStatsContext = { stats: StatsAnswers };

export function geoStats({ stats }: GeoStatsContext): Middleware {
  return async function geoStats(ctx) {
    const { body, tag } = await stats.answer(readStatsQuery(ctx.query));
    ctx.set('Cache-Control', 'max-age=30');
    ctx.set('Link', `<${definitions}>; rel="describedby"`);
    sendTagged(ctx, { tag, type: 'application/json; charset=utf-8', body });
  };
}

/** Answers of geo-stats, shared by requests of half a second. */
export type StatsAnswers = {
  answer(query: StatsQuery): Promise<Pick<StatsAnswer, 'body' | 'tag'>>;
};

/** An older answer is recomputed while the request waits. */
const maxAgeMs = 500;

/** Queries whose answers are kept; the least recently used one is dropped. */
const maxQueries = 4;

type Kept = {
  answer: Promise<StatsAnswer>;
  /** When the answer was begun (`performance.now()`); infinite while it is being made. */
  madeAt: number;
  /** The previous answer. */
  former: StatsAnswer | null;
};

export function createStatsAnswers({ redis, now }: { redis: RedisConnection; now: () => Date }): StatsAnswers {
  const tools = { redis, now, windows: createStatsReader({ redis, now }) };
  const answers = new LRUCache<string, Kept>({ max: maxQueries });
  return {
    answer(query) {
      const name = JSON.stringify(query);
      const begun = performance.now();
      const kept = answers.get(name);
      if (kept !== undefined && begun - kept.madeAt <= maxAgeMs) return kept.answer;
      const former = kept?.former ?? null;
      const answer = writeAnswer(tools, query, former);
      const making: Kept = { answer, madeAt: Number.POSITIVE_INFINITY, former };
      answers.set(name, making);
      answer.then(
        (made) => Object.assign(making, { madeAt: begun, former: made }),
        // A failure affects only the requests waiting for it: the next one tries again.
        () => answers.delete(name),
      );
      return answer;
    },
  };
}
