import type { CollectJob, SearchJob } from '../../shared/queue/queues.js';
import type { Tracing } from '../../shared/tracing/tracing.js';

/** A span for one search or one collection, named by what it is and by the request that began it. */
export function traceJob<Result>(tracing: Tracing, job: SearchJob | CollectJob, work: () => Promise<Result>) {
  const facts = { 'job_search.request_id': job.requestId, 'job_search.key': job.key };
  const isSearch = 'subject' in job;
  const name = isSearch ? 'search' : `collect ${job.source}`;
  const source = isSearch ? {} : { 'job_search.source': job.source };
  return tracing.span({ name, kind: 'internal', facts: { ...facts, ...source } }, work);
}
