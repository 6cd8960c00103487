import { type SourceSummary, summarizeSources } from '../../shared/search/result.js';
import type { SearchContext } from './search-context.js';

/** The sources of a search whose run has not reported yet: every source is pending. */
export async function pendingSources({ sourceNames }: Pick<SearchContext, 'sourceNames'>): Promise<SourceSummary> {
  const names = await sourceNames();
  return summarizeSources(names.map((name) => ({ name, status: 'pending', jobs: 0, tookMs: 0, detail: null })));
}
