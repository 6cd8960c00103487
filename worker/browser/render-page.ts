/** Renders one page and reads its document. */
import { AsyncResource } from 'node:async_hooks';
import { setMaxListeners } from 'node:events';
import type { CDPSession, Page, Route } from 'playwright';
import type { FetchRaw } from '../fetch/fetch-raw.js';
import { directivesOfHeader, directivesOfHtml } from '../fetch/robots-directives.js';
import { type RobotsDirectives, SourceError } from '../sources/source.js';
import { browserLimits } from './browser-limits.js';
import { createPageBudget, createPageRequests, defaultLoad, type Loaded, type MayAsk } from './page-requests.js';
import { isForPage, refuse, type Tab, type TabSession, type Tabs } from './tabs.js';

export type Rendered = {
  /** The page's address, after redirects. */
  url: string;
  html: string;
  /** Robots directives of its header, of the HTML as sent and of the DOM after its scripts ran. */
  robots: RobotsDirectives;
} & Pick<Loaded, 'refusals'>;

type Rendering = {
  url: string;
  signal: AbortSignal;
  fetchRaw: FetchRaw;
  mayAsk: MayAsk;
  /** Concurrent requests of the page. */
  atOnce: number;
  /** Called when a page is done, whether or not it failed, with its requests to each host, except the one for the page. */
  onRequests: (requests: ReadonlyMap<string, number>) => void;
};

/** A page without requests for this long counts as loaded. */
const quietMs = 400;

/** Playwright's error when a renderer process ended while the browser keeps running. */
const crashed = /Target crashed|Page crashed/;

/** Chromium itself ended, because of this page or another one. */
export const chromiumEnded = 'Chromium ended while it read the page.';

/** Renders one page; retries once after a crash: the first may be this machine's fault, a second is the page's. */
export async function renderPage(tabs: Tabs, session: TabSession, rendering: Rendering): Promise<Rendered> {
  try {
    return await renderOnce(tabs, session, rendering);
  } catch (error) {
    if (!(error instanceof SourceError) || !crashed.test(error.message)) throw error;
    return renderOnce(tabs, session, rendering);
  }
}

/** Renders in a tab of the session and converts every error to a `SourceError`. */
async function renderOnce(tabs: Tabs, session: TabSession, rendering: Rendering): Promise<Rendered> {
  const { chromium } = session;
  const timeout = AbortSignal.timeout(browserLimits.renderMs);
  const gone = new AbortController();
  const signal = AbortSignal.any([rendering.signal, timeout, gone.signal]);
  // Each request of the page adds a listener to the signal.
  setMaxListeners(0, signal);
  // Not every pending call on a page rejects when Chromium ends: evaluations in the page never settle.
  const ended = () => gone.abort(new Error('Chromium ended.'));
  chromium.on('disconnected', ended);
  try {
    const { userAgent } = session;
    return await tabs.use(session, signal, (tab) => render(tab, { ...rendering, userAgent, signal }, gone));
  } catch (error) {
    // The reason for stopping the page is more informative than the resulting error.
    if (gone.signal.reason instanceof SourceError) throw gone.signal.reason;
    if (error instanceof SourceError) throw error;
    if (!chromium.isConnected()) throw new SourceError('browser', chromiumEnded);
    if (timeout.aborted)
      throw new SourceError('timeout', `The page was not ready within ${browserLimits.renderMs / 1000} seconds.`);
    if (rendering.signal.aborted)
      throw new SourceError('timeout', 'The page was not ready before the source’s time was over.');
    const [reason = ''] = String(error instanceof Error ? error.message : error).split('\n');
    if (/Cannot find context|Execution context was destroyed/.test(reason))
      throw new SourceError('broken', 'The page navigated away while it was being read.');
    throw new SourceError('broken', `The page could not be rendered: ${reason}`);
  } finally {
    chromium.off('disconnected', ended);
  }
}

/** `gone` aborts when the page is stopped or its renderer process ends. */
async function render(
  tab: Tab,
  { url, signal, userAgent, fetchRaw, mayAsk, atOnce, onRequests }: Rendering & Pick<TabSession, 'userAgent'>,
  gone: AbortController,
): Promise<Rendered> {
  const { page } = tab;
  const quiet = createQuiet();
  const over = new AbortController();
  const reading = AbortSignal.any([signal, over.signal]);
  setMaxListeners(0, reading);
  const stop = (error: SourceError): void => gone.abort(error);
  const budget = createPageBudget(defaultLoad(atOnce), stop);
  const requests = createPageRequests({ url, userAgent, fetchRaw, mayAsk, budget, signal: reading });
  let failure: SourceError | null = null;
  // Playwright calls back in the async context that started Chromium, but the requests belong to this rendering's trace.
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
    await page.goto(url, { waitUntil: 'domcontentloaded', timeout: browserLimits.renderMs }).catch((error: unknown) => {
      throw failure ?? error;
    });
    await Promise.race([hasPosting(page), quiet.reached(reading)]);
    const html = await readDom(tab.session);
    const { url: landed, refusals } = requests.loaded;
    return { url: landed, html, robots: directivesOf(requests.loaded, html, userAgent), refusals };
  } finally {
    // From here on requests are refused.
    tab.own(null);
    over.abort();
    onRequests(requests.loaded.requested);
  }
}

function directivesOf({ robotsTag, source }: Loaded, html: string, userAgent: string): RobotsDirectives {
  const all = [
    directivesOfHeader(robotsTag, userAgent),
    directivesOfHtml(source, userAgent),
    directivesOfHtml(html, userAgent),
  ];
  return { noindex: all.some(({ noindex }) => noindex), noarchive: all.some(({ noarchive }) => noarchive) };
}

/** Resolves when the page contains a JobPosting or the tab has navigated away; otherwise never. */
function hasPosting(page: Page): Promise<unknown> {
  const isThere = `location.href === 'about:blank' || [...document.querySelectorAll('script[type="application/ld+json"]')].some((script) => script.textContent.includes('JobPosting'))`;
  return page
    .waitForFunction(isThere, undefined, { timeout: browserLimits.renderMs, polling: 50 })
    .catch(() => new Promise(() => {}));
}

/** Detects that no request has been running for a while. */
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

/** Limits of a document, checked before it leaves Chromium; size is measured in characters of HTML. */
type DomLimits = { nodes: number; depth: number; characters: number };

const usual: DomLimits = {
  nodes: browserLimits.domNodes,
  depth: browserLimits.domDepth,
  characters: browserLimits.pageBytes,
};

type Measured = { html: string } | { over: keyof DomLimits };

/**
 * Runs in the page with the limits as its argument. Counts nodes, depth and characters until a limit is exceeded, so its cost
 * is bounded; only a document within the limits is serialised. Contents of templates count, since they are serialised too.
 */
const measureAndWrite = `(most) => {
  let nodes = 0;
  let characters = 0;
  const waiting = [{ node: document, depth: 0 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, depth } = next;
    nodes += 1;
    if (nodes > most.nodes) return { over: 'nodes' };
    if (depth > most.depth) return { over: 'depth' };
    if (node instanceof CharacterData) characters += node.length;
    if (node instanceof Element) {
      characters += 2 * node.localName.length + 5;
      for (const { name, value } of node.attributes) {
        characters += name.length + value.length + 4;
        if (characters > most.characters) break;
      }
    }
    if (characters > most.characters) return { over: 'characters' };
    if (node.nextSibling !== null) waiting.push({ node: node.nextSibling, depth });
    if (node.firstChild !== null) waiting.push({ node: node.firstChild, depth: depth + 1 });
    if (node instanceof HTMLTemplateElement) waiting.push({ node: node.content, depth: depth + 1 });
  }
  const kind = document.doctype === null ? '' : new XMLSerializer().serializeToString(document.doctype);
  const html = kind + (document.documentElement?.outerHTML ?? '');
  return html.length > most.characters ? { over: 'characters' } : { html };
}`;

/**
 * Serialises the document as HTML; throws `too-large`, naming the limit it exceeds. Runs in an isolated world, where the
 * page's scripts cannot replace built-ins.
 */
async function readDom(session: CDPSession, most: DomLimits = usual): Promise<string> {
  const { frameTree } = await session.send('Page.getFrameTree');
  const { executionContextId } = await session.send('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
    worldName: 'reading',
  });
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
    expression: `(${measureAndWrite})(${JSON.stringify(most)})`,
    contextId: executionContextId,
    returnByValue: true,
  });
  if (exceptionDetails !== undefined)
    throw new SourceError('broken', `The page could not be read: ${exceptionDetails.text.slice(0, 200)}`);
  const measured = result.value as Measured;
  if ('html' in measured) return measured.html;
  throw new SourceError('too-large', sentenceOf(measured.over, most));
}

function sentenceOf(over: keyof DomLimits, most: DomLimits): string {
  if (over === 'nodes') return `The rendered page has more than ${most.nodes} nodes.`;
  if (over === 'depth') return `The rendered page nests deeper than ${most.depth} levels.`;
  return `The rendered page is larger than ${most.characters / 1e6} MB.`;
}
