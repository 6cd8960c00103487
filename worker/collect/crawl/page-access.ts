import type { Config } from '../../../shared/config.js';
import type { Logger } from '../../../shared/logger.js';
import type { RedisConnection } from '../../../shared/redis/redis.js';
import { clearFailingHost, noteFailingHost } from '../../../shared/search/collections/failing-hosts.js';
import { noTracing, type Tracing } from '../../../shared/tracing/tracing.js';
import { type Browser, type BrowserSession, createBrowser } from '../../browser/browser.js';
import { createRender, type Render, type RenderSession } from '../../browser/polite-render.js';
import { createFetchHashed, decoding, type FetchHashed, type FetchPage } from '../../fetch/fetch-page.js';
import { createFetchRaw, type FetchRaw, type RawRequest, type RawResponse } from '../../fetch/fetch-raw.js';
import { createHostPace, type PaceChange } from '../../fetch/host-pace.js';
import { fetchLimits } from '../../fetch/limits.js';
import type { NameLookups } from '../../fetch/names/resolve-name.js';
import { createChooseProxy } from '../../fetch/outbound-proxy.js';
import { ownUserAgent } from '../../fetch/own-user-agent.js';
import { createRevalidationCache } from '../../fetch/revalidation-cache.js';
import { createRobotsCheck } from '../../fetch/robots.js';
import type { HttpResponse } from '../../fetch/send-request.js';
import { createSsrfGuard } from '../../fetch/ssrf-guard.js';
import { fetchingMails } from '../../mail/fetch-mails.js';
import type { WorkerMetrics } from '../../process/metrics.js';

/** A worker's access to pages. `openSession` and `browser` are `null` when no Chromium is configured. */
export type PageAccess = {
  fetchPage: FetchPage;
  fetchHashed: FetchHashed;
  openSession: (() => RenderSession) | null;
  userAgent: string;
  browser: Browser | null;
  close(): Promise<void>;
};

/** Creates the HTTP client and, with CHROMIUM_PATH, the browser. The caller closes them. */
export function createPageAccess({
  config,
  logger,
  redis,
  now = () => new Date(),
  metrics,
  tracing = noTracing,
  names,
}: {
  config: Config;
  logger: Logger;
  redis: RedisConnection;
  now?: () => Date;
  metrics?: Pick<WorkerMetrics, 'browserPage' | 'browserStarted' | 'paceSlowed'>;
  tracing?: Tracing;
  names?: NameLookups;
}): PageAccess {
  const userAgent = ownUserAgent(config.CONTACT);
  const guard = createSsrfGuard(config.ALLOW_PRIVATE_HOSTS, {
    servers: config.DNS_SERVERS,
    ...(names && { noted: names.note }),
  });
  const fetchRaw = traceFetch(createFetchRaw(guard, createChooseProxy(config)), tracing);
  const robots = createRobotsCheck({ redis, fetchRaw });
  const pace = createHostPace(redis, (change) => {
    if (change.toMs > change.fromMs) metrics?.paceSlowed(change.reason);
    logPace(logger, change);
    // Not awaited, like the pace: the next answer is recorded again.
    notePace(redis, change, now()).catch(() => undefined);
  });
  const browser =
    config.CHROMIUM_PATH === ''
      ? null
      : createBrowser({
          chromiumPath: config.CHROMIUM_PATH,
          isSandboxRequired: config.CHROMIUM_SANDBOX === 'required',
          logger,
          fetchRaw,
          ...(metrics === undefined ? {} : { metrics }),
        });

  const renderWith = (session: BrowserSession): Render =>
    createRender({ session, robots, pace, redis, logger, tracing });

  const openSession = (from: Browser): RenderSession => {
    const session = from.session();
    return { render: renderWith(session), close: session.close };
  };

  const revalidationCache = createRevalidationCache(redis, config.STALE_SECONDS, config.RARE_SECONDS, now);
  const fetchPages = createFetchHashed({ fetchRaw, robots, pace, revalidationCache });
  const fetchHashed = fetchingMails(fetchPages, { guard, pace });
  return {
    userAgent,
    browser,
    fetchPage: decoding(fetchPages),
    fetchHashed,
    openSession: browser === null ? null : () => openSession(browser),
    async close() {
      await browser?.close();
      await fetchRaw.close();
    },
  };
}

/** Longer intervals between requests mean that the boards of a failing host wait, in milliseconds. */
const waitingMs = 5000;

/** Records that a host's boards wait until the next request, or no longer wait. */
async function notePace(redis: RedisConnection, { host, fromMs, toMs, reason }: PaceChange, now: Date): Promise<void> {
  if (toMs >= waitingMs && reason !== 'answer')
    await noteFailingHost(redis, host, new Date(now.getTime() + 2 * toMs + fetchLimits.requestMs));
  else if (fromMs >= waitingMs && toMs < waitingMs) await clearFailingHost(redis, host);
}

/** One line when a host is read at half its limit's pace or slower, and one when only the limit applies again. */
function logPace(logger: Logger, { host, fromMs, toMs, leastMs, reason }: PaceChange): void {
  const slow = Math.max(2 * leastMs, 1000);
  if (fromMs < slow && toMs >= slow)
    logger.info({ host, betweenMs: toMs, reason }, 'pace: requests to a host are slowed down');
  if (fromMs > 0 && toMs === 0) logger.debug({ host }, 'pace: requests to a host keep to its limits again');
}

/**
 * Creates a span for each request to a source, including redirects: records host and status but no path or query, which may
 * contain keys. No trace context is sent to the source.
 */
function traceFetch(fetchRaw: FetchRaw, tracing: Tracing): FetchRaw {
  if (!tracing.on) return fetchRaw;
  const traced = (asked: RawRequest): Promise<RawResponse> => {
    const { method = 'GET', aroundHop = (_, send) => send() } = asked;
    return fetchRaw({
      ...asked,
      aroundHop: (url, send) => aroundHop(url, () => inSpan(tracing, { url, method }, send)),
    });
  };
  return Object.assign(traced, { close: fetchRaw.close });
}

function inSpan(
  tracing: Tracing,
  { url: { hostname, port, protocol }, method }: { url: URL; method: string },
  send: () => Promise<HttpResponse>,
): Promise<HttpResponse> {
  const facts = {
    'http.request.method': method,
    'server.address': hostname,
    ...(port === '' ? {} : { 'server.port': Number(port) }),
    'url.scheme': protocol.slice(0, -1),
  };
  return tracing.span({ name: `${method} ${hostname}`, kind: 'client', facts }, async (span) => {
    const answer = await send();
    span.note({ 'http.response.status_code': answer.status });
    if (answer.status >= 400) span.fail(`answered ${answer.status}`);
    return answer;
  });
}
