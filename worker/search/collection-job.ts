import { randomUUID } from 'node:crypto';
import { type CollectJob, payloadVersion, type SearchJob } from '../../shared/queue/queues.js';
import type { SourceProgress } from './source-progress.js';

/** The pool in which a part's collection starts. */
export const poolOf = ({ planned: { source } }: Pick<SourceProgress, 'planned'>): 'http' | 'browser' =>
  source.kind.pool(source.settings);

/** The job that collects a part for a search. */
export function collectionJob(
  job: SearchJob,
  { planned: { source, key, narrow }, newerThan }: SourceProgress,
): CollectJob {
  return {
    v: payloadVersion,
    key,
    source: source.id,
    narrow,
    requestId: job.requestId,
    runId: randomUUID(),
    priority: job.priority,
    newerThan,
    detailsNewerThan: job.newerThan,
    budget: job.budget,
  };
}
