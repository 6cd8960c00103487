import { announcedAs, type SearchJob } from '../../shared/queue/queues.js';
import { announce } from '../../shared/redis/listener.js';
import { redisChannels } from '../../shared/redis/redis-keys.js';
import { readCollectionStates } from '../../shared/search/collection-store.js';
import { type LackingRecords, recordsKept, writeFurther } from '../../shared/search/further-records.js';
import { type RankedJob, unpackRanked } from '../../shared/search/ranked-list.js';
import { nobody } from '../../shared/search/retention.js';
import { type DocumentHead, readRanked } from '../../shared/search/search-document.js';
import { searchCorpus } from '../match/rank/search-corpus.js';
import { accountFor } from './account-for.js';
import { isNarrowed, plan } from './plan.js';
import type { SearchTools } from './run-search.js';

/**
 * Makes records beyond the first ones of a document, for the jobs its ranked list names, by the clock it was ranked by: so
 * that every page is cut from one list. A job that is no longer held, or changed so that it does not match any more, is left
 * out. Does nothing when the document was replaced meanwhile: who waits sees that.
 */
export async function makeFurther(
  tools: SearchTools,
  job: SearchJob,
  { version, blocks }: LackingRecords,
): Promise<void> {
  const { redis, logger } = tools;
  const began = performance.now();
  const held = await readRanked(redis, job.key);
  if (held !== null && held.head.version === version) {
    const lists = blocks.map((block) => unpackRanked(held.ranked, block * recordsKept, (block + 1) * recordsKept));
    const lines = await linesOf(tools, job, { ...held, list: lists.flat() });
    let from = 0;
    const made = new Map<number, string[]>();
    for (const [at, block] of blocks.entries()) {
      const to = from + (lists[at]?.length ?? 0);
      made.set(block, lines.slice(from, to));
      from = to;
    }
    const written = await writeFurther(redis, job.key, { version, owner: job.budget?.owner ?? nobody, blocks: made });
    await accountFor(tools, written, job.budget ?? null);
  }
  await announce(redis, redisChannels.documents, { key: announcedAs(job), state: 'further' });
  const tookMs = Math.round(performance.now() - began);
  logger.info({ requestId: job.requestId, search: job.key, blocks, tookMs }, 'search: further records made');
}

/** A record for each job of a list as a line of JSON; `''` for one that is not found any more. */
async function linesOf(
  { redis, sources, corpora, gazetteer, noteCopies, now }: SearchTools,
  { subject }: SearchJob,
  { list, head, narrowed }: { list: readonly RankedJob[]; head: DocumentHead; narrowed: readonly string[] },
): Promise<string[]> {
  const boards = plan(sources, subject).filter((planned) => !isNarrowed(planned));
  const keys = [...boards.map(({ key }) => key), ...narrowed];
  const states = await readCollectionStates(redis, keys);
  const refs = keys.flatMap((key, at) => {
    const collection = states[at]?.head;
    return collection ? [{ key, version: collection.version, source: collection.source }] : [];
  });
  const { corpus } = await corpora.corpusOf(refs);
  const at = head.rankedAt === undefined ? now() : new Date(head.rankedAt);
  const records = searchCorpus(corpus, subject, { now: at, gazetteer }).named(list);
  noteCopies(records.filter((record) => record !== null));
  return records.map((record) => (record === null ? '' : JSON.stringify(record)));
}
