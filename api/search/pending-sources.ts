import type { SourceReport } from '../../shared/search/result.js';
import type { House } from '../context.js';

/** The reports of a search whose run has not said anything yet: every source is still to be asked. */
export async function pendingSources({ sourceNames }: Pick<House, 'sourceNames'>): Promise<SourceReport[]> {
  const names = await sourceNames();
  return names.map((name) => ({ name, status: 'pending', jobs: 0, tookMs: 0, detail: null }));
}
