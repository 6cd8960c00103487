import type { Logger } from '../../shared/logger.js';
import { type FetchRaw, throughProxy } from '../fetch/fetch-raw.js';
import type { WorkerMetrics } from '../process/metrics.js';
import { SourceError } from '../sources/source-errors.js';
import { browserLimits } from './browser-limits.js';
import { browserBytes } from './browser-size.js';
import { removeAbandonedFolders } from './chromium-folder.js';
import { type ChromiumProcess, possiblePrivileges, startChromium, warningOf } from './chromium-process.js';
import { type ChromiumWatch, createChromiumWatch } from './chromium-watch.js';
import type { MayAsk } from './page-requests.js';
import { type Rendered, renderPage } from './render-page.js';
import { createTabs } from './tabs.js';

/** One Chromium per worker process, restarted when it is too old, too large, does not answer or has crashed. */
export type Browser = {
  /** Starts a session; its pages share tabs, cookies and storage. The caller closes it. */
  session(): BrowserSession;
  /** Pages being rendered, open contexts, and memory in bytes at the last measurement. */
  counts(): { rendering: number; contexts: number; bytes: number };
  close(): Promise<void>;
};

export type RenderOptions = {
  signal: AbortSignal;
  userAgent: string;
  /** See `RawRequest`. */
  proxyUrl?: string | undefined;
  /** Called before each request of the page's scripts and before every redirect; without it all are allowed. */
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

/** One Chromium process. `bytes`: memory at the last measurement; `busy`: pages being rendered. */
type Instance = Pick<ChromiumProcess, 'chromium' | 'end'> & {
  watch: ChromiumWatch;
  startedAt: number;
  pages: number;
  bytes: number;
  busy: number;
  retired: boolean;
};

/** Chromium is restarted after this many pages, at this age or at this size, and stopped when idle for this long. */
export type Lifetime = { pages: number; ageMs: number; bytes: number; idleMs: number };

/** Pages rendered between two memory measurements. */
const pagesBetweenMeasures = 10;

/** Chromium starts with the first page. The caller closes the browser. */
export function createBrowser({
  chromiumPath,
  logger,
  fetchRaw,
  metrics,
  lifetime = defaultLifetime,
}: BrowserOptions): Browser {
  let starting: Promise<Instance> | null = null;
  let current: Instance | null = null;
  let rendering = 0;
  let idle: NodeJS.Timeout | undefined;
  const waiters: (() => void)[] = [];
  const tabs = createTabs(browserLimits.concurrentPages);
  /** Removes files left behind by killed processes. */
  const cleaning = removeAbandonedFolders().catch((error: unknown) => {
    logger.warn({ err: error }, 'browser: could not remove files of an earlier process');
  });
  /** Warns at startup about the privileges expected on this machine; the actual ones are known when Chromium starts. */
  const planning = possiblePrivileges(chromiumPath).then((choices) => {
    const warning = choices[0] === undefined ? null : warningOf(choices[0]);
    if (warning !== null) logger.warn(warning);
    return choices;
  });

  const listener = {
    received: (target: string, bytes: number) => tabs.of(target)?.received(bytes),
    oversized: (target: string) =>
      tabs.of(target)?.stop(tooLarge(`The page sent a message of more than ${browserLimits.messageBytes / 1e6} MB.`)),
  };

  const start = async (): Promise<Instance> => {
    await cleaning;
    const choices = await planning;
    const [planned] = choices;
    const { chromium, privileges, end } = await startChromium(chromiumPath, { choices, listener, logger });
    const hung = (): void => {
      logger.warn({ pages: instance.pages, afterMs: browserLimits.answerMs }, 'browser: does not answer, killed');
      instance.retired = true;
      if (current === instance) current = null;
      end().catch((error: unknown) => logger.warn({ err: error }, 'browser: could not be stopped'));
    };
    const watch = createChromiumWatch(chromium, { killed: tabs.killed, hung });
    const instance: Instance = {
      chromium,
      end,
      watch,
      startedAt: performance.now(),
      pages: 0,
      bytes: 0,
      busy: 0,
      retired: false,
    };
    chromium.on('disconnected', () => {
      if (!instance.retired) logger.warn({ pages: instance.pages }, 'browser: crashed');
      if (current === instance) current = null;
    });
    current = instance;
    metrics?.browserStarted();
    logger.info({ version: chromium.version(), ...privileges }, 'browser: started');
    const warning = warningOf(privileges);
    if (warning !== null && privileges !== planned) logger.warn(warning);
    return instance;
  };

  const retire = async (instance: Instance): Promise<void> => {
    const { pages, bytes } = instance;
    logger.info({ pages, bytes, ageMs: Math.round(performance.now() - instance.startedAt) }, 'browser: retired');
    instance.retired = true;
    if (current === instance) current = null;
    // An instance that is still rendering stops after its last page.
    if (instance.busy === 0) await instance.end();
  };

  const acquire = async (): Promise<Instance> => {
    clearTimeout(idle);
    if (current !== null && isSpent(current, lifetime)) await retire(current);
    if (current === null) {
      starting ??= start().finally(() => {
        starting = null;
      });
    }
    const instance = current ?? (await starting);
    if (instance === null) throw new SourceError('browser', 'Chromium could not be started.');
    instance.busy += 1;
    instance.pages += 1;
    instance.watch.begin();
    return instance;
  };

  const measure = async (instance: Instance): Promise<void> => {
    try {
      instance.bytes = (await browserBytes(instance.chromium)) ?? instance.bytes;
    } catch (error) {
      // It crashed during the measurement; the next page starts a new one.
      if (instance.chromium.isConnected()) throw error;
    }
  };

  const release = async (instance: Instance): Promise<void> => {
    instance.busy -= 1;
    instance.watch.end();
    if (instance.pages % pagesBetweenMeasures === 0 && instance.chromium.isConnected()) await measure(instance);
    if (instance.retired && instance.busy === 0) await instance.end();
    else if (instance.busy === 0) endWhenIdle(instance);
  };

  /** Stops Chromium after a period of idleness, to free its memory. */
  const endWhenIdle = (instance: Instance): void => {
    clearTimeout(idle);
    idle = setTimeout(() => {
      if (instance.busy === 0 && current === instance)
        retire(instance).catch((error: unknown) => logger.warn({ err: error }, 'browser: could not be stopped'));
    }, lifetime.idleMs).unref();
  };

  const render = async (name: object, url: string, options: RenderOptions): Promise<Rendered> => {
    const { userAgent, mayAsk = () => Promise.resolve(), atOnce = 2, onRequests = () => undefined, signal } = options;
    if (rendering >= browserLimits.concurrentPages) await new Promise<void>((resolve) => waiters.push(resolve));
    rendering += 1;
    try {
      const instance = await acquire();
      try {
        const session = { name, chromium: instance.chromium, userAgent, answers: instance.watch.answers };
        const asking = { fetchRaw: throughProxy(fetchRaw, options.proxyUrl), mayAsk, atOnce, onRequests };
        const rendered = await renderPage(tabs, session, { url, signal, ...asking });
        metrics?.browserPage('rendered');
        return rendered;
      } catch (error) {
        if (error instanceof SourceError) metrics?.browserPage(error.failure);
        throw error;
      } finally {
        await release(instance);
      }
    } finally {
      rendering -= 1;
      waiters.shift()?.();
    }
  };

  return {
    session() {
      const name = {};
      return { render: (url, options) => render(name, url, options), close: () => tabs.closeSession(name) };
    },
    counts: () => ({
      rendering,
      contexts: tabs.count(),
      bytes: current?.bytes ?? 0,
    }),
    async close() {
      clearTimeout(idle);
      await Promise.all([cleaning, planning]);
      await starting;
      if (current !== null) await retire(current);
    },
  };
}

type BrowserOptions = {
  chromiumPath: string;
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

const isSpent = ({ pages, startedAt, bytes }: Instance, lifetime: Lifetime): boolean =>
  pages >= lifetime.pages || bytes >= lifetime.bytes || performance.now() - startedAt >= lifetime.ageMs;

const tooLarge = (sentence: string): SourceError => new SourceError('too-large', sentence);
