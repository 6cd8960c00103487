import { randomUUID } from 'node:crypto';
import { addOnce, priorities, type SearchJob } from '../../shared/queue/queues.js';
import { readDocument } from '../../shared/search/search-document.js';
import type { AnalyzedSearchJob, SearchRunContext } from './search-context.js';
import { freshEnd, type SourceProgress } from './source-progress.js';

/** Pauses before a search over old boards is repeated: most answer within seconds, some wait for the pace of their host. */
const renewalMs = [3000, 20_000] as const;

/**
 * Queues a search again whose answer is stale from the start, since it used old boards, so that the next request finds an
 * answer made of their new versions. No caller waits for it.
 */
export async function renewLater(
  { searches, now }: Pick<SearchRunContext, 'searches' | 'now'>,
  job: AnalyzedSearchJob,
  parts: readonly SourceProgress[],
): Promise<void> {
  const { renewals = 0, freshAt: _freshAt, search: _search, budget, ...payload } = job;
  const delayMs = renewalMs[renewals];
  const used = parts.flatMap(({ ref, report }) => (ref !== null && report.status === 'ok' ? ref : []));
  const at = now().getTime();
  if (delayMs === undefined || used.length === 0 || freshEnd(used, at) > at) return;
  const renewal: SearchJob = {
    ...{ ...payload, budget, runId: randomUUID(), newerThan: 0 },
    ...{ priority: priorities.refresh, renewals: renewals + 1, id: `${job.key}.renewal-${renewals + 1}` },
  };
  await addOnce(searches, renewal, { delayMs });
}

/** Whether a repeated search would find what its document has already: no board was read since the document was made. */
export async function isDocumentCurrent(
  { redis }: Pick<SearchRunContext, 'redis'>,
  { key, renewals }: SearchJob,
  parts: readonly SourceProgress[],
): Promise<boolean> {
  if (renewals === undefined) return false;
  const { head } = await readDocument(redis, key, { from: 0, count: 0 });
  const since = head?.state === 'complete' && head.lacking !== true ? (head.rankedAt ?? 0) : 0;
  return parts.every(({ ref }) => ref === null || ref.collectedAt <= since);
}
