import { type SourceSummary, summarizeSources, summaryOf } from '../../shared/search/result.js';
import type { DocumentPage } from '../../shared/search/search-document.js';
import type { Forward } from './answer/answer.js';
import type { SearchContext, SearchRequest } from './search-context.js';

/** When a client that stopped waiting should repeat its request, at the earliest. */
export const minRetrySeconds = 5;

/** Answers 202: the search waits or runs, and an equal request finds its answer later (docs/reference/api.md). */
export async function respondAccepted(
  context: Pick<SearchContext, 'admission' | 'sourceNames'>,
  ctx: SearchRequest,
  { page, forward }: { page: DocumentPage; forward: Forward },
): Promise<void> {
  const { waitSeconds, runSeconds } = await context.admission.expect(ctx.state.caller.priority);
  const seconds = Math.max(minRetrySeconds, waitSeconds === 0 ? 0 : Math.ceil((waitSeconds ?? 0) + (runSeconds ?? 0)));
  const { sources, sourceCounts } = page.running === null ? await pendingSources(context) : summaryOf(page.running);
  const applied = ctx.response.get('Preference-Applied');
  if (applied.startsWith('wait=')) ctx.set('Preference-Applied', `respond-async, ${applied}`);
  ctx.set('Cache-Status', `job-search; fwd=${forward}`);
  ctx.set('Retry-After', String(seconds));
  ctx.set('Content-Type', 'application/json; charset=utf-8');
  ctx.status = 202;
  ctx.body = JSON.stringify({
    status: 'collecting',
    detail: `Send the same request again in ${seconds} seconds.`,
    retryAfterSeconds: seconds,
    query: ctx.state.query,
    sources,
    sourceCounts,
  });
}

/** The sources of a search whose run has not reported yet: every source is pending. */
export async function pendingSources({ sourceNames }: Pick<SearchContext, 'sourceNames'>): Promise<SourceSummary> {
  const names = await sourceNames();
  return summarizeSources(names.map((name) => ({ name, status: 'pending', jobs: 0, tookMs: 0, detail: null })));
}
