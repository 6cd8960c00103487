import { randomUUID } from 'node:crypto';
import { type Problem, retryLater } from '../../shared/problems/problem.js';
import { payloadVersion, type SearchJob } from '../../shared/queue/queues.js';
import type { LackingRecords } from '../../shared/search/further-records.js';
import { subjectOf } from '../../shared/search/query/query.js';
import { ownerOf } from '../../shared/search/retention.js';
import { documentVersion } from '../../shared/search/search-document.js';
import type { RequestCacheControl } from './read-query.js';
import type { SearchContext, SearchState } from './search-context.js';
import type { Refusal } from './wait/admission.js';

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

/** How long the caller of a search waits; `respondAsync` = it accepts a 202 when nothing is ready by then. */
export type WaitPreference = { seconds: number; respondAsync: boolean };

type AdmissionContext = Pick<SearchContext, 'admission' | 'config'>;

/** `null` when the search may be queued, else why not. */
export function enforceAdmission(
  context: AdmissionContext,
  job: SearchJob,
  wait: WaitPreference,
): Promise<Refusal | null> {
  return context.admission.admit(job, waitLimitSeconds(context, wait));
}

/** A caller that comes back for its answer is assumed to wait as long as any caller may. */
function waitLimitSeconds({ config }: AdmissionContext, { seconds, respondAsync }: WaitPreference): number {
  return respondAsync ? Math.max(seconds, config.SEARCH_WAIT_MAX_SECONDS) : seconds;
}

/** The problem of a search that was not queued and has no cached answer. */
export function searchRefused(
  context: AdmissionContext,
  { reason, retrySeconds, expected }: Refusal,
  wait: WaitPreference,
): Problem {
  const again = `Try again in ${retrySeconds} seconds.`;
  const needed = Math.ceil((expected.waitSeconds ?? 0) + (expected.runSeconds ?? 0));
  const detail =
    reason === 'full'
      ? `The queue is full: ${expected.ahead} searches are ahead of it. ${again}`
      : `This search would take about ${needed} seconds, with ${expected.ahead} ahead of it; the limit is ${waitLimitSeconds(context, wait)}. ${again}`;
  return retryLater('unavailable', retrySeconds, { detail });
}
