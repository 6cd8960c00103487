/** The browser of a worker process. */
import type { Logger } from '../../shared/logger.js';
import { type FetchRaw, throughProxy } from '../fetch/fetch-raw.js';
import type { WorkerMetrics } from '../process/metrics.js';
import { createPrioritySemaphore } from '../process/priority-semaphore.js';
import { SourceError } from '../sources/source.js';
import { browserLimits } from './browser-limits.js';
import { createChromiumKeeper, type Lifetime } from './chromium-keeper.js';
import type { MayAsk } from './page-requests.js';
import { chromiumEnded, type Rendered, renderPage } from './render-page.js';
import { createTabs } from './tabs.js';

/** One Chromium per worker process, restarted when it is too old, too large, does not answer or has crashed. */
export type Browser = {
  /** Starts a session; its pages share tabs, cookies and storage. The caller closes it. */
  session(): BrowserSession;
  /** Pages being rendered, open contexts, and memory in bytes at the last measurement. */
  counts(): { rendering: number; contexts: number; bytes: number };
  close(): Promise<void>;
};

type RenderOptions = {
  signal: AbortSignal;
  userAgent: string;
  /** See `RawRequest`. */
  proxyUrl?: string | undefined;
  /** Called before each request of the page's scripts and before every redirect; by default all are allowed. */
  mayAsk?: MayAsk;
  /** Concurrent requests of the page. */
  atOnce?: number;
  /** Called when a page is done, with the number of requests that its scripts made to each host. */
  onRequests?: (requests: ReadonlyMap<string, number>) => void;
};

export type BrowserSession = {
  /** Renders a page. Throws `browser` when Chromium died or could not start, `timeout` when the page took too long. */
  render(url: string, options: RenderOptions): Promise<Rendered>;
  close(): Promise<void>;
};

/** Chromium starts with the first page. The caller closes the browser. */
export function createBrowser({
  chromiumPath,
  isSandboxRequired = false,
  logger,
  fetchRaw,
  metrics,
  lifetime = defaultLifetime,
}: BrowserOptions): Browser {
  let rendering = 0;
  let again: Promise<unknown> = Promise.resolve();
  const slots = createPrioritySemaphore(browserLimits.concurrentPages);
  const tabs = createTabs(browserLimits.concurrentPages);
  const listener = {
    received: (target: string, bytes: number) => tabs.of(target)?.received(bytes),
    oversized: (target: string) =>
      tabs
        .of(target)
        ?.stop(
          new SourceError('too-large', `The page sent a message of more than ${browserLimits.messageBytes / 1e6} MB.`),
        ),
    isClosing: (target: string) => tabs.of(target)?.isClosing() ?? false,
  };
  const keeper = createChromiumKeeper({
    chromiumPath,
    isSandboxRequired,
    logger,
    metrics,
    lifetime,
    listener,
    killed: tabs.killed,
  });

  const render = async (name: object, url: string, options: RenderOptions): Promise<Rendered> => {
    const { userAgent, mayAsk = () => Promise.resolve(), atOnce = 2, onRequests = () => undefined, signal } = options;
    await slots.acquire({ rank: () => 0, signal: null });
    rendering += 1;
    try {
      const asking = { fetchRaw: throughProxy(fetchRaw, options.proxyUrl), mayAsk, atOnce, onRequests };
      const renderNow = async (): Promise<Rendered> => {
        const instance = await keeper.acquire();
        try {
          const session = { name, chromium: instance.chromium, userAgent, answers: instance.watch.answers };
          return await renderPage(tabs, session, { url, signal, ...asking });
        } finally {
          await keeper.release(instance);
        }
      };
      const rendered = await renderNow().catch((error: unknown) => {
        // If the page was the only one, it or Chromium is the cause: reported at once.
        if (!(error instanceof SourceError) || error.message !== chromiumEnded || rendering < 2) throw error;
        // Any of several pages may have caused it: each is read once more, one after the other.
        const turn = again.then(renderNow, renderNow);
        again = turn.catch(() => undefined);
        return turn;
      });
      metrics?.browserPage('rendered');
      return rendered;
    } catch (error) {
      // Also for a Chromium that does not start.
      if (error instanceof SourceError) metrics?.browserPage(error.failure);
      throw error;
    } finally {
      rendering -= 1;
      slots.release();
    }
  };

  return {
    session() {
      const name = {};
      return { render: (url, options) => render(name, url, options), close: () => tabs.closeSession(name) };
    },
    counts: () => ({ rendering, contexts: tabs.count(), bytes: keeper.bytes() }),
    close: keeper.close,
  };
}

type BrowserOptions = {
  chromiumPath: string;
  isSandboxRequired?: boolean;
  logger: Logger;
  fetchRaw: FetchRaw;
  metrics?: Pick<WorkerMetrics, 'browserPage' | 'browserStarted'>;
  lifetime?: Lifetime;
};

const defaultLifetime: Lifetime = {
  pages: browserLimits.pagesPerProcess,
  ageMs: browserLimits.processAgeMs,
  bytes: browserLimits.processBytes,
  idleMs: browserLimits.idleMs,
};
