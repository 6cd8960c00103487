/** The tabs that render pages, each in a separate context. */
import pTimeout from 'p-timeout';
import type { CDPSession, Browser as Chromium, Page, Request, Route } from 'playwright';
import { SourceError } from '../sources/source.js';
import { browserLimits } from './browser-limits.js';
import type { ChromiumWatch } from './chromium-keeper.js';

/** How long a tab may take to navigate to about:blank; one that takes longer is closed. */
const clearMs = 2000;

/** How soon Playwright reports that a renderer process ended. */
const crashMs = 3000;

/** The session that a tab belongs to. Its pages share cookies and storage, as in a visitor's browser; sessions are isolated. */
export type TabSession = {
  chromium: Chromium;
  userAgent: string;
  name: object;
  /** The same promise, which Chromium must settle soon. */
  answers: ChromiumWatch['answers'];
};

/**
 * The tabs of a browser. A session's next page reuses the tab of its last one, because starting a renderer process takes
 * half of a page's CPU time.
 */
export type Tabs = {
  /** Runs work in a tab and keeps the tab for the session's next page; closes it when the work fails or the signal aborts. */
  use<Result>(session: TabSession, signal: AbortSignal, work: (tab: Tab) => Promise<Result>): Promise<Result>;
  /** Closes a session's idle tabs now, and those in use when they are returned. */
  closeSession(name: object): Promise<void>;
  /** The tab with this DevTools target id. */
  of(target: string): Tab | null;
  /** Open tabs. */
  count(): number;
  /** Records that a renderer was killed for using this many bytes, so that the next crash is reported with that reason. */
  killed(bytes: number): void;
};

/** `most`: the limit of open tabs, including idle ones; exceeded only when more are in use at once. */
export function createTabs(most: number): Tabs {
  const kept: { name: object; tab: Tab }[] = [];
  const closedSessions = new WeakSet<object>();
  const openTabs = new Map<string, Tab>();
  let inUse = 0;
  let kill: { error: SourceError; until: number } | null = null;

  const whyCrashed = (): SourceError | null => {
    const why = kill !== null && performance.now() < kill.until ? kill.error : null;
    kill = null;
    return why;
  };

  /** A tab that opens after the signal aborted is closed. */
  const open = async ({ chromium, userAgent, answers }: TabSession, signal: AbortSignal): Promise<Tab> => {
    const opening = answers(openTab(chromium, { userAgent, whyCrashed })).then((tab) => {
      const close = async (): Promise<void> => {
        await answers(tab.close());
        openTabs.delete(tab.target);
      };
      const counted = { ...tab, close };
      openTabs.set(tab.target, counted);
      return counted;
    });
    return pTimeout(opening, { milliseconds: Number.POSITIVE_INFINITY, signal }).catch((error: unknown) => {
      opening.then(({ close }) => close()).catch(() => undefined);
      throw error;
    });
  };

  const take = ({ name, chromium, userAgent }: TabSession): Tab | null => {
    const at = kept.findIndex(
      ({ name: tabName, tab }) => tabName === name && tab.chromium === chromium && tab.userAgent === userAgent,
    );
    return at < 0 ? null : (kept.splice(at, 1)[0]?.tab ?? null);
  };

  /** Closes the tabs that have been idle longest. */
  const closeOldest = async (): Promise<void> => {
    const tooMany = Math.max(0, kept.length + inUse - most);
    await Promise.all(kept.splice(0, tooMany).map(({ tab }) => tab.close()));
  };

  const keep = async (name: object, tab: Tab, signal: AbortSignal): Promise<void> => {
    const clearing = pTimeout(isCleared(tab), { milliseconds: Number.POSITIVE_INFINITY, signal });
    if (await clearing.catch(() => false)) kept.push({ name, tab });
    else await tab.close();
    if (closedSessions.has(name)) await closeAll(name);
  };

  const closeAll = async (name: object): Promise<void> => {
    const namesakes = kept.filter((each) => each.name === name);
    for (const each of namesakes) kept.splice(kept.indexOf(each), 1);
    await Promise.all(namesakes.map(({ tab }) => tab.close()));
  };

  return {
    async use(session, signal, work) {
      inUse += 1;
      let tab = take(session);
      try {
        if (tab === null) await closeOldest();
        tab ??= await open(session, signal);
        const result = await pTimeout(work(tab), { milliseconds: Number.POSITIVE_INFINITY, signal });
        await keep(session.name, tab, signal);
        return result;
      } catch (error) {
        await tab?.close();
        throw error;
      } finally {
        inUse -= 1;
      }
    },
    async closeSession(name) {
      closedSessions.add(name);
      await closeAll(name);
    },
    of: (target) => openTabs.get(target) ?? null,
    count: () => openTabs.size,
    killed(bytes) {
      const held = `${Math.round(bytes / 1e6)} MB`;
      const error = new SourceError(
        'too-large',
        `The page used ${held} of memory, more than ${browserLimits.rendererBytes / 1e6} MB.`,
      );
      kill = { error, until: performance.now() + crashMs };
    },
  };
}

/** Navigates to an empty page, so that no script of the last one keeps running; `false` when that fails. */
async function isCleared({ page }: Tab): Promise<boolean> {
  try {
    await page.goto('about:blank', { timeout: clearMs });
    // Without it a renderer keeps about 4 MB of each page it has loaded.
    await page.requestGC();
    return true;
  } catch {
    return false;
  }
}

/** Answers a page's requests, stops the page, and handles the end of its renderer process. */
type TabOwner = { answer(route: Route): Promise<void>; stop(error: SourceError): void; crashed(): void };

/** A Chromium page in its own context, reused for one address after another. */
export type Tab = {
  page: Page;
  /** A DevTools session of the page in addition to Playwright's. */
  session: CDPSession;
  /** The page's DevTools target id. */
  target: string;
  userAgent: string;
  chromium: Chromium;
  /** Assigns the tab to an owner; without one (`null`) every request is refused. */
  own(owner: TabOwner | null): void;
  /** Counts the bytes of a DevTools message about the page, and stops the page when they exceed the limit. */
  received(bytes: number): void;
  stop(error: SourceError): void;
  /** Whether it is being closed. */
  isClosing(): boolean;
  close(): Promise<void>;
};

/**
 * Opens a tab that loads only its owner's answers, without downloads, permissions, dialogs or popups. `whyCrashed`
 * returns the reason if its renderer was killed on purpose.
 */
async function openTab(
  chromium: Chromium,
  { userAgent, whyCrashed }: { userAgent: string; whyCrashed: () => SourceError | null },
): Promise<Tab> {
  const context = await chromium.newContext({
    userAgent,
    acceptDownloads: false,
    serviceWorkers: 'block',
    permissions: [],
  });
  // The context of a crashed browser is already closed.
  let isClosing = false;
  const close = () => {
    isClosing = true;
    return context.close().catch(() => undefined);
  };
  let owner: TabOwner | null = null;
  let bytes = 0;
  try {
    // Popups belong to none of our pages, so their requests are refused.
    await context.route('**/*', (route) => refuse(route));
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const { targetInfo } = await session.send('Target.getTargetInfo');
    await page.route('**/*', (route) => owner?.answer(route) ?? refuse(route));
    page.on('crash', () => {
      const why = whyCrashed();
      if (why === null) owner?.crashed();
      else owner?.stop(why);
    });
    page.on('dialog', (dialog) => void dialog.dismiss().catch(() => undefined));
    context.on('page', (popup) => void popup.close().catch(() => undefined));
    return {
      page,
      session,
      target: targetInfo.targetId,
      userAgent,
      chromium,
      own(next) {
        owner = next;
        bytes = 0;
      },
      received(more) {
        bytes += more;
        if (bytes > browserLimits.pageMessageBytes)
          owner?.stop(
            tooMuch(`The page made Chromium report more than ${browserLimits.pageMessageBytes / 1e6} MB about it.`),
          );
      },
      stop: (error) => owner?.stop(error),
      isClosing: () => isClosing,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

const tooMuch = (sentence: string): SourceError => new SourceError('too-large', sentence);

/** Refuses a request; errors are ignored, since its page may be closed. */
export async function refuse(route: Route): Promise<void> {
  await route.abort('blockedbyclient').catch(() => undefined);
}

/** Whether a request is for the page itself, not for a subresource. */
export const isForPage = (request: Request, page: Page): boolean =>
  request.isNavigationRequest() && request.frame() === page.mainFrame();
