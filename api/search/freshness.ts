import { isInFuture } from '../../shared/search/is-in-future.js';
import type { DocumentHead } from '../../shared/search/search-document.js';

/**
 * What a held document is good for. `fresh`: answered as it is. `stale`: answered at once and refreshed behind.
 * `wanting`: a source is missing from it or still out, so that it is collected anew and answered only if that takes too
 * long. `failed`: every source failed a moment ago. `none`: nothing is held, or it was made from another sources file.
 */
export type Freshness = 'fresh' | 'stale' | 'wanting' | 'failed' | 'none';

/** Judges a document at a moment; `sourcesPrint` is the workers' present sources file, `null` when no worker has said. */
export function freshnessOf(head: DocumentHead | null, now: number, sourcesPrint: string | null): Freshness {
  if (head === null || now >= head.staleUntil) return 'none';
  if (sourcesPrint !== null && head.sourcesPrint !== sourcesPrint) return 'none';
  if (head.state === 'growing') return 'wanting';
  if (now < head.recheckAt && !isInFuture(head.collectedAt, now)) return head.state === 'failed' ? 'failed' : 'fresh';
  if (head.state === 'failed') return 'none';
  const answering = head.sources.filter(({ status }) => status === 'ok').length;
  return answering === head.sources.length || answering === 0 ? 'stale' : 'wanting';
}
