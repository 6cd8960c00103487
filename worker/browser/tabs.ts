import type { Browser as Chromium } from 'playwright';
import { limits } from '../limits.js';
import { abortable } from '../process/abortable.js';
import { SourceError } from '../sources/source-errors.js';
import { openTab, type Tab } from './open-tab.js';

/** How long a tab may take to leave what it shows; one that cannot is closed. */
const leaveMs = 2000;

/** How soon Playwright hears that a process has ended. */
const crashMs = 3000;

/** Who a tab is for: pages of one visit may see what the ones before left behind, as a reader's would; others never. */
export type BrowserSession = { chromium: Chromium; userAgent: string; name: object };

/**
 * The tabs of a browser. A visit's next page takes the tab of its last one: a renderer process for each page would cost
 * half of the page's CPU.
 */
export type Tabs = {
  /** Lends a tab for one page; it is kept for the visit's next one, or closed when the work fails. Ends with the signal. */
  lend<Result>(session: BrowserSession, signal: AbortSignal, work: (tab: Tab) => Promise<Result>): Promise<Result>;
  /** Closes what is kept for a visit, now and later. */
  leave(name: object): Promise<void>;
  /** The tab whose page DevTools calls by this name. */
  of(target: string): Tab | null;
  /** Tabs that stand open. */
  count(): number;
  /** Says that the next page to crash does so because its process held so many bytes and was ended. */
  outgrown(bytes: number): void;
};

/** `most`: tabs that stand open at once, kept ones included, while no more are lent. */
export function createTabs(most: number): Tabs {
  const kept: { name: object; tab: Tab }[] = [];
  const left = new WeakSet<object>();
  const standing = new Map<string, Tab>();
  let lent = 0;
  let outgrown: { error: SourceError; until: number } | null = null;

  const whyCrashed = (): SourceError | null => {
    const why = outgrown !== null && performance.now() < outgrown.until ? outgrown.error : null;
    outgrown = null;
    return why;
  };

  /** A tab that opens when nobody waits any more is closed. */
  const open = async ({ chromium, userAgent }: BrowserSession, signal: AbortSignal): Promise<Tab> => {
    const opening = openTab(chromium, { userAgent, whyCrashed }).then((tab) => {
      const close = async (): Promise<void> => {
        await tab.close();
        standing.delete(tab.target);
      };
      const counted = { ...tab, close };
      standing.set(tab.target, counted);
      return counted;
    });
    return abortable(signal, opening).catch((error: unknown) => {
      opening.then(({ close }) => close()).catch(() => undefined);
      throw error;
    });
  };

  const take = ({ name, chromium, userAgent }: BrowserSession): Tab | null => {
    const at = kept.findIndex(
      ({ name: its, tab }) => its === name && tab.chromium === chromium && tab.userAgent === userAgent,
    );
    return at < 0 ? null : (kept.splice(at, 1)[0]?.tab ?? null);
  };

  /** The longest kept make room. */
  const makeRoom = async (): Promise<void> => {
    const tooMany = Math.max(0, kept.length + lent - most);
    await Promise.all(kept.splice(0, tooMany).map(({ tab }) => tab.close()));
  };

  const keep = async (name: object, tab: Tab, signal: AbortSignal): Promise<void> => {
    if (await abortable(signal, isCleared(tab)).catch(() => false)) kept.push({ name, tab });
    else await tab.close();
    if (left.has(name)) await closeAll(name);
  };

  const closeAll = async (name: object): Promise<void> => {
    const its = kept.filter((each) => each.name === name);
    for (const each of its) kept.splice(kept.indexOf(each), 1);
    await Promise.all(its.map(({ tab }) => tab.close()));
  };

  return {
    async lend(session, signal, work) {
      lent += 1;
      let tab = take(session);
      try {
        if (tab === null) await makeRoom();
        tab ??= await open(session, signal);
        const result = await abortable(signal, work(tab));
        await keep(session.name, tab, signal);
        return result;
      } catch (error) {
        await tab?.close();
        throw error;
      } finally {
        lent -= 1;
      }
    },
    async leave(name) {
      left.add(name);
      await closeAll(name);
    },
    of: (target) => standing.get(target) ?? null,
    count: () => standing.size,
    outgrown(bytes) {
      const held = `${Math.round(bytes / 1e6)} MB`;
      const error = new SourceError(
        'too-large',
        `The page held ${held} of memory, more than ${limits.rendererBytes / 1e6} MB.`,
      );
      outgrown = { error, until: performance.now() + crashMs };
    },
  };
}

/** Shows nothing any more, so that nothing of the page runs on; a tab that cannot is of no use. */
async function isCleared({ page }: Tab): Promise<boolean> {
  try {
    await page.goto('about:blank', { timeout: leaveMs });
    // Left to itself a renderer keeps some 4 MB of each page it has shown.
    await page.requestGC();
    return true;
  } catch {
    return false;
  }
}
