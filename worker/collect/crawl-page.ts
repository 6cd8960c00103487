import type { Render } from '../browser/polite-render.js';
import type { FetchOptions, FetchPage } from '../fetch/fetch-page.js';
import type { PageRequest, PageResponse, ParsedPage, Source } from '../sources/source.js';
import { paceOf } from '../sources/source-limits.js';
import type { ParsePage } from '../threads/parse-in-threads.js';

/** `render`: `null` without a browser. `narrowed`: the source is searched with a caller's query. */
export type CrawlPageContext = {
  fetchPage: FetchPage;
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
  kind.parse(response, request, settings);

/** Fetches and parses one page: by HTTP, by Chromium, or by Chromium when HTTP gave nothing readable. */
export async function crawlPage(source: Source, request: PageRequest, context: CrawlPageContext): Promise<ParsedPage> {
  const { signal, userAgent, parse = parseHere } = context;
  const brief = context.narrowed && request.role === 'listing';
  const options: FetchOptions = { signal, userAgent, ...paceOf(source), brief };
  const parsed = async (response: PageResponse): Promise<ParsedPage> =>
    withholdForbidden(response, request, await parse(source, { response, request, signal }));
  if (request.render !== 'always') {
    const page = await parsed(await context.fetchPage(request, options));
    if (!page.needsBrowser || request.render === 'never') return page;
  }
  if (context.render === null) throw new NeedsBrowser(request.url);
  const { doubts, ...response } = await context.render(request, options);
  const page = await parsed(response);
  return { ...page, doubts: [...(page.doubts ?? []), ...doubts] };
}

/**
 * Removes what may not be kept. A response marked noindex or noarchive gives no postings, neither its own nor, as a detail,
 * the one that its listing described; its links are followed, since each page states its own directives.
 */
function withholdForbidden({ robots }: PageResponse, request: PageRequest, page: ParsedPage): ParsedPage {
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
