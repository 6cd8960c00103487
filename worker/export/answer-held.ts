import type { RedisConnection } from '../../shared/redis/redis.js';
import { type HeldQuestionJob, writeHeldAnswer } from '../../shared/search/held-question.js';
import type { Engine } from '../engine/engine.js';
import { analyzeSearch } from '../match/keyword/analyze-search.js';
import { collectionsFor, type PlanContext } from '../search/searched-collections.js';

export type AnswerHeldContext = PlanContext & {
  redis: RedisConnection;
  engine: Pick<Engine, 'search' | 'facets'>;
  now: () => Date;
};

/** Answers a question from what is held, and writes the answer for the API. */
export async function answerHeld(context: AnswerHeldContext, job: HeldQuestionJob): Promise<void> {
  const { engine, redis, gazetteer } = context;
  const search = analyzeSearch(job.subject, gazetteer);
  const question = { search, now: context.now(), collections: collectionsFor(context, search) };
  const found = await engine.search(question, { depth: job.jobs, records: job.jobs });
  const counted = job.facets ? await engine.facets(question) : null;
  const partial = [found, ...(counted === null ? [] : [counted])].some(
    ({ missing, silent }) => missing.length > 0 || silent > 0,
  );
  await writeHeldAnswer(redis, job, {
    total: found.total,
    jobs: found.jobs,
    facets: counted?.facets ?? null,
    partial,
  });
}
