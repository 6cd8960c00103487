import { isInFuture } from '../../shared/search/collections/is-in-future.js';
import type { DocumentHead } from '../../shared/search/search-document.js';
import { summaryOf } from '../../shared/search/source-summary.js';

/**
 * How a cached document may be used. `fresh`: as the answer. `stale`: as the answer, and refreshed in the background.
 * `incomplete`: a source, or a part of the postings that are held, is missing or still running, so the search is collected again and this document answers only if
 * that takes too long. `failed`: every source failed a moment ago. `none`: there is none, or it was made from another
 * sources file.
 */
export type Freshness = 'fresh' | 'stale' | 'incomplete' | 'failed' | 'none';

/** The freshness of a document at `now` (epoch ms); `sourcesHash` is that of the workers' current sources file, if known. */
export function freshnessOf(head: DocumentHead | null, now: number, sourcesHash: string | null): Freshness {
  if (head === null || now >= head.staleUntil) return 'none';
  if (sourcesHash !== null && head.sourcesPrint !== sourcesHash) return 'none';
  if (head.state === 'growing' || (head.lacking === true && head.state === 'complete')) return 'incomplete';
  if (now < head.recheckAt && !isInFuture(head.collectedAt, now)) return head.state === 'failed' ? 'failed' : 'fresh';
  if (head.state === 'failed') return 'none';
  const { ok, total } = summaryOf(head).sourceCounts;
  return ok === total || ok === 0 ? 'stale' : 'incomplete';
}
