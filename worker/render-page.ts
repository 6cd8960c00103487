import { AsyncResource } from 'node:async_hooks';
import { setMaxListeners } from 'node:events';
import type { Page, Route } from 'playwright';
import type { FetchRaw } from './fetch-raw.js';
import { limits } from './limits.js';
import { isForPage, refuse, type Tab } from './open-tab.js';
import { SourceError } from './source-errors.js';
import type { Tabs, Visit } from './tabs.js';

export type Rendered = { url: string; html: string };

type Rendering = { url: string; signal: AbortSignal; fetchRaw: FetchRaw };

/** What a page may load: what its text can depend on. Pictures, fonts, media and styles carry none. */
const loaded = new Set(['document', 'script', 'xhr', 'fetch']);

/** A page that has asked for nothing for this long is as ready as it gets. */
const quietMs = 400;

/** What Playwright says when the process that shows a page has ended while the browser lives on. */
const crashed = /Target crashed|Page crashed/;

/** Renders one page. One that crashes is tried once more: the first time may be our machine's fault, the second is its own. */
export async function renderPage(tabs: Tabs, visit: Visit, rendering: Rendering): Promise<Rendered> {
  try {
    return await renderOnce(tabs, visit, rendering);
  } catch (error) {
    if (!(error instanceof SourceError) || !crashed.test(error.message)) throw error;
    return renderOnce(tabs, visit, rendering);
  }
}

/** Renders in a tab that goes on to the visit's next page when all is well, and is closed otherwise. */
async function renderOnce(tabs: Tabs, visit: Visit, rendering: Rendering): Promise<Rendered> {
  const { chromium } = visit;
  const timeout = AbortSignal.timeout(limits.renderMs);
  const gone = new AbortController();
  const signal = AbortSignal.any([rendering.signal, timeout, gone.signal]);
  // Every request of the page listens to it.
  setMaxListeners(0, signal);
  // Not everything that waits for a page hears that Chromium ended: the page's scripts, say, are answered no more.
  const ended = () => gone.abort(new Error('Chromium ended.'));
  chromium.on('disconnected', ended);
  try {
    const { userAgent } = visit;
    return await tabs.lend(visit, signal, (tab) => render(tab, { ...rendering, userAgent, signal }, gone));
  } catch (error) {
    if (error instanceof SourceError) throw error;
    if (!chromium.isConnected()) throw new SourceError('browser', 'Chromium ended while it read the page.');
    if (timeout.aborted)
      throw new SourceError('timeout', `The page was not ready within ${limits.renderMs / 1000} seconds.`);
    if (rendering.signal.aborted)
      throw new SourceError('timeout', 'The page was not ready before the source’s time was over.');
    const [reason] = String(error instanceof Error ? error.message : error).split('\n');
    throw new SourceError('broken', `The page could not be rendered: ${reason}`);
  } finally {
    chromium.off('disconnected', ended);
  }
}

/** `gone` is aborted when the page's own process ends. */
async function render(
  tab: Tab,
  { url, signal, userAgent, fetchRaw }: Rendering & Pick<Visit, 'userAgent'>,
  gone: AbortController,
): Promise<Rendered> {
  const { page } = tab;
  const quiet = createQuiet();
  const over = new AbortController();
  const reading = AbortSignal.any([signal, over.signal]);
  setMaxListeners(0, reading);
  let landed = url;
  let failure: SourceError | null = null;
  // Playwright calls back from where Chromium was started; what a page asks for belongs to this rendering's trace.
  const answer = AsyncResource.bind(async (route: Route): Promise<void> => {
    const request = route.request();
    const isPage = isForPage(request, page);
    if (!loaded.has(request.resourceType()) || !isSameSite(request.url(), url)) return refuse(route);
    quiet.begin();
    try {
      const answered = await serve(route, { signal: reading, userAgent, fetchRaw });
      if (isPage) landed = answered.url;
    } catch (error) {
      if (isPage && error instanceof SourceError) failure = error;
      await refuse(route);
    } finally {
      quiet.end();
    }
  });
  tab.owner = { answer, crashed: () => gone.abort(new Error('Page crashed')) };
  try {
    await page.goto(url, { waitUntil: 'domcontentloaded', timeout: limits.renderMs }).catch((error: unknown) => {
      throw failure ?? error;
    });
    await Promise.race([hasPosting(page), quiet.reached(reading)]);
    return { url: landed, html: await contentOf(page) };
  } finally {
    // What it still asks for is asked for nobody.
    tab.owner = null;
    over.abort();
  }
}

/** Answers one request of the page by our own fetcher, so that the guard and the limits hold for it too. */
async function serve(
  route: Route,
  { signal, userAgent, fetchRaw }: Omit<Rendering, 'url'> & Pick<Visit, 'userAgent'>,
): Promise<{ url: string }> {
  const request = route.request();
  const body = request.postData();
  const { accept = '*/*', 'content-type': type } = request.headers();
  const answer = await fetchRaw({
    url: request.url(),
    method: request.method() === 'POST' ? 'POST' : 'GET',
    headers: {
      'user-agent': userAgent,
      accept,
      referer: request.frame().url(),
      ...(type ? { 'content-type': type } : {}),
    },
    ...(body === null ? {} : { body }),
    signal,
    maxBytes: limits.pageBytes,
  });
  const status = answer.status;
  const isPage = request.resourceType() === 'document';
  if (isPage && (status < 200 || status > 299)) throw new SourceError('broken', `The source answered ${status}.`);
  const {
    'content-encoding': _packed,
    'content-length': _length,
    'transfer-encoding': _chunked,
    ...headers
  } = answer.headers;
  await route.fulfill({ status, headers, body: answer.body });
  return answer;
}

/** The same host, or one below or beside it under the same two last labels. */
function isSameSite(one: string, other: string): boolean {
  const site = (url: string) => (URL.canParse(url) ? new URL(url).hostname.split('.').slice(-2).join('.') : null);
  return site(one) !== null && site(one) === site(other);
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

async function contentOf(page: Page): Promise<string> {
  const html = await page.content();
  if (html.length > limits.pageBytes)
    throw new SourceError('too-large', `The rendered page is larger than ${limits.pageBytes / 1e6} MB.`);
  return html;
}
