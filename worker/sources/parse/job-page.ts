import type { PageRequest, PageResponse, ParsedPage } from '../source.js';
import { sourceChanged } from '../source-errors.js';
import { joined, openOrClosed, readStructured, refuseBlocked } from './site-page.js';

/**
 * Reads a posting's own page by its schema.org JobPosting, and adds what the listing said of it. A page without one throws
 * `sourceChanged`, so that the posting stays as it was listed.
 */
export function readJobPage(response: PageResponse, request: Pick<PageRequest, 'listed'>): ParsedPage {
  const listed = request.listed ?? null;
  const { postings, flaws } = readStructured(response);
  const [own] = postings;
  if (own === undefined) {
    refuseBlocked(response);
    throw sourceChanged('a page with a JobPosting', flaws[0] ?? `"${response.body.trim().slice(0, 60)}"`);
  }
  const posting = listed === null ? own : joined(listed, { ...own, sourceJobId: listed.sourceJobId });
  return { ...openOrClosed(response, [posting]), follow: [], flaws };
}
