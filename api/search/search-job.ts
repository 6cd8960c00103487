import { randomUUID } from 'node:crypto';
import { payloadVersion, type SearchJob } from '../../shared/queue/queues.js';
import type { LackingRecords } from '../../shared/search/further-records.js';
import { subjectOf } from '../../shared/search/query/query.js';
import { ownerOf } from '../../shared/search/retention.js';
import { documentVersion } from '../../shared/search/search-document.js';
import type { RequestCacheControl } from './read-query.js';
import type { SearchState } from './search-context.js';

type JobState = Pick<SearchState, 'query' | 'searchKey' | 'reader' | 'requestId' | 'caller'>;

/** The queue job of a request's search; `cacheControl` limits the age of the collections it may use. */
export function jobFor(
  { query, searchKey: key, reader, requestId, caller }: JobState,
  cacheControl: RequestCacheControl | null,
): SearchJob {
  const { priority } = caller;
  const budget = { owner: ownerOf(caller.bucket), bytes: caller.keptMegabytes * 1_000_000 };
  const ids = { key, subject: { ...subjectOf(query), reader }, requestId, runId: randomUUID() };
  const job = { v: payloadVersion, ...ids, priority, budget, documents: documentVersion } as const;
  if (cacheControl === null) return { ...job, newerThan: 0 };
  // Requests for the same maximum age share a run, apart from those that accept any fresh collection.
  return { ...job, newerThan: cacheControl.newerThan, id: `${key}.${cacheControl.maxAgeSeconds}` };
}

/** The queue job that makes the records or facets that an answer from a cached document lacks; equal ones share an id. */
export function furtherJob(state: JobState, pages: LackingRecords): SearchJob {
  const job = jobFor(state, null);
  return {
    ...job,
    pages,
    id: `${job.key}.${pages.version.slice(0, 8)}.${pages.facets === true ? 'facets' : pages.blocks.join('-')}`,
  };
}
