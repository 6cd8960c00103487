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

/** Requests a page politely: within robots.txt, the host's pace and the SSRF guard. Throws `SourceError`. */
export type GetPage = (request: Pick<PageRequest, 'url' | 'accept'> & Partial<PageRequest>) => Promise<ReceivedPage>;

/** Requests pages and describes their content. Each throws `SourceError`. */
export type PageReader = {
  get: GetPage;
  /** The facts of a page about its site's postings (`worker/recognise/describe-page.ts`). */
  describe(page: ReceivedPage): Promise<PageFacts>;
  /** The list that contains two given postings; `null` = the page has none. */
  describeList(page: ReceivedPage, examples: readonly [string, string]): Promise<ListFact | null>;
  /** Parses a response like a source. */
  parse(
    source: Pick<Source, 'kind' | 'settings'>,
    page: { response: ReceivedPage; request: PageRequest },
  ): Promise<ParsedPage>;
};

/** Requests pages like a source without special settings, leaving their bodies as bytes. */
export function createGetPage({ fetchHashed, userAgent, signal }: GetPageOptions): GetPage {
  const { perMinute, concurrency } = sourceDefaults;
  return async (request) => {
    const asked: PageRequest = { role: 'listing', ...request };
    return (await fetchHashed(asked, { signal, userAgent, perMinute, concurrency })).read();
  };
}

export type GetPageOptions = { fetchHashed: FetchHashed; userAgent: string; signal: AbortSignal };

/** The result of `work`, or the source failure it throws. Rethrows other errors. */
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
