import { parseLocation } from '../../../shared/places/parse-location.js';
import type { Facets, FacetsAnswer, StoredFacets } from '../../../shared/search/facets.js';
import { isPartial, summaryOf } from '../../../shared/search/source-summary.js';
import { type AnswerInput, isStale } from './answer.js';

const allPages = 'Facets count the jobs of all pages, so page is not used.';

/** The body of `POST /api/jobs/facets`. */
export function facetsAnswer({ query, page: { head }, now, tookMs }: AnswerInput, stored: StoredFacets): string {
  const { sourceCounts } = summaryOf(head);
  const { total, exact, facets } = stored;
  return JSON.stringify({
    ...{ query, total, exact },
    facets: { ...facets, remoteFilter: remoteRows(facets.remoteFilter, query.location) },
    notices: [...new Set([...head.notices, ...stored.notices, ...(query.page === '0' ? [] : [allPages])])],
    partial: isPartial(sourceCounts),
    stale: isStale(head, now),
    collectedAt: head.collectedAt === null ? null : new Date(head.collectedAt).toISOString(),
    ageSeconds: head.collectedAt === null ? null : Math.max(0, Math.floor((now - head.collectedAt) / 1000)),
    tookMs: Math.round(tookMs),
    sourceCounts,
  } satisfies FacetsAnswer);
}

/**
 * The rows of `remoteFilter` for a location that states the workplace itself ("Remote, Germany"): without the field it stands,
 * and any other value contradicts it. The counts are shared with the search that states it in the field alone.
 */
function remoteRows(rows: Facets['remoteFilter'], location: string): Facets['remoteFilter'] {
  const { workplace } = parseLocation(location);
  const jobsInWorkplace = rows.find(({ word }) => word === workplace)?.jobs;
  return jobsInWorkplace === undefined
    ? rows
    : rows.map(({ word }) => ({ word, jobs: word === '' || word === workplace ? jobsInWorkplace : 0 }));
}
