import { z } from 'zod';
import { EngineUnavailable } from '../../shared/cluster/engine-unavailable.js';
import { exportJobSchema, sendChunk } from '../../shared/export/export-chunk.js';
import { announce } from '../../shared/redis/listener.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { redisChannels } from '../../shared/redis/redis-keys.js';
import {
  announcedHeld,
  type HeldQuestionJob,
  heldQuestionJobSchema,
  writeHeldAnswer,
} from '../../shared/search/held-question.js';
import {
  announcedCopies,
  announcedLookup,
  type CopiesJob,
  copiesJobSchema,
  type LookupJob,
  lookupJobSchema,
} from '../../shared/search/lookup.js';
import type { Engine } from '../engine/engine.js';
import { analyzeSearch } from '../match/keyword/analyze-search.js';
import type { QueueHandler } from '../process/take-jobs.js';
import { collectionsFor, type PlanContext } from '../search/search-context.js';
import { type FindCopiesContext, type LocateContext, locateOpenings, updateCopies } from './find-copies.js';
import { type MakeChunkContext, makeChunk } from './make-chunk.js';

type AnswerHeldContext = PlanContext & {
  redis: RedisConnection;
  engine: Pick<Engine, 'search' | 'facets'>;
  now: () => Date;
};

/** Answers a question from the stored postings, and writes the answer for the API. */
async function answerHeld(context: AnswerHeldContext, job: HeldQuestionJob): Promise<void> {
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

type Context = MakeChunkContext & FindCopiesContext & LocateContext & AnswerHeldContext;

/** Handles jobs of the queue `export`: chunks, duplicates of a posting, address lookups and questions. */
export function createExportHandler(context: Context): QueueHandler {
  const { redis } = context;
  const answerCopies = async (posting: CopiesJob): Promise<void> => {
    try {
      await updateCopies(context, posting);
    } finally {
      await announce(redis, redisChannels.documents, { key: announcedCopies(posting), state: 'done' });
    }
  };
  /** Announces that a question was answered, or that the engine is unavailable, so that no caller waits in vain. */
  const announcing = async (key: string, answering: Promise<void>): Promise<void> => {
    try {
      await answering;
    } catch (error) {
      if (error instanceof EngineUnavailable) await announce(redis, redisChannels.documents, { key, state: 'engine' });
      throw error;
    }
    await announce(redis, redisChannels.documents, { key, state: 'done' });
  };
  const answerLookup = (lookup: LookupJob): Promise<void> =>
    announcing(announcedLookup(lookup), locateOpenings(context, lookup));
  const answerQuestion = (question: HeldQuestionJob): Promise<void> =>
    announcing(announcedHeld(question), answerHeld(context, question));
  return {
    async run({ data }, stop) {
      const posting = copiesJobSchema.safeParse(data);
      if (posting.success) return answerCopies(posting.data);
      const lookup = lookupJobSchema.safeParse(data);
      if (lookup.success) return answerLookup(lookup.data);
      const question = heldQuestionJobSchema.safeParse(data);
      if (question.success) return answerQuestion(question.data);
      const job = exportJobSchema.parse(data);
      try {
        await sendChunk(redis, job, await makeChunk(context, job));
      } catch (error) {
        if (!stop.aborted) await fail(redis, data, error instanceof Error ? error.message : String(error));
        throw error;
      }
    },
    refuse: (payload) => fail(redis, payload, 'it is of a newer release.'),
    stalled: (payload) => fail(redis, payload, 'two workers were lost while they made it.'),
  };
}

const named = z.object({ id: z.string(), attempt: z.string(), round: z.number(), from: z.number() });

async function fail(redis: RedisConnection, payload: unknown, error: string): Promise<void> {
  const job = named.safeParse(payload);
  if (job.success) await sendChunk(redis, job.data, { error });
}
