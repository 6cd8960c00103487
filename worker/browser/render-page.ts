import { AsyncResource } from 'node:async_hooks';
import { setMaxListeners } from 'node:events';
import type { Page, Route } from 'playwright';
import type { FetchRaw } from '../fetch/fetch-raw.js';
import { marksOfHeader, marksOfHtml, type RobotsMarks } from '../fetch/robots-marks.js';
import { limits } from '../limits.js';
import { SourceError } from '../sources/source-errors.js';
import { isForPage, refuse, type Tab } from './open-tab.js';
import { createPageBudget, usualLoad } from './page-budget.js';
import { createPageRequests, type Loaded, type MayAsk } from './page-requests.js';
import { readDom } from './read-dom.js';
import type { BrowserSession, Tabs } from './tabs.js';

export type Rendered = {
  /** Where the page came from, after redirects. */
  url: string;
  html: string;
  /** What its owner forbids, in its header, in the HTML that came or in what its scripts made of it. */
  marks: RobotsMarks;
} & Pick<Loaded, 'refusals'>;

type Rendering = {
  url: string;
  signal: AbortSignal;
  fetchRaw: FetchRaw;
  mayAsk: MayAsk;
  /** Requests of the page under way at once. */
  atOnce: number;
  /** Told once a page is over, however it ended: its requests to each host besides the one for the page itself. */
  asked: (requests: ReadonlyMap<string, number>) => void;
};

/** A page that has asked for nothing for this long is as ready as it gets. */
const quietMs = 400;

/** What Playwright says when the process that shows a page has ended while the browser lives on. */
const crashed = /Target crashed|Page crashed/;

/** Renders one page. One that crashes is tried once more: the first time may be our machine's fault, the second is its own. */
export async function renderPage(tabs: Tabs, session: BrowserSession, rendering: Rendering): Promise<Rendered> {
  try {
    return await renderOnce(tabs, session, rendering);
  } catch (error) {
    if (!(error instanceof SourceError) || !crashed.test(error.message)) throw error;
    return renderOnce(tabs, session, rendering);
  }
}

/** Renders in a tab that goes on to the visit's next page when all is well, and is closed otherwise. */
async function renderOnce(tabs: Tabs, session: BrowserSession, rendering: Rendering): Promise<Rendered> {
  const { chromium } = session;
  const timeout = AbortSignal.timeout(limits.renderMs);
  const gone = new AbortController();
  const signal = AbortSignal.any([rendering.signal, timeout, gone.signal]);
  // Every request of the page listens to it.
  setMaxListeners(0, signal);
  // Not everything that waits for a page hears that Chromium ended: the page's scripts, say, are answered no more.
  const ended = () => gone.abort(new Error('Chromium ended.'));
  chromium.on('disconnected', ended);
  try {
    const { userAgent } = session;
    return await tabs.lend(session, signal, (tab) => render(tab, { ...rendering, userAgent, signal }, gone));
  } catch (error) {
    // What stopped the page says more than what its stopping broke.
    if (gone.signal.reason instanceof SourceError) throw gone.signal.reason;
    if (error instanceof SourceError) throw error;
    if (!chromium.isConnected()) throw new SourceError('browser', 'Chromium ended while it read the page.');
    if (timeout.aborted)
      throw new SourceError('timeout', `The page was not ready within ${limits.renderMs / 1000} seconds.`);
    if (rendering.signal.aborted)
      throw new SourceError('timeout', 'The page was not ready before the source’s time was over.');
    const [reason = ''] = String(error instanceof Error ? error.message : error).split('\n');
    if (/Cannot find context|Execution context was destroyed/.test(reason))
      throw new SourceError('broken', 'The page went on to another address while it was read.');
    throw new SourceError('broken', `The page could not be rendered: ${reason}`);
  } finally {
    chromium.off('disconnected', ended);
  }
}

/** `gone` is aborted when the page is stopped, or its own process ends. */
async function render(
  tab: Tab,
  { url, signal, userAgent, fetchRaw, mayAsk, atOnce, asked }: Rendering & Pick<BrowserSession, 'userAgent'>,
  gone: AbortController,
): Promise<Rendered> {
  const { page } = tab;
  const quiet = createQuiet();
  const over = new AbortController();
  const reading = AbortSignal.any([signal, over.signal]);
  setMaxListeners(0, reading);
  const stop = (error: SourceError): void => gone.abort(error);
  const budget = createPageBudget(usualLoad(atOnce), stop);
  const requests = createPageRequests({ url, userAgent, fetchRaw, mayAsk, budget, signal: reading });
  let failure: SourceError | null = null;
  // Playwright calls back from where Chromium was started; what a page asks for belongs to this rendering's trace.
  const answer = AsyncResource.bind(async (route: Route): Promise<void> => {
    if (!requests.isLoaded(route.request())) return refuse(route);
    quiet.begin();
    try {
      await requests.answer(route, isForPage(route.request(), page));
    } catch (error) {
      if (error instanceof SourceError) failure = error;
    } finally {
      quiet.end();
    }
  });
  tab.own({ answer, stop, crashed: () => gone.abort(new Error('Page crashed')) });
  try {
    await page.goto(url, { waitUntil: 'domcontentloaded', timeout: limits.renderMs }).catch((error: unknown) => {
      throw failure ?? error;
    });
    await Promise.race([hasPosting(page), quiet.reached(reading)]);
    const html = await readDom(tab.session);
    const { url: landed, refusals } = requests.loaded;
    return { url: landed, html, marks: marksOf(requests.loaded, html, userAgent), refusals };
  } finally {
    // What it still asks for is asked for nobody.
    tab.own(null);
    over.abort();
    asked(requests.loaded.asked);
  }
}

function marksOf({ robotsTag, source }: Loaded, html: string, userAgent: string): RobotsMarks {
  const all = [marksOfHeader(robotsTag, userAgent), marksOfHtml(source, userAgent), marksOfHtml(html, userAgent)];
  return { noindex: all.some(({ noindex }) => noindex), noarchive: all.some(({ noarchive }) => noarchive) };
}

/** Resolves when a JobPosting stands in the page, or when the tab has left it; never when none comes. */
function hasPosting(page: Page): Promise<unknown> {
  const isThere = `location.href === 'about:blank' || [...document.querySelectorAll('script[type="application/ld+json"]')].some((script) => script.textContent.includes('JobPosting'))`;
  return page
    .waitForFunction(isThere, undefined, { timeout: limits.renderMs, polling: 50 })
    .catch(() => new Promise(() => {}));
}

/** Tells when no request has been under way for a while. */
function createQuiet(): { begin(): void; end(): void; reached(signal: AbortSignal): Promise<void> } {
  let open = 0;
  let timer: NodeJS.Timeout | undefined;
  let resolve: (() => void) | null = null;
  const arm = () => {
    clearTimeout(timer);
    if (open === 0 && resolve !== null) timer = setTimeout(resolve, quietMs);
  };
  return {
    begin() {
      open += 1;
      clearTimeout(timer);
    },
    end() {
      open -= 1;
      arm();
    },
    reached(signal) {
      signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
      return new Promise((done) => {
        resolve = done;
        arm();
      });
    },
  };
}
