import { randomUUID } from 'node:crypto';
import type { SearchJob } from '../../shared/queue/queues.js';
import type { LackingRecords } from '../../shared/search/further-records.js';
import { subjectOf } from '../../shared/search/query.js';
import { ownerOf } from '../../shared/search/retention.js';
import { documentVersion } from '../../shared/search/search-document.js';
import type { RequestContext } from '../context.js';
import type { RequestCacheControl } from './request-cache-control.js';

/** The job that has a caller's search run; with a demand, over collections no older than it says. */
export function jobFor({ state }: RequestContext, demand: RequestCacheControl | null): SearchJob {
  const { query, searchKey: key, requestId, caller } = state;
  const { priority } = caller;
  const budget = { owner: ownerOf(caller.bucket), bytes: caller.keptMegabytes * 1_000_000 };
  const ids = { key, subject: subjectOf(query), requestId, runId: randomUUID() };
  const job = { v: 1, ...ids, priority, budget, documents: documentVersion } as const;
  if (demand === null) return { ...job, newerThan: 0 };
  // Those who ask for collections of one age share a run, apart from those who take any that is fresh.
  return { ...job, newerThan: demand.newerThan, id: `${key}.${demand.maxAgeSeconds}` };
}

/** The job that has records made which a page of a held document lacks; equal ones are one. */
export function furtherJob(visit: RequestContext, pages: LackingRecords): SearchJob {
  const job = jobFor(visit, null);
  return { ...job, pages, id: `${job.key}.${pages.version.slice(0, 8)}.${pages.blocks.join('-')}` };
}
