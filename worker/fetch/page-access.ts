import type { Config } from '../../shared/config.js';
import type { Logger } from '../../shared/logger.js';
import { readVersion } from '../../shared/process/read-version.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { noTracing, type Tracing } from '../../shared/tracing/tracing.js';
import { type Browser, type BrowserVisit, createBrowser } from '../browser/browser.js';
import { createRender } from '../browser/render-ask.js';
import type { BrowserSession, Render } from '../collect/crawl-source.js';
import type { WorkerMetrics } from '../process/metrics.js';
import { createFetchPage, type FetchPage } from './fetch-page.js';
import { createFetchRaw } from './fetch-raw.js';
import { createGuard } from './guard.js';
import { createPace } from './pace.js';
import { createRevisits } from './revisit.js';
import { createRobotsCheck } from './robots.js';
import { traceFetch } from './trace-fetch.js';

/** How a worker reaches pages. */
export type PageAccess = {
  fetchPage: FetchPage;
  openSession: (() => BrowserSession) | null;
  userAgent: string;
  browser: Browser | null;
  close(): Promise<void>;
};

/** Opens the ways to the sources: HTTP always, Chromium where there is one. The caller closes them. */
export function createPageAccess({
  config,
  logger,
  redis,
  metrics,
  tracing = noTracing,
}: {
  config: Config;
  logger: Logger;
  redis: RedisConnection;
  metrics?: Pick<WorkerMetrics, 'browserPage' | 'browserStarted'>;
  tracing?: Tracing;
}): PageAccess {
  const userAgent = ownUserAgent(config.CONTACT);
  const fetchRaw = traceFetch(createFetchRaw(createGuard(config.ALLOW_PRIVATE_HOSTS)), tracing);
  const robots = createRobotsCheck({ redis, fetchRaw });
  const pace = createPace(redis);
  const browser =
    config.CHROMIUM_PATH === ''
      ? null
      : createBrowser({
          chromiumPath: config.CHROMIUM_PATH,
          logger,
          fetchRaw,
          ...(metrics === undefined ? {} : { metrics }),
        });

  const renderWith = (session: BrowserVisit): Render => createRender({ session, robots, pace, redis, logger, tracing });

  const visitWith = (lent: Browser): BrowserSession => {
    const session = lent.session();
    return { render: renderWith(session), close: session.close };
  };

  const revisits = createRevisits(redis, config.STALE_SECONDS, config.RARE_SECONDS);
  return {
    userAgent,
    browser,
    fetchPage: createFetchPage({ fetchRaw, robots, pace, revisits }),
    openSession: browser === null ? null : () => visitWith(browser),
    async close() {
      await browser?.close();
      await fetchRaw.close();
    },
  };
}

/** An honest name (RFC 9110 §10.1.5) with the way to reach the operator. */
function ownUserAgent(contact: string): string {
  const name = `job-search/${readVersion()}`;
  return contact === '' ? name : `${name} (+${contact})`;
}
