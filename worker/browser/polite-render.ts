/** Renders pages within robots.txt and the host's pace. */
import type { Logger } from '../../shared/logger.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { redisKeys } from '../../shared/redis/redis-keys.js';
import { runScript } from '../../shared/redis/run-script.js';
import type { Tracing } from '../../shared/tracing/tracing.js';
import type { FetchOptions } from '../fetch/fetch-page.js';
import type { HostPace, HostPaceLimits } from '../fetch/host-pace.js';
import type { RobotsCheck } from '../fetch/robots.js';
import type { PageRequest, PageResponse } from '../sources/source.js';
import type { BrowserSession } from './browser.js';

/** Renders a page politely. `doubts`: sentences about parts not loaded, with reasons. Throws `SourceError`. */
export type Render = (request: PageRequest, options: FetchOptions) => Promise<PageResponse & { doubts: string[] }>;

/** The crawl of one source with a browser, from the first page to the last. */
export type RenderSession = { render: Render; close(): Promise<void> };

/** The most connections that browsers open to one host (HTTP/1.1). */
const maxConnections = 6;

type RenderTools = {
  session: BrowserSession;
  robots: RobotsCheck;
  pace: HostPace;
  redis: RedisConnection;
  logger: Logger;
  tracing: Tracing;
};

/**
 * Renders pages in Chromium, within robots.txt and the host's pace. robots.txt is checked for every redirect and for
 * each request of the page's scripts; those requests are charged to their host's pace once the page is done.
 */
export function createRender({ session, robots, pace, redis, logger, tracing }: RenderTools): Render {
  return async (request, { signal, userAgent, perMinute, concurrency, proxyUrl, permitted }) => {
    const url = new URL(request.url);
    const crawlDelaySeconds = await robots(url, { userAgent, signal, proxyUrl, permitted });
    /** Crawl delay of each host that the page's scripts requested from, in seconds. */
    const delays = new Map([[url.host, crawlDelaySeconds]]);

    const mayAsk = async (asked: URL, until: AbortSignal): Promise<void> => {
      delays.set(asked.host, await robots(asked, { userAgent, signal: until, proxyUrl, permitted }));
    };
    const charge = (requests: ReadonlyMap<string, number>): void => {
      for (const [host, count] of requests)
        chargeHostPace(redis, { host, requests: count }, { perMinute, crawlDelaySeconds: delays.get(host) ?? 0 }).catch(
          (error: unknown) =>
            logger.warn({ err: error }, 'browser: could not charge a page’s requests to the host’s pace'),
        );
    };

    const about = {
      name: `render ${url.hostname}`,
      kind: 'internal',
      facts: { 'server.address': url.hostname },
    } as const;
    const concurrentRequests = crawlDelaySeconds > 0 ? 1 : Math.min(concurrency, maxConnections);
    const options = { signal, userAgent, proxyUrl, mayAsk, atOnce: concurrentRequests, onRequests: charge };
    const run = () => tracing.span(about, () => session.render(url.href, options));
    const rendered = await pace(url.host, { perMinute, concurrency, crawlDelaySeconds }, { signal, run });
    const { url: landed, html, robots: directives, refusals } = rendered;
    const isMarked = directives.noindex || directives.noarchive;
    return {
      url: landed,
      contentType: 'text/html',
      body: html,
      rendered: true,
      doubts: refusals,
      ...(isMarked ? { robots: directives } : {}),
    };
  };
}

/** The number of script requests to one host that cost as much as one page request. */
const requestsPerSlot = 5;

/** The longest delay that charges may add before a host's next request. */
const maxDelayMs = 300_000;

/**
 * Charges requests already made: every five of them, or part of five, delay the host's next request by one interval.
 * The page itself is not delayed while it loads, and the pace is kept on average.
 */
async function chargeHostPace(
  redis: RedisConnection,
  { host, requests }: { host: string; requests: number },
  { perMinute, crawlDelaySeconds }: Omit<HostPaceLimits, 'concurrency'>,
): Promise<void> {
  const between = Math.max(60_000 / perMinute, crawlDelaySeconds * 1000);
  const slots = Math.ceil(requests / requestsPerSlot);
  await runScript(redis, 'collect/charge-host', {
    keys: { nextRequest: `${redisKeys.pace(host)}:next` },
    args: { delayMs: slots * between, longestDelayMs: maxDelayMs },
  });
}
