import type { CollectJob, SearchJob } from '../../shared/queue/queues.js';
import type { Tracing } from '../../shared/tracing/tracing.js';

/** Runs a job in a span named `search` or `collect SOURCE` that carries the id of the request that started the job. */
export function traceJob<Result>(tracing: Tracing, job: SearchJob | CollectJob, work: () => Promise<Result>) {
  const facts = { 'job_search.request_id': job.requestId, 'job_search.key': job.key };
  const isSearch = 'subject' in job;
  const name = isSearch ? 'search' : `collect ${job.source}`;
  const source = isSearch ? {} : { 'job_search.source': job.source };
  return tracing.span({ name, kind: 'internal', facts: { ...facts, ...source } }, work);
}
