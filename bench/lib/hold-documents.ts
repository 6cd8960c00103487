import type { RedisConnection } from '../../shared/redis/redis.js';
import { parseQuery } from '../../shared/search/query/parse-query.js';
import { anySearch, type SearchQuery, searchKey } from '../../shared/search/query/query.js';
import { type DocumentHead, documentVersion, writeDocument } from '../../shared/search/search-document.js';
import { loadGazetteer } from '../../worker/gazetteer/gazetteer.js';
import { createCorpus } from '../../worker/match/corpus/corpus.js';
import { prepareCollection } from '../../worker/match/corpus/load-collections.js';
import { searchCorpus } from '../../worker/match/rank/search-corpus.js';
import { createPostings } from './postings/postings.js';

/** Jobs per document: two pages. */
const jobsEach = 20;

/** Stores a finished search in Redis for each body, with real jobs; a page of ten is about 10 KB. They stay fresh for an hour. */
export async function holdDocuments(redis: RedisConnection, bodies: readonly object[]): Promise<void> {
  const jobs = rankedJobs();
  const now = Date.now();
  const head: DocumentHead = {
    v: documentVersion,
    state: 'complete',
    sourcesPrint: 'bench',
    version: `bench-${now}`,
    collectedAt: now,
    freshUntil: now + 3_600_000,
    recheckAt: now + 3_600_000,
    staleUntil: now + 7_200_000,
    total: jobs.length,
    notices: [],
    place: '',
    newerThan: 0,
    sources: ['greenhouse', 'careers', 'spa'].map((name) => ({
      name,
      status: 'ok',
      jobs: 40,
      tookMs: 180,
      detail: null,
    })),
  };
  const wide = 200;
  for (let from = 0; from < bodies.length; from += wide)
    await Promise.all(
      bodies
        .slice(from, from + wide)
        .map((body) => writeDocument(redis, searchKey(understood(body)), { head, jobs, running: null })),
    );
}

function understood(body: object): SearchQuery {
  const read = parseQuery(body);
  if ('errors' in read) throw new Error(JSON.stringify(read.errors));
  return read.query;
}

function rankedJobs(): string[] {
  const gazetteer = loadGazetteer();
  const now = new Date();
  const board = { id: 'bench', number: 0, first: 0, size: 2 * jobsEach };
  const held = createPostings({ seed: 5, now: now.getTime(), gazetteer }).held(board);
  const found = searchCorpus(createCorpus([prepareCollection('bench', held)]), anySearch, { now, gazetteer });
  return found.take(jobsEach).map((job) => JSON.stringify(job));
}
