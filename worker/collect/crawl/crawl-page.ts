/** Fetches and parses one page of a crawl, within the memory limit of collections. */
import type { Render } from '../../browser/polite-render.js';
import type { FetchedPage, FetchHashed, FetchOptions } from '../../fetch/fetch-page.js';
import type { ByteAccount, Reservation } from '../../process/byte-budget.js';
import type { PageRequest, ParsedPage, ReceivedPage, Source } from '../../sources/source.js';
import { extentOf, paceOf, SourceError } from '../../sources/source.js';
import { bytesOfTexts } from '../../threads/posting-batch.js';
import type { ParsePage } from '../../threads/read-in-threads.js';
import { requestKey } from './crawl-manifest.js';

/** `render`: `null` without a browser. `narrowed`: the source is searched with a caller's query. */
export type CrawlPageContext = {
  fetchHashed: FetchHashed;
  /** Responses already received. */
  received?: ReceivedPages;
  render: Render | null;
  parse: ParsePage;
  userAgent: string;
  signal: AbortSignal;
  narrowed: boolean;
};

/** A page must be rendered and this pool has no browser: the collection moves to the browser pool. */
export class NeedsBrowser extends Error {
  override readonly name = 'NeedsBrowser';
}

/** A parsed page and the hash of its response, `null` when it was rendered. `page` is `null` when the hash is the known one. */
type CrawledPage = { page: ParsedPage | null; hash: string | null };

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
  const { signal, userAgent, parse, received, fetchHashed } = context;
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
    const known = received?.take(request) ?? null;
    if (known instanceof SourceError) throw known;
    const fetched = known ?? (await fetchHashed(request, options));
    if (fetched.hash === knownHash) return { page: null, hash: knownHash };
    const response = await fetched.read();
    const page = await parsed(response);
    if (!page.needsBrowser || request.render === 'never') return { page, hash: response.hash ?? null };
  }
  if (context.render === null) throw new NeedsBrowser(request.url);
  const { doubts, ...response } = await context.render(request, options);
  const page = await parsed(response);
  return { page: { ...page, doubts: [...(page.doubts ?? []), ...doubts] }, hash: null };
}

/**
 * Removes what may not be stored. A response marked noindex or noarchive gives no postings, neither its own nor, as a
 * detail, the one described in its listing; its links are followed, since each page states its own directives.
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

/**
 * Parses an answer that is read in parts and returns their results as one page. Stops after more than `maxPostings`,
 * one more than a collection keeps, to detect that there are more.
 */
async function parseParts(
  { further, ...response }: ReceivedPage,
  { parse, maxPostings }: { parse: (response: ReceivedPage) => Promise<ParsedPage>; maxPostings: number },
): Promise<ParsedPage> {
  const whole = await parse(response);
  if (further === undefined) return whole;
  for await (const body of further) {
    if (whole.postings.length > maxPostings) break;
    append(whole, await parse({ ...response, body }));
  }
  return whole;
}

/** No spread: a part may have more postings than a call may have arguments. */
function append(whole: ParsedPage, part: ParsedPage): void {
  whole.postings = whole.postings.concat(part.postings);
  whole.follow = whole.follow.concat(part.follow);
  whole.flaws = (whole.flaws ?? []).concat(part.flaws ?? []);
  whole.closed = (whole.closed ?? []).concat(part.closed ?? []);
  whole.unread = (whole.unread ?? []).concat(part.unread ?? []);
  whole.doubts = (whole.doubts ?? []).concat(part.doubts ?? []);
  whole.withheld = (whole.withheld ?? 0) + (part.withheld ?? 0);
  if (whole.hashes !== undefined && part.hashes !== undefined) whole.hashes = whole.hashes.concat(part.hashes);
}

/** Responses already compared with those of the former crawl, so that a crawl need not request them again. */
export type ReceivedPages = {
  add(request: PageRequest, outcome: FetchedPage | SourceError): void;
  /** The outcome of a request, once; `null` when it must be sent. */
  take(request: PageRequest): FetchedPage | SourceError | null;
};

/** Bytes of responses kept for one crawl; pages beyond them are requested again. The first is kept however large it is. */
const mostBytes = 16_000_000;

export function createReceivedPages(): ReceivedPages {
  const outcomes = new Map<string, FetchedPage | SourceError>();
  let bytes = 0;
  return {
    add(request, outcome) {
      const held = 'heldBytes' in outcome ? outcome.heldBytes : 0;
      if (bytes > 0 && bytes + held > mostBytes) return;
      bytes += held;
      outcomes.set(requestKey(request), outcome);
    },
    take(request) {
      const id = requestKey(request);
      const outcome = outcomes.get(id) ?? null;
      outcomes.delete(id);
      return outcome;
    },
  };
}

/** Bytes of memory that a parsed posting takes in addition to its texts. */
const bytesPerPosting = 1000;

/** Fetches pages when there is room, and counts their bytes until parsed. `first`: room for the first one. */
export function fetchWithin(account: ByteAccount, first: Reservation, fetchHashed: FetchHashed): FetchHashed {
  let unused: Reservation | null = first;
  return async (request, options) => {
    const reserved = unused;
    unused = null;
    const reservation = reserved ?? (await reserve(account, options.signal));
    let pageBytes = 0;
    try {
      const page = await fetchHashed(request, options);
      pageBytes = page.heldBytes;
      const read = async () => {
        const { further, ...response } = await page.read();
        if (further === undefined) {
          account.replace(pageBytes, response.body.length);
          return response;
        }
        // The compressed answer stays in memory until its last part has been read.
        account.replace(0, response.body.length);
        return { ...response, further: countParts(account, further, pageBytes) };
      };
      return { ...page, read };
    } finally {
      reservation.settle(pageBytes);
    }
  };
}

/** Counts each further part of an answer, replaced by its postings in `parseWithin`; frees it at the end. */
async function* countParts(
  account: ByteAccount,
  further: AsyncIterable<string>,
  pageBytes: number,
): AsyncGenerator<string, undefined> {
  try {
    for await (const part of further) {
      account.replace(0, part.length);
      yield part;
    }
  } finally {
    account.replace(pageBytes, 0);
  }
}

/** Waits for room, at most until the source's time is up. */
async function reserve(account: ByteAccount, signal: AbortSignal): Promise<Reservation> {
  try {
    return await account.reserve(signal);
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new SourceError('timeout', 'The time for this source was up before there was memory for its next page.');
  }
}

/** Parses pages and counts their postings in place of their bodies. */
export const parseWithin =
  (account: ByteAccount, parse: ParsePage): ParsePage =>
  async (source, page) => {
    const bodyBytes = page.response.rendered ? 0 : page.response.body.length;
    let bytes = 0;
    try {
      const parsed = await parse(source, page);
      bytes = parsed.postings.reduce((sum, posting) => sum + bytesPerPosting + bytesOfTexts(posting), 0);
      return parsed;
    } finally {
      account.replace(bodyBytes, bytes);
    }
  };
