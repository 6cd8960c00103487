import type { Logger } from '../../shared/logger.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import type { Tracing } from '../../shared/tracing/tracing.js';
import type { Render } from '../collect/crawl-source.js';
import type { Pace } from '../fetch/pace.js';
import type { RobotsCheck } from '../fetch/robots.js';
import type { BrowserVisit } from './browser.js';
import { chargePace } from './charge-pace.js';

/** What browsers open to one host, at most (HTTP/1.1). */
const mostAtOnce = 6;

type RenderTools = {
  session: BrowserVisit;
  robots: RobotsCheck;
  pace: Pace;
  redis: RedisConnection;
  logger: Logger;
  tracing: Tracing;
};

/**
 * Answers an ask by Chromium: allowed by robots.txt, in the host's pace. robots.txt is asked for every redirect and for
 * all that the page's scripts ask for; those requests count for the pace of their host once the page is over.
 */
export function createRender({ session, robots, pace, redis, logger, tracing }: RenderTools): Render {
  return async (ask, { signal, userAgent, perMinute, concurrency }) => {
    const url = new URL(ask.url);
    const crawlDelaySeconds = await robots(url, { userAgent, signal });
    /** Of each host the page's scripts asked, the crawl delay. */
    const delays = new Map([[url.host, crawlDelaySeconds]]);

    const mayAsk = async (asked: URL, until: AbortSignal): Promise<void> => {
      delays.set(asked.host, await robots(asked, { userAgent, signal: until }));
    };
    const charge = (requests: ReadonlyMap<string, number>): void => {
      for (const [host, count] of requests)
        chargePace(redis, { host, requests: count }, { perMinute, crawlDelaySeconds: delays.get(host) ?? 0 }).catch(
          (error: unknown) => logger.warn({ err: error }, 'browser: a page’s requests were not counted'),
        );
    };

    const about = {
      name: `render ${url.hostname}`,
      kind: 'internal',
      facts: { 'server.address': url.hostname },
    } as const;
    const atOnce = crawlDelaySeconds > 0 ? 1 : Math.min(concurrency, mostAtOnce);
    const options = { signal, userAgent, mayAsk, atOnce, asked: charge };
    const run = () => tracing.span(about, () => session.render(url.href, options));
    const rendered = await pace(url.host, { perMinute, concurrency, crawlDelaySeconds }, { signal, run });
    const { url: landed, html, marks, refusals } = rendered;
    const isMarked = marks.noindex || marks.noarchive;
    return {
      url: landed,
      contentType: 'text/html',
      body: html,
      rendered: true,
      doubts: refusals,
      ...(isMarked ? { marks } : {}),
    };
  };
}
