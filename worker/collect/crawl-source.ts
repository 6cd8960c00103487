import type { FetchOptions, FetchPage } from '../fetch/fetch-page.js';
import { originAndPath } from '../fetch/tellable.js';
import { extentOf, paceOf } from '../limits.js';
import { boundPosting, boundPostings } from '../normalise/bound-posting.js';
import { isNarrowed } from '../search/plan.js';
import type { Posting } from '../sources/posting.js';
import type { Answer, Ask, Narrow, Reading } from '../sources/source.js';
import { SourceError } from '../sources/source-errors.js';
import type { Source } from '../sources/sources-file.js';

/** `doubts`: what of the page was not loaded, and why, as sentences. */
export type Render = (ask: Ask, options: FetchOptions) => Promise<Answer & { doubts: string[] }>;

/** A site read with a browser, from the first page to the last. */
export type BrowserSession = { render: Render; close(): Promise<void> };

/** Reads what a source answered; `signal` ends the waiting for it. */
export type Read = (source: Source, came: { answer: Answer; ask: Ask; signal: AbortSignal }) => Promise<Reading>;

/** Reads an answer where it is: what hangs there hangs the process. */
const readHere: Read = async ({ kind, settings }, { answer, ask }) => kind.read(answer, ask, settings);

/** Answers of one walk that may take too long to read; a source with more of them is left. */
const mostUnreadable = 3;

export type CrawlTools = {
  fetchPage: FetchPage;
  /** `null` where no browser is at hand. */
  openSession: (() => BrowserSession) | null;
  /** Where answers are read; in this thread unless told. */
  read?: Read;
  userAgent: string;
  signal: AbortSignal;
};

/** What a walk brought: nothing read is lost when it ends early, and why it ended is said. */
export type CrawlResult = {
  postings: Posting[];
  failure: SourceError | null;
  pages: number;
  flaws: string[];
  /** Why there may be nothing, when there is nothing. */
  doubts: string[];
  /** Postings not kept because their pages forbid it (noindex, noarchive). */
  withheld: number;
  capped: 'maxPages' | 'maxJobs' | null;
};

/** A page must be rendered, and here is no browser: the collection goes to a worker that has one. */
export class NeedsBrowser extends Error {
  override readonly name = 'NeedsBrowser';
}

/** One ask's place in the walk; readings are gathered in the order of discovery, whatever order they come in. */
type Stop = { ask: Ask; reading: Reading | null; gone: boolean };

/** Follows a source from its first asks to the end of its paging and details, within its limits and pace. */
export async function walk(
  source: Source,
  narrow: Narrow,
  { openSession, ...tools }: CrawlTools,
): Promise<CrawlResult> {
  const session = openSession?.() ?? null;
  try {
    return await walkPages(source, narrow, {
      ...tools,
      render: session?.render ?? null,
      narrowed: isNarrowed({ narrow }),
    });
  } finally {
    await session?.close();
  }
}

/** `narrowed`: the source is asked for a caller's words. */
type PageTools = Omit<CrawlTools, 'openSession'> & { render: Render | null; narrowed: boolean };

async function walkPages(source: Source, narrow: Narrow, tools: PageTools): Promise<CrawlResult> {
  const { maxPages, maxJobs } = extentOf(source);
  const { concurrency } = paceOf(source);
  const stops: Stop[] = [];
  const waiting: Stop[] = [];
  const known = new Set<string>();
  const walked: CrawlResult = {
    postings: [],
    failure: null,
    pages: 0,
    flaws: [],
    doubts: [],
    withheld: 0,
    capped: null,
  };
  let listings = 0;
  let details = 0;
  let direct = 0;
  let unreadable = 0;

  const enqueue = (ask: Ask): boolean => {
    const name = `${ask.method ?? 'GET'} ${ask.url} ${ask.json === undefined ? '' : JSON.stringify(ask.json)}`;
    if (known.has(name)) return false;
    const reason = whyNotAsked(ask.url);
    if (reason !== null) {
      known.add(name);
      walked.flaws.push(reason);
      return false;
    }
    if (ask.role === 'listing' ? listings >= maxPages : details + direct >= maxJobs) {
      walked.capped = ask.role === 'listing' ? 'maxPages' : 'maxJobs';
      return false;
    }
    known.add(name);
    if (ask.role === 'listing') listings += 1;
    else details += 1;
    const stop: Stop = { ask, reading: null, gone: false };
    stops.push(stop);
    waiting.push(stop);
    return true;
  };

  const take = (stop: Stop, read: Reading): void => {
    const { postings, flaws } = boundPostings(read.postings);
    const reading = { ...read, postings };
    walked.pages += 1;
    // No spread: a page may have more flaws than a call may have arguments.
    walked.flaws = walked.flaws.concat(read.flaws ?? [], flaws);
    walked.doubts = walked.doubts.concat(read.doubts ?? []);
    const withheld = read.withheld ?? 0;
    walked.withheld += withheld;
    stop.reading = reading;
    if (stop.ask.role === 'listing') direct += reading.postings.length;
    const news = reading.follow.filter(({ role }) => role === 'detail').map(enqueue);
    // A listing that brings nothing new is the end of the paging, however many pages the site pretends to have.
    const brought = reading.postings.length + withheld > 0 || news.includes(true) || stop.ask.accept === 'xml';
    if (brought) for (const ask of reading.follow) if (ask.role === 'listing') enqueue(ask);
  };

  for (const ask of source.kind.ask(source.settings, narrow)) enqueue(ask);
  await inParallel(waiting, concurrency, async (stop) => {
    try {
      take(stop, await readOne(source, stop.ask, tools));
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      if (error.failure === 'unreadable') unreadable += 1;
      if (isFatal(error, stop.ask, tools.signal) || unreadable > mostUnreadable) {
        walked.failure ??= error;
        waiting.length = 0;
      } else {
        stop.gone = error.failure === 'gone';
        walked.flaws.push(`${originAndPath(new URL(stop.ask.url))}: ${error.message}`);
      }
    }
  });
  const found = stops.flatMap(postingsOf);
  if (found.length > maxJobs) walked.capped = 'maxJobs';
  return { ...walked, postings: found.slice(0, maxJobs) };
}

/** What a listing said of a posting is not lost with the posting's own page, unless that is gone. */
function postingsOf({ ask: { listed }, reading, gone }: Stop): Posting[] {
  if (reading !== null) return reading.postings;
  const bounded = listed === undefined || gone ? null : boundPosting(listed).posting;
  return bounded === null ? [] : [bounded];
}

/** Why an address a source names is left out; `null` when it may be asked. */
function whyNotAsked(url: string): string | null {
  if (!URL.canParse(url)) return 'An address that cannot be read was left out.';
  const { protocol, username, password, host } = new URL(url);
  if (protocol !== 'http:' && protocol !== 'https:')
    return `An address that begins with "${protocol.slice(0, 20)}" was left out: only http and https are asked.`;
  if (username !== '' || password !== '') return `An address on ${host} with a name or password in it was left out.`;
  return null;
}

/** A lost listing, a source that refuses, or time that is up ends the walk; one lost detail does not. */
function isFatal(error: SourceError, ask: Ask, signal: AbortSignal): boolean {
  if (ask.role === 'listing' || signal.aborted) return true;
  return ['refused', 'blocked', 'rate-limited', 'unreachable', 'browser'].includes(error.failure);
}

/** Works through a list that grows while it is worked through, `width` at once. Ends when nothing waits or runs. */
async function inParallel(waiting: Stop[], width: number, work: (stop: Stop) => Promise<void>): Promise<void> {
  const running = new Set<Promise<void>>();
  while (waiting.length > 0 || running.size > 0) {
    while (waiting.length > 0 && running.size < width) {
      const stop = waiting.shift();
      if (stop === undefined) break;
      const one = work(stop).finally(() => running.delete(one));
      running.add(one);
    }
    if (running.size > 0) await Promise.race(running);
  }
}

/** One page by HTTP, by Chromium, or by Chromium because HTTP showed nothing. */
async function readOne(source: Source, ask: Ask, tools: PageTools): Promise<Reading> {
  const brief = tools.narrowed && ask.role === 'listing';
  const options: FetchOptions = { signal: tools.signal, userAgent: tools.userAgent, ...paceOf(source), brief };
  const { read: readWith = readHere, signal } = tools;
  const read = (answer: Answer) => readWith(source, { answer, ask, signal });
  if (ask.render !== 'always') {
    const answer = await tools.fetchPage(ask, options);
    const reading = withheldBy(answer, ask, await read(answer));
    if (!reading.needsBrowser || ask.render === 'never') return reading;
  }
  if (tools.render === null) throw new NeedsBrowser(ask.url);
  const { doubts, ...answer } = await tools.render(ask, options);
  const reading = withheldBy(answer, ask, await read(answer));
  return { ...reading, doubts: [...(reading.doubts ?? []), ...doubts] };
}

/**
 * What may be kept of a reading. An answer marked noindex or noarchive gives no postings, neither its own nor, as a detail,
 * the one its listing spoke of; its links are followed, for what they lead to speaks for itself.
 */
function withheldBy({ marks }: Answer, ask: Ask, reading: Reading): Reading {
  if (marks === undefined || !(marks.noindex || marks.noarchive)) return reading;
  const isDetail = ask.role === 'detail';
  return {
    ...reading,
    postings: [],
    follow: reading.follow.map(({ listed: _listed, ...further }) => further),
    withheld: Math.max(reading.postings.length, isDetail ? 1 : 0),
    needsBrowser: reading.needsBrowser === true && !isDetail,
  };
}
