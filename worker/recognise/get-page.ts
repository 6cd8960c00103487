import type { FetchPage } from '../fetch/fetch-page.js';
import type { PageRequest, PageResponse } from '../sources/source.js';
import { SourceError } from '../sources/source-errors.js';
import { sourceDefaults } from '../sources/source-limits.js';

/** Requests a page politely: as robots.txt and the pace of its host allow, through the SSRF guard. Throws `SourceError`. */
export type GetPage = (request: Pick<PageRequest, 'url' | 'accept'> & Partial<PageRequest>) => Promise<PageResponse>;

/** Requests pages as a source without settings of its own does. */
export function createGetPage({ fetchPage, userAgent, signal }: GetPageOptions): GetPage {
  const { perMinute, concurrency } = sourceDefaults;
  return (request) => fetchPage({ role: 'listing', ...request }, { signal, userAgent, perMinute, concurrency });
}

type GetPageOptions = { fetchPage: FetchPage; userAgent: string; signal: AbortSignal };

/** The page, or the failure to read it. Other errors are thrown. */
export async function getOrFailure(get: GetPage, request: Parameters<GetPage>[0]): Promise<PageResponse | SourceError> {
  try {
    return await get(request);
  } catch (error) {
    if (error instanceof SourceError) return error;
    throw error;
  }
}

/** The page, or `null` when it cannot be read. */
export async function getOrNull(get: GetPage, request: Parameters<GetPage>[0]): Promise<PageResponse | null> {
  const page = await getOrFailure(get, request);
  return page instanceof SourceError ? null : page;
}
