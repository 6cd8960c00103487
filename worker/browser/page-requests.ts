import type { Request, Route } from 'playwright';
import type { FetchRaw, RawAnswer } from '../fetch/fetch-raw.js';
import { limits } from '../limits.js';
import { SourceError } from '../sources/source-errors.js';
import { refuse } from './open-tab.js';
import type { PageBudget } from './page-budget.js';

/** Asked before each request of a page and each redirect of it; throws `SourceError` when it may not be made. */
export type MayAsk = (url: URL, signal: AbortSignal) => Promise<void>;

/** What a page loaded. */
export type Loaded = {
  /** Where the page itself came from, after redirects. */
  url: string;
  /** Its `X-Robots-Tag`, and its HTML before any script ran. */
  robotsTag: string | null;
  source: string;
  /** Requests to each host besides the one for the page itself. */
  asked: Map<string, number>;
  /** Why something of the page was not loaded, as sentences. */
  refusals: string[];
};

/** What a page may load: what its text can depend on. Pictures, fonts, media and styles carry none. */
const loadedTypes = new Set(['document', 'script', 'xhr', 'fetch']);

/** Sentences kept of what was refused. */
const mostRefusals = 5;

export type PageRequests = {
  /** Whether a request is answered at all; any other is refused at once. */
  isLoaded(request: Request): boolean;
  /** Answers one request; `isPage` = it is for the page itself. Throws only what makes the page unreadable. */
  answer(route: Route, isPage: boolean): Promise<void>;
  loaded: Loaded;
};

type Tools = {
  url: string;
  userAgent: string;
  fetchRaw: FetchRaw;
  mayAsk: MayAsk;
  budget: PageBudget;
  signal: AbortSignal;
};

/** Answers a page's requests by our own fetcher, so that guard, robots.txt and limits hold for them too. */
export function createPageRequests({ url, userAgent, fetchRaw, mayAsk, budget, signal }: Tools): PageRequests {
  const loaded: Loaded = { url, robotsTag: null, source: '', asked: new Map(), refusals: [] };
  /** The page itself, which robots.txt and the host's pace have let through before. */
  let isFirst = true;

  const count = ({ host }: URL): void => void loaded.asked.set(host, (loaded.asked.get(host) ?? 0) + 1);

  const load = async (request: Request, isPage: boolean, maxBytes: number): Promise<RawAnswer & { bytes: number }> => {
    const asked = new URL(request.url());
    const isCleared = isPage && isFirst;
    if (isPage) isFirst = false;
    if (!isCleared) {
      await mayAsk(asked, signal);
      count(asked);
    }
    const body = request.postData();
    const isPost = request.method() === 'POST';
    const answer = await fetchRaw({
      url: asked.href,
      method: isPost ? 'POST' : 'GET',
      headers: headersOf(request, asked, userAgent),
      ...(isPost && body !== null ? { body } : {}),
      signal,
      maxBytes,
      async beforeHop(hop) {
        refuseDowngrade(asked, hop);
        if (!isPage && !isSameSite(hop.href, loaded.url))
          throw new SourceError('unsafe', `${asked.host} redirects a request of the page to ${hop.host}.`);
        await mayAsk(hop, signal);
        count(hop);
      },
    });
    return { ...answer, bytes: answer.body.length };
  };

  const note = (error: unknown): void => {
    if (!(error instanceof SourceError) || loaded.refusals.length >= mostRefusals) return;
    if (error.failure === 'robots' && !loaded.refusals.includes(error.message)) loaded.refusals.push(error.message);
  };

  return {
    loaded,
    isLoaded: (request) => mayBeLoaded(request, loaded.url),
    async answer(route, isPage) {
      const request = route.request();
      try {
        const answer = await budget.spend(signal, (most) => load(request, isPage, Math.min(most, limits.pageBytes)));
        if (isPage) {
          refuseStatus(answer.status);
          loaded.url = answer.url;
          loaded.robotsTag = answer.headers['x-robots-tag'] ?? null;
          loaded.source = answer.body.toString('latin1');
        }
        await route.fulfill({ status: answer.status, headers: unpackedHeaders(answer.headers), body: answer.body });
      } catch (error) {
        note(error);
        await refuse(route);
        if (isPage) throw error;
      }
    },
  };
}

/** Within the page's own site, of a type that text can depend on, and not much sent along. */
function mayBeLoaded(request: Request, page: string): boolean {
  if (!loadedTypes.has(request.resourceType()) || !isSameSite(request.url(), page)) return false;
  if (page.startsWith('https:') && !request.url().startsWith('https:')) return false;
  return (request.postDataBuffer()?.length ?? 0) <= limits.postBytes;
}

/** Of the page's own headers only what says the kind of the question; the page's address goes to its own origin alone. */
function headersOf(request: Request, asked: URL, userAgent: string): Record<string, string> {
  const { accept = '*/*', 'content-type': type } = request.headers();
  const from = request.frame().url();
  const isOwn = URL.canParse(from) && new URL(from).origin === asked.origin;
  return {
    'user-agent': userAgent,
    accept,
    ...(isOwn ? { referer: from } : {}),
    ...(type === undefined ? {} : { 'content-type': type }),
  };
}

function refuseDowngrade(from: URL, to: URL): void {
  if (from.protocol === 'https:' && to.protocol === 'http:')
    throw new SourceError('unsafe', `${from.host} redirects from https to http, which is not followed.`);
}

function refuseStatus(status: number): void {
  if (status < 200 || status > 299) throw new SourceError('broken', `The source answered ${status}.`);
}

/** What comes was unpacked on its way here. */
function unpackedHeaders({
  'content-encoding': _packed,
  'content-length': _length,
  'transfer-encoding': _chunked,
  ...headers
}: Record<string, string>): Record<string, string> {
  return headers;
}

/** The same host, or one below or beside it under the same two last labels. */
function isSameSite(one: string, other: string): boolean {
  const site = (url: string) => (URL.canParse(url) ? new URL(url).hostname.split('.').slice(-2).join('.') : null);
  return site(one) !== null && site(one) === site(other);
}
