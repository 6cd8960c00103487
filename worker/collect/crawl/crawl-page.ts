import type { Render } from '../../browser/polite-render.js';
import { decodePage } from '../../fetch/decode-page.js';
import type { FetchedPage, FetchHashed, FetchOptions, FetchPage } from '../../fetch/fetch-page.js';
import { decodeMails } from '../../mail/packed-mails.js';
import type { PageRequest, ParsedPage, ReceivedPage, Source } from '../../sources/source.js';
import { SourceError } from '../../sources/source-errors.js';
import { extentOf, paceOf } from '../../sources/source-limits.js';
import type { ParsePage } from '../../threads/read-in-threads.js';
import { parseParts } from './parse-parts.js';
import type { ReceivedPages } from './received-pages.js';

/** `render`: `null` without a browser. `narrowed`: the source is searched with a caller's query. */
export type CrawlPageContext = {
  fetchPage: FetchPage;
  /** Fetches a page without decoding it; absent: every page is decoded, whether or not it has changed. */
  fetchHashed?: FetchHashed;
  /** Responses that have been received already. */
  received?: ReceivedPages;
  render: Render | null;
  parse?: ParsePage;
  userAgent: string;
  signal: AbortSignal;
  narrowed: boolean;
};

/** A page must be rendered and this pool has no browser: the collection moves to the browser pool. */
export class NeedsBrowser extends Error {
  override readonly name = 'NeedsBrowser';
}

/** Parses in this thread without a time limit; for tools and tests. */
const parseHere: ParsePage = async ({ kind, settings }, { response, request }) =>
  kind.parse(decodePage(await decodeMails(response, request), request), request, settings);

/** A parsed page and the hash of its response, `null` when it was rendered. `page` is `null` when the hash is the known one. */
export type CrawledPage = { page: ParsedPage | null; hash: string | null };

/**
 * Fetches and parses one page: by HTTP, by Chromium, or by Chromium when HTTP gave nothing readable. A response whose hash is
 * `knownHash` is not parsed.
 */
export async function crawlPage(
  source: Source,
  request: PageRequest,
  context: CrawlPageContext,
  knownHash: string | null = null,
): Promise<CrawledPage> {
  const { signal, userAgent, parse = parseHere } = context;
  const brief = context.narrowed && request.role === 'listing';
  const options: FetchOptions = { signal, userAgent, ...paceOf(source), brief };
  const { maxJobs } = extentOf(source);
  const parsed = (whole: ReceivedPage): Promise<ParsedPage> =>
    parseParts(whole, {
      maxPostings: maxJobs,
      parse: async (response) =>
        withholdForbidden(response, request, await parse(source, { response, request, signal })),
    });
  if (request.render !== 'always') {
    const fetched = await fetchOrTake(request, options, context);
    if (fetched.hash !== null && fetched.hash === knownHash) return { page: null, hash: knownHash };
    const response = await fetched.read();
    const page = await parsed(response);
    if (!page.needsBrowser || request.render === 'never') return { page, hash: response.hash ?? null };
  }
  if (context.render === null) throw new NeedsBrowser(request.url);
  const { doubts, ...response } = await context.render(request, options);
  const page = await parsed(response);
  return { page: { ...page, doubts: [...(page.doubts ?? []), ...doubts] }, hash: null };
}

type Fetched = Pick<FetchedPage, 'read'> & { hash: string | null };

async function fetchOrTake(
  request: PageRequest,
  options: FetchOptions,
  { fetchPage, fetchHashed, received }: CrawlPageContext,
): Promise<Fetched> {
  const had = received?.take(request) ?? null;
  if (had instanceof SourceError) throw had;
  if (had !== null) return had;
  return fetchHashed === undefined
    ? { hash: null, read: () => fetchPage(request, options) }
    : fetchHashed(request, options);
}

/**
 * Removes what may not be kept. A response marked noindex or noarchive gives no postings, neither its own nor, as a detail,
 * the one that its listing described; its links are followed, since each page states its own directives.
 */
function withholdForbidden(
  { robots }: Pick<ReceivedPage, 'robots'>,
  request: PageRequest,
  page: ParsedPage,
): ParsedPage {
  if (robots === undefined || !(robots.noindex || robots.noarchive)) return page;
  const isDetail = request.role === 'detail';
  return {
    ...page,
    postings: [],
    follow: page.follow.map(({ listed: _listed, ...further }) => further),
    withheld: Math.max(page.postings.length, isDetail ? 1 : 0),
    needsBrowser: page.needsBrowser === true && !isDetail,
  };
}
