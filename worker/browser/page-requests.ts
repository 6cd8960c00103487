/** The loading of a page: our own HTTP client answers its requests, within a budget. */
import pTimeout from 'p-timeout';
import type { Request, Route } from 'playwright';
import type { FetchRaw, RawResponse } from '../fetch/fetch-raw.js';
import { SourceError } from '../sources/source.js';
import { browserLimits } from './browser-limits.js';
import { refuse } from './tabs.js';

/** The limits of one page: requests, bytes in total and for each request (`bytesEach`), and concurrent requests. */
export type LoadLimits = { requests: number; bytes: number; bytesEach: number; atOnce: number };

/** Counts the data a page loads and delays its requests, so that memory use never exceeds the limits. */
type PageBudget = {
  /**
   * Runs `load` once a slot and bytes are free, with the number of bytes it may load. A load that was too large counts
   * with all of these bytes, one that failed for another reason with none. Throws `too-large` once a limit is exceeded;
   * from then on `overrun` returns the same error.
   */
  spend<Result extends { bytes: number }>(
    signal: AbortSignal,
    load: (mostBytes: number) => Promise<Result>,
  ): Promise<Result>;
  overrun(): SourceError | null;
};

/** The limits of a page with this number of concurrent requests. */
export const defaultLoad = (atOnce: number): LoadLimits => ({
  requests: browserLimits.pageRequests,
  bytes: browserLimits.pageLoadBytes,
  bytesEach: browserLimits.pageBytes,
  atOnce,
});

/** Creates the budget of one page. `passed` is called once, when a limit is exceeded. */
export function createPageBudget(most: LoadLimits, passed: (error: SourceError) => void): PageBudget {
  let requests = 0;
  let running = 0;
  let used = 0;
  /** Bytes reserved for running requests. */
  let reserved = 0;
  let overrun: SourceError | null = null;
  let released = signalOnce();

  const end = (sentence: string): SourceError => {
    if (overrun === null) {
      overrun = new SourceError('too-large', sentence);
      passed(overrun);
    }
    return overrun;
  };

  const tooMuch = (): SourceError => end(`The page loaded more than ${most.bytes / 1e6} MB.`);

  /** Checks for a free slot and free bytes and reserves them in one synchronous step. */
  const reserve = async (signal: AbortSignal): Promise<number> => {
    for (;;) {
      if (overrun !== null) throw overrun;
      const share = Math.min(most.bytesEach, most.bytes - used);
      if (share <= 0) throw tooMuch();
      if (running < most.atOnce && used + reserved + share <= most.bytes) {
        running += 1;
        reserved += share;
        return share;
      }
      await pTimeout(released.promise, { milliseconds: Number.POSITIVE_INFINITY, signal });
    }
  };

  return {
    async spend(signal, load) {
      requests += 1;
      if (requests > most.requests) throw end(`The page made more than ${most.requests} requests.`);
      const share = await reserve(signal);
      let taken = 0;
      try {
        const result = await load(share);
        taken = result.bytes;
        return result;
      } catch (error) {
        if (!(error instanceof SourceError) || error.failure !== 'too-large') throw error;
        taken = share;
        // It did not fit into the remaining bytes.
        throw share < most.bytesEach ? tooMuch() : error;
      } finally {
        running -= 1;
        reserved -= share;
        used += taken;
        const { resolve } = released;
        released = signalOnce();
        resolve();
      }
    },
    overrun: () => overrun,
  };
}

function signalOnce(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

/** Called before each request of a page and each redirect; throws `SourceError` when the request is not allowed. */
export type MayAsk = (url: URL, signal: AbortSignal) => Promise<void>;

/** The result of loading a page. */
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

/** Maximum refusals reported. */
const mostRefusals = 5;

type PageRequests = {
  /** Whether a request is answered; all others are refused immediately. */
  isLoaded(request: Request): boolean;
  /** Answers one request; `isPage`: for the page itself. Throws only errors that make the page unreadable. */
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

/** Answers a page's requests through our own HTTP client, applying its SSRF guard, robots.txt and limits. */
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
