import type { FetchHashed } from '../fetch/fetch-page.js';
import {
  type PageRequest,
  type ParsedPage,
  type ReceivedPage,
  type Source,
  SourceError,
  sourceDefaults,
} from '../sources/source.js';
import type { ListFact, PageFacts } from './describe-page.js';

/** Requests a page politely: as robots.txt and the pace of its host allow, through the SSRF guard. Throws `SourceError`. */
export type GetPage = (request: Pick<PageRequest, 'url' | 'accept'> & Partial<PageRequest>) => Promise<ReceivedPage>;

/** Requests pages and says what is in them. Each throws `SourceError`. */
export type PageReader = {
  get: GetPage;
  /** The facts of a page about its site's postings (`worker/recognise/describe-page.ts`). */
  describe(page: ReceivedPage): Promise<PageFacts>;
  /** The list of which two postings are given; `null` = the page has none. */
  describeList(page: ReceivedPage, examples: readonly [string, string]): Promise<ListFact | null>;
  /** Parses a response as a source does. */
  parse(
    source: Pick<Source, 'kind' | 'settings'>,
    page: { response: ReceivedPage; request: PageRequest },
  ): Promise<ParsedPage>;
};

/** Requests pages as a source without settings of its own does, and leaves their bodies in bytes. */
export function createGetPage({ fetchHashed, userAgent, signal }: GetPageOptions): GetPage {
  const { perMinute, concurrency } = sourceDefaults;
  return async (request) => {
    const asked: PageRequest = { role: 'listing', ...request };
    return (await fetchHashed(asked, { signal, userAgent, perMinute, concurrency })).read();
  };
}

export type GetPageOptions = { fetchHashed: FetchHashed; userAgent: string; signal: AbortSignal };

/** What `work` returns, or the failure of a source that it throws. Other errors are thrown. */
export async function orFailure<Result>(work: Promise<Result>): Promise<Result | SourceError> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof SourceError) return error;
    throw error;
  }
}

/** A page and its facts. */
export type SeenPage = { url: string; facts: PageFacts };

/** Requests and reads a page. Throws `SourceError`. */
export async function see({ get, describe }: Pick<PageReader, 'get' | 'describe'>, url: string): Promise<SeenPage> {
  const page = await get({ url, accept: 'page' });
  return { url: page.url, facts: await describe(page) };
}
