import type { Request, Route } from 'playwright';
import type { FetchRaw, RawResponse } from '../fetch/fetch-raw.js';
import { SourceError } from '../sources/source.js';
import { browserLimits } from './browser-limits.js';
import { refuse } from './open-tab.js';
import type { PageBudget } from './page-budget.js';

/** Called before each request of a page and each redirect; throws `SourceError` when the request is not allowed. */
export type MayAsk = (url: URL, signal: AbortSignal) => Promise<void>;

/** What a page loaded. */
export type Loaded = {
  /** The page's address, after redirects. */
  url: string;
  /** Its `X-Robots-Tag` header, and its HTML before any script ran. */
  robotsTag: string | null;
  source: string;
  /** Requests to each host, except the one for the page itself. */
  requested: Map<string, number>;
  /** Sentences that say why parts of the page were not loaded. */
  refusals: string[];
};

/** Resource types that a page's text can depend on; images, fonts, media and stylesheets are not loaded. */
const loadedTypes = new Set(['document', 'script', 'xhr', 'fetch']);

/** The number of refusals that are reported. */
const mostRefusals = 5;

export type PageRequests = {
  /** Whether a request is answered; all others are refused immediately. */
  isLoaded(request: Request): boolean;
  /** Answers one request; `isPage`: it is for the page itself. Throws only errors that make the page unreadable. */
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

/** Answers a page's requests through our own HTTP client, so that the SSRF guard, robots.txt and limits apply to them. */
export function createPageRequests({ url, userAgent, fetchRaw, mayAsk, budget, signal }: Tools): PageRequests {
  const loaded: Loaded = { url, robotsTag: null, source: '', requested: new Map(), refusals: [] };
  /** The first request for the page itself, which robots.txt and the host's pace have already allowed. */
  let isFirst = true;

  const count = ({ host }: URL): void => void loaded.requested.set(host, (loaded.requested.get(host) ?? 0) + 1);

  const load = async (
    request: Request,
    isPage: boolean,
    maxBytes: number,
  ): Promise<RawResponse & { bytes: number }> => {
    const target = new URL(request.url());
    const isCleared = isPage && isFirst;
    if (isPage) isFirst = false;
    if (!isCleared) {
      await mayAsk(target, signal);
      count(target);
    }
    const body = request.postData();
    const isPost = request.method() === 'POST';
    const answer = await fetchRaw({
      url: target.href,
      method: isPost ? 'POST' : 'GET',
      headers: headersOf(request, target, userAgent),
      ...(isPost && body !== null ? { body } : {}),
      signal,
      maxBytes,
      async beforeHop(hop) {
        refuseDowngrade(target, hop);
        if (!isPage && !isSameSite(hop.href, loaded.url))
          throw new SourceError('unsafe', `${target.host} redirects a request of the page to ${hop.host}.`);
        await mayAsk(hop, signal);
        count(hop);
      },
    });
    return { ...answer, bytes: answer.body.length };
  };

  const note = (error: unknown): void => {
    if (!(error instanceof SourceError) || loaded.refusals.length >= mostRefusals) return;
    if ((error.failure === 'robots' || error.failure === 'forbidden') && !loaded.refusals.includes(error.message))
      loaded.refusals.push(error.message);
  };

  return {
    loaded,
    isLoaded: (request) => mayBeLoaded(request, loaded.url),
    async answer(route, isPage) {
      const request = route.request();
      try {
        const answer = await budget.spend(signal, (most) =>
          load(request, isPage, Math.min(most, browserLimits.pageBytes)),
        );
        if (isPage) {
          refuseStatus(answer.status);
          loaded.url = answer.url;
          loaded.robotsTag = answer.headers['x-robots-tag'] ?? null;
          loaded.source = answer.body.toString('latin1');
        }
        await route.fulfill({ status: answer.status, headers: decodedHeaders(answer.headers), body: answer.body });
      } catch (error) {
        note(error);
        await refuse(route);
        if (isPage) throw error;
      }
    },
  };
}

/** Allows requests within the page's own site, of a type that text can depend on, and with a small body. */
function mayBeLoaded(request: Request, page: string): boolean {
  if (!loadedTypes.has(request.resourceType()) || !isSameSite(request.url(), page)) return false;
  if (page.startsWith('https:') && !request.url().startsWith('https:')) return false;
  return (request.postDataBuffer()?.length ?? 0) <= browserLimits.postBytes;
}

/** Only Accept and Content-Type of the page's headers are sent, and Referer only to the page's own origin. */
function headersOf(request: Request, target: URL, userAgent: string): Record<string, string> {
  const { accept = '*/*', 'content-type': type } = request.headers();
  const from = request.frame().url();
  const isOwn = URL.canParse(from) && new URL(from).origin === target.origin;
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

/** Drops headers that no longer apply: the body is already decompressed. */
function decodedHeaders({
  'content-encoding': _packed,
  'content-length': _length,
  'transfer-encoding': _chunked,
  ...headers
}: Record<string, string>): Record<string, string> {
  return headers;
}

/** Whether the hosts of two URLs share their last two labels. */
function isSameSite(one: string, other: string): boolean {
  const site = (url: string) => (URL.canParse(url) ? new URL(url).hostname.split('.').slice(-2).join('.') : null);
  return site(one) !== null && site(one) === site(other);
}
