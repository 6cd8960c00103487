import type { Logger } from '../../shared/logger.js';
import type { FetchRaw } from '../fetch/fetch-raw.js';
import { limits } from '../limits.js';
import type { WorkerMetrics } from '../process/metrics.js';
import { SourceError } from '../sources/source-errors.js';
import { sizeOf } from './browser-size.js';
import { removeAbandonedFolders } from './chromium-folder.js';
import { type ChromiumProcess, possiblePrivileges, startChromium, warningOf } from './chromium-process.js';
import type { MayAsk } from './page-requests.js';
import { type Rendered, renderPage } from './render-page.js';
import { createRendererWatch, type RendererWatch } from './renderer-watch.js';
import { createTabs } from './tabs.js';

/** One Chromium a process: pages are lent with a deadline, and the whole is started anew when old or dead. */
export type Browser = {
  /** Begins to read a site. Its pages share tabs, and what they leave there; whoever begins it closes it. */
  session(): BrowserVisit;
  /** Pages being rendered just now, contexts that stand open, and bytes held as last measured. */
  counts(): { rendering: number; contexts: number; bytes: number };
  close(): Promise<void>;
};

export type RenderOptions = {
  signal: AbortSignal;
  userAgent: string;
  /** Asked before what the page's scripts ask for, and before every redirect; without it all is allowed. */
  mayAsk?: MayAsk;
  /** Requests of the page under way at once. */
  atOnce?: number;
  /** Told once a page is over: the requests its scripts made, by host. */
  asked?: (requests: ReadonlyMap<string, number>) => void;
};

export type BrowserVisit = {
  /** Renders a page; throws `browser` when Chromium died or could not start, `timeout` when the page took too long. */
  render(url: string, options: RenderOptions): Promise<Rendered>;
  close(): Promise<void>;
};

/** One Chromium from its start to its end; `bytes` as last measured. */
type Life = Pick<ChromiumProcess, 'chromium' | 'end'> & {
  watch: RendererWatch;
  startedAt: number;
  pages: number;
  bytes: number;
  busy: number;
  retired: boolean;
};

/** After how many pages, what age and what size a Chromium is started anew, and after what idleness it ends. */
export type Lifetime = { pages: number; ageMs: number; bytes: number; idleMs: number };

/** Pages between two looks at the size. */
const pagesBetweenMeasures = 10;

/** Starts nothing yet: the first page does. The caller closes it. */
export function createBrowser({
  chromiumPath,
  logger,
  fetchRaw,
  metrics,
  lifetime = usualLifetime,
}: BrowserOptions): Browser {
  let starting: Promise<Life> | null = null;
  let current: Life | null = null;
  let rendering = 0;
  let idle: NodeJS.Timeout | undefined;
  const turns: (() => void)[] = [];
  const tabs = createTabs(limits.browserPages);
  /** A killed process left its files behind; whoever starts next removes them. */
  const cleaning = removeAbandonedFolders().catch((error: unknown) => {
    logger.warn({ err: error }, 'browser: could not remove what an earlier process left');
  });
  /** Said before any page is shown: what is likely at this machine, and not how it turns out. */
  const planning = possiblePrivileges(chromiumPath).then((choices) => {
    const warning = choices[0] === undefined ? null : warningOf(choices[0]);
    if (warning !== null) logger.warn(warning);
    return choices;
  });

  const listener = {
    received: (target: string, bytes: number) => tabs.of(target)?.received(bytes),
    oversized: (target: string) =>
      tabs.of(target)?.stop(tooLarge(`The page sent a message of more than ${limits.messageBytes / 1e6} MB.`)),
  };

  const start = async (): Promise<Life> => {
    await cleaning;
    const choices = await planning;
    const [planned] = choices;
    const { chromium, privileges, end } = await startChromium(chromiumPath, { choices, listener, logger });
    const watch = createRendererWatch(chromium, tabs.outgrown);
    const life = { chromium, end, watch, startedAt: performance.now(), pages: 0, bytes: 0, busy: 0, retired: false };
    chromium.on('disconnected', () => {
      if (!life.retired) logger.warn({ pages: life.pages }, 'browser: died');
      if (current === life) current = null;
    });
    current = life;
    metrics?.browserStarted();
    logger.info({ version: chromium.version(), ...privileges }, 'browser: started');
    const warning = warningOf(privileges);
    if (warning !== null && privileges !== planned) logger.warn(warning);
    return life;
  };

  const retire = async (life: Life): Promise<void> => {
    const { pages, bytes } = life;
    logger.info({ pages, bytes, ageMs: Math.round(performance.now() - life.startedAt) }, 'browser: retired');
    life.retired = true;
    if (current === life) current = null;
    // An old one ends with its last page.
    if (life.busy === 0) await life.end();
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
    life.watch.begin();
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
    life.watch.end();
    if (life.pages % pagesBetweenMeasures === 0 && life.chromium.isConnected()) await measure(life);
    if (life.retired && life.busy === 0) await life.end();
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

  const render = async (name: object, url: string, options: RenderOptions): Promise<Rendered> => {
    const { userAgent, mayAsk = () => Promise.resolve(), atOnce = 2, asked = () => undefined, signal } = options;
    if (rendering >= limits.browserPages) await new Promise<void>((resolve) => turns.push(resolve));
    rendering += 1;
    try {
      const life = await lend();
      try {
        const session = { name, chromium: life.chromium, userAgent };
        const rendered = await renderPage(tabs, session, { url, signal, fetchRaw, mayAsk, atOnce, asked });
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
    session() {
      const name = {};
      return { render: (url, options) => render(name, url, options), close: () => tabs.leave(name) };
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

const usualLifetime: Lifetime = {
  pages: limits.browserPagesALife,
  ageMs: limits.browserAgeMs,
  bytes: limits.browserBytes,
  idleMs: limits.browserIdleMs,
};

const isSpent = ({ pages, startedAt, bytes }: Life, lifetime: Lifetime): boolean =>
  pages >= lifetime.pages || bytes >= lifetime.bytes || performance.now() - startedAt >= lifetime.ageMs;

const tooLarge = (sentence: string): SourceError => new SourceError('too-large', sentence);
