import type { FacetsAnswer, StoredFacets } from '../../shared/search/facets.js';
import { isPartial, summaryOf } from '../../shared/search/source-summary.js';
import { type AnswerInput, isStale } from './answer.js';

const allPages = 'Facets count the jobs of all pages, so page is not used.';

/** The body of `POST /api/jobs/facets`. */
export function facetsAnswer({ query, head, now, tookMs }: AnswerInput, stored: StoredFacets): string {
  const { sourceCounts } = summaryOf(head);
  const { total, exact, facets } = stored;
  return JSON.stringify({
    ...{ query, total, exact, facets },
    notices: [...new Set([...head.notices, ...stored.notices, ...(query.page === '0' ? [] : [allPages])])],
    partial: isPartial(sourceCounts),
    stale: isStale(head, now),
    collectedAt: head.collectedAt === null ? null : new Date(head.collectedAt).toISOString(),
    ageSeconds: head.collectedAt === null ? null : Math.max(0, Math.floor((now - head.collectedAt) / 1000)),
    tookMs: Math.round(tookMs),
    sourceCounts,
  } satisfies FacetsAnswer);
}
