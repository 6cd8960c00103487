import type { Browser as Chromium } from 'playwright';
import type { Logger } from '../shared/logger.js';
import { sizeOf } from './browser-size.js';
import type { FetchRaw } from './fetch-raw.js';
import { limits } from './limits.js';
import type { WorkerMetrics } from './metrics.js';
import { type Rendered, renderPage } from './render-page.js';
import { SourceError } from './source-errors.js';
import { createTabs } from './tabs.js';

/** One Chromium a process: pages are lent with a deadline, and the whole is started anew when old or dead. */
export type Browser = {
  /** Begins to read a site. Its pages share tabs, and what they leave there; whoever begins it closes it. */
  visit(): BrowserVisit;
  /** Pages being rendered just now, contexts that stand open, and bytes held as last measured. */
  counts(): { rendering: number; contexts: number; bytes: number };
  close(): Promise<void>;
};

type RenderOptions = { signal: AbortSignal; userAgent: string };

export type BrowserVisit = {
  /** Renders a page; throws `browser` when Chromium died or could not start, `timeout` when the page took too long. */
  render(url: string, options: RenderOptions): Promise<Rendered>;
  close(): Promise<void>;
};

/** One Chromium from its start to its end; `bytes` as last measured. */
type Life = { chromium: Chromium; startedAt: number; pages: number; bytes: number; busy: number; retired: boolean };

/** After how many pages, what age and what size a Chromium is started anew, and after what idleness it ends. */
export type Lifetime = { pages: number; ageMs: number; bytes: number; idleMs: number };

/** Pages between two looks at the size. */
const pagesBetweenMeasures = 10;

/**
 * Every request of a page is answered by our own guarded fetcher; Chromium itself could only reach a proxy that is not
 * there, so that nothing a page does goes past the guard.
 */
const launchArguments = [
  '--proxy-server=http://127.0.0.1:9',
  '--proxy-bypass-list=<-loopback>',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Nothing is shown, so nothing is drawn, and no picture is asked for that would be refused.
  '--disable-gpu',
  '--blink-settings=imagesEnabled=false',
];

/** Starts nothing yet: the first page does. The caller closes it. */
export function createBrowser({ chromiumPath, logger, fetchRaw, metrics, lifetime = usualLifetime }: Made): Browser {
  let starting: Promise<Life> | null = null;
  let current: Life | null = null;
  let rendering = 0;
  let idle: NodeJS.Timeout | undefined;
  const turns: (() => void)[] = [];
  const tabs = createTabs(limits.browserPages);

  const start = async (): Promise<Life> => {
    const chromium = await launch(chromiumPath, logger);
    const life: Life = { chromium, startedAt: performance.now(), pages: 0, bytes: 0, busy: 0, retired: false };
    chromium.on('disconnected', () => {
      if (!life.retired) logger.warn({ pages: life.pages }, 'browser: died');
      if (current === life) current = null;
    });
    current = life;
    metrics?.browserStarted();
    logger.info({ version: chromium.version() }, 'browser: started');
    return life;
  };

  const retire = async (life: Life): Promise<void> => {
    const { pages, bytes } = life;
    logger.info({ pages, bytes, ageMs: Math.round(performance.now() - life.startedAt) }, 'browser: retired');
    life.retired = true;
    if (current === life) current = null;
    // An old one ends with its last page.
    if (life.busy === 0) await life.chromium.close();
  };

  const lend = async (): Promise<Life> => {
    clearTimeout(idle);
    if (current !== null && isSpent(current, lifetime)) await retire(current);
    if (current === null) {
      starting ??= start().finally(() => {
        starting = null;
      });
    }
    const life = current ?? (await starting);
    if (life === null) throw new SourceError('browser', 'Chromium could not be started.');
    life.busy += 1;
    life.pages += 1;
    return life;
  };

  const measure = async (life: Life): Promise<void> => {
    try {
      life.bytes = (await sizeOf(life.chromium)) ?? life.bytes;
    } catch (error) {
      // It died while it was measured: the next page starts another.
      if (life.chromium.isConnected()) throw error;
    }
  };

  const giveBack = async (life: Life): Promise<void> => {
    life.busy -= 1;
    if (life.pages % pagesBetweenMeasures === 0 && life.chromium.isConnected()) await measure(life);
    if (life.retired && life.busy === 0) await life.chromium.close();
    else if (life.busy === 0) restLater(life);
  };

  /** A Chromium nobody needs for a while holds memory for nothing. */
  const restLater = (life: Life): void => {
    clearTimeout(idle);
    idle = setTimeout(() => {
      if (life.busy === 0 && current === life)
        retire(life).catch((error: unknown) => logger.warn({ err: error }, 'browser: did not end'));
    }, lifetime.idleMs).unref();
  };

  const render = async (name: object, url: string, { signal, userAgent }: RenderOptions): Promise<Rendered> => {
    if (rendering >= limits.browserPages) await new Promise<void>((resolve) => turns.push(resolve));
    rendering += 1;
    try {
      const life = await lend();
      try {
        const visit = { name, chromium: life.chromium, userAgent };
        const rendered = await renderPage(tabs, visit, { url, signal, fetchRaw });
        metrics?.browserPage('rendered');
        return rendered;
      } catch (error) {
        if (error instanceof SourceError) metrics?.browserPage(error.failure);
        throw error;
      } finally {
        await giveBack(life);
      }
    } finally {
      rendering -= 1;
      turns.shift()?.();
    }
  };

  return {
    visit() {
      const name = {};
      return { render: (url, options) => render(name, url, options), close: () => tabs.leave(name) };
    },
    counts: () => ({
      rendering,
      contexts: current?.chromium.contexts().length ?? 0,
      bytes: current?.bytes ?? 0,
    }),
    async close() {
      clearTimeout(idle);
      await starting;
      if (current !== null) await retire(current);
    },
  };
}

type Made = {
  chromiumPath: string;
  logger: Logger;
  fetchRaw: FetchRaw;
  metrics?: Pick<WorkerMetrics, 'browserPage' | 'browserStarted'>;
  lifetime?: Lifetime;
};

const usualLifetime: Lifetime = {
  pages: limits.browserPagesALife,
  ageMs: limits.browserAgeMs,
  bytes: limits.browserBytes,
  idleMs: limits.browserIdleMs,
};

const isSpent = ({ pages, startedAt, bytes }: Life, lifetime: Lifetime): boolean =>
  pages >= lifetime.pages || bytes >= lifetime.bytes || performance.now() - startedAt >= lifetime.ageMs;

/** Playwright would end Chromium with the first signal; a worker that leaves has pages to finish, and ends it itself. */
const ownSignals = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false };

/** With the sandbox where we may (not as root); without it, and saying so, where the system forbids it. */
async function launch(executablePath: string, logger: Logger): Promise<Chromium> {
  // Loaded only here: who never renders never loads Playwright.
  const { chromium } = await import('playwright');
  const options = { executablePath, args: launchArguments, timeout: limits.renderMs, ...ownSignals };
  const chromiumSandbox = process.getuid?.() !== 0;
  try {
    return await chromium.launch({ ...options, chromiumSandbox }).catch((error: unknown) => {
      if (!chromiumSandbox) throw error;
      logger.warn({ err: error }, 'browser: the system allows no sandbox, starting without');
      return chromium.launch({ ...options, chromiumSandbox: false });
    });
  } catch (error) {
    const [reason] = String(error instanceof Error ? error.message : error).split('\n');
    throw new SourceError('browser', `Chromium could not be started: ${reason}`);
  }
}
