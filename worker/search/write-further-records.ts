import { announcedAs } from '../../shared/queue/queues.js';
import { announce } from '../../shared/redis/listener.js';
import { redisChannels } from '../../shared/redis/redis-keys.js';
import { type LackingRecords, recordsKept, writeFurther } from '../../shared/search/further-records.js';
import { type RankedJob, unpackRanked } from '../../shared/search/ranked-list.js';
import { nobody } from '../../shared/search/retention.js';
import { type DocumentHead, readRanked, replaceHead } from '../../shared/search/search-document.js';
import { enforceBudget } from '../collect/protect/enforce-budget.js';
import type { Lacking, Question } from '../engine/engine.js';
import { type AnalyzedSearchJob, collectedWhole, type SearchRunContext } from './search-context.js';
import { headLacking } from './unsearched.js';

/**
 * Writes records beyond the first ones of a document, for the jobs of its ranked list and as of the time it was ranked,
 * so that every page belongs to one list. A job no longer stored, or no longer matching, is left out. Does nothing when
 * the document was replaced in the meantime, which its readers detect themselves.
 */
export async function writeFurtherRecords(
  context: SearchRunContext,
  job: AnalyzedSearchJob,
  { version, blocks }: LackingRecords,
): Promise<void> {
  const { redis, logger } = context;
  const began = performance.now();
  const document = await readRanked(redis, job.key);
  if (document !== null && document.head.version === version) {
    const lists = blocks.map((block) => unpackRanked(document.ranked, block * recordsKept, (block + 1) * recordsKept));
    const lines = await linesOf(context, job, { ...document, list: lists.flat() });
    let from = 0;
    const records = new Map<number, string[]>();
    for (const [index, list] of lists.entries()) {
      const block = blocks[index];
      if (block === undefined) throw new Error('A list of further records has no block.');
      const to = from + list.length;
      records.set(block, lines.slice(from, to));
      from = to;
    }
    const written = await writeFurther(redis, job.key, {
      version,
      owner: job.budget?.owner ?? nobody,
      blocks: records,
      now: context.now(),
    });
    await enforceBudget(context, written, job.budget ?? null);
  }
  await announce(redis, redisChannels.documents, { key: announcedAs(job), state: 'further' });
  const tookMs = Math.round(performance.now() - began);
  logger.info({ requestId: job.requestId, search: job.key, blocks, tookMs }, 'search: further records written');
}

/** A record for each job of a list as a line of JSON; `''` for one no longer found. */
async function linesOf(
  context: SearchRunContext,
  job: AnalyzedSearchJob,
  { list, ...document }: RankedDocument & { list: readonly RankedJob[] },
): Promise<string[]> {
  const { records } = await askHeld(context, job, {
    document,
    ask: (question) => context.engine.records(question, list),
  });
  context.storeJobCopies(records.filter((record) => record !== null));
  return records.map((record) => (record === null ? '' : JSON.stringify(record)));
}

/** A document returned by `readRanked`. */
export type RankedDocument = { head: DocumentHead; narrowed: readonly string[] };

type Asked<Answer> = { document: RankedDocument; ask(question: Question): Promise<Answer> };

/**
 * Queries the current collections of a document, at the time it was ranked. If a part cannot be searched, the document
 * is marked: the answer reports it, and the next request rebuilds the document.
 */
export async function askHeld<Answer extends Lacking>(
  context: Pick<SearchRunContext, 'redis' | 'sources' | 'gazetteer' | 'now'>,
  { key, search }: Pick<AnalyzedSearchJob, 'key' | 'search'>,
  { document: { head, narrowed }, ask }: Asked<Answer>,
): Promise<Answer> {
  const now = head.rankedAt === undefined ? context.now() : new Date(head.rankedAt);
  const whole = collectedWhole({ ...context, sources: () => context.sources }, search);
  const found = await ask({ search, now, collections: [...whole, ...narrowed] });
  if (found.missing.length > 0 || found.silent > 0)
    await replaceHead(context.redis, key, headLacking(head, { sources: new Set(found.missing), silent: found.silent }));
  return found;
}
