import type { SourceReport } from '../../shared/search/result.js';
import type { AppContext } from '../context.js';

/** The reports of a search whose run has not said anything yet: every source is still to be asked. */
export async function pendingSources({ sourceNames }: Pick<AppContext, 'sourceNames'>): Promise<SourceReport[]> {
  const names = await sourceNames();
  return names.map((name) => ({ name, status: 'pending', jobs: 0, tookMs: 0, detail: null }));
}
