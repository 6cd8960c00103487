import { tableOf } from '../../shared/table-of.js';
import { extentOf, type Source } from '../sources/source.js';
import { normaliseInThreads } from '../threads/normalise-in-threads.js';
import { createParseInThreads } from '../threads/read-in-threads.js';
import type { ThreadPool } from '../threads/thread-pool.js';
import { NeedsBrowser } from './crawl/crawl-page.js';
import { type CrawlResult, emptyCrawlResult } from './crawl/crawl-result.js';
import { type CrawlContext, crawlSource } from './crawl/crawl-source.js';
import { droppedFlaws, publicDetail, withheldSentence } from './finish/report-detail.js';

/** The result of checking a source. `filled` is the percentage of postings that state each field. */
export type Checked = {
  id: string;
  kind: string;
  postings: number;
  /** The source contains more postings than were checked. */
  more: boolean;
  pages: number;
  tookMs: number;
  filled: Record<CheckedFact, number>;
  /** The problem and its solution; `null` = none. */
  trouble: string | null;
};

export const checkedFacts = ['company', 'place', 'salary', 'posted', 'type', 'workplace', 'text'] as const;
type CheckedFact = (typeof checkedFacts)[number];

/** The advice for failures whose message has none. */
const cures: Readonly<Record<string, string>> = tableOf({
  refused: 'The source does not let us in: check the board’s name, and whether its owner allows automated access.',
  blocked: 'It is behind a login or a bot check: this page cannot be read politely.',
  'rate-limited': 'It wants fewer requests: lower perMinute.',
  timeout: 'It is slow: raise timeoutSeconds, or lower maxPages.',
  unreachable: 'Check the address.',
  gone: 'Check the board’s name or address: nothing is there.',
  broken: 'Check the board’s name or address; the source may be down.',
  changed: 'Its answer has an unknown form: check the kind, or report it.',
  unsafe: 'A private host must be named in ALLOW_PRIVATE_HOSTS.',
  'too-large': 'Read it in smaller parts: lower maxPages, or use a narrower address.',
  unreadable: 'Its answer takes too long to read: check the address, and patterns of your own such as titlePattern.',
  stalled: 'Reading it stops the worker: lower maxJobs, and report it.',
  robots: 'Try again later: its robots.txt could not be read.',
  forbidden: 'Choose another source, or state in "allowed" who allows reading it.',
  browser: 'Chromium could not read it: check CHROMIUM_PATH.',
});

/** Limit of checking one source. */
const checkMs = 120_000;

/** Pages and postings read per source. */
const usualSample = { pages: 3, jobs: 60 };

/** Checks one source: collects a few pages and normalises their postings like a search, in threads. */
export async function checkSource(
  source: Source,
  {
    access,
    threads,
    now,
    sample = usualSample,
  }: { access: Omit<CrawlContext, 'signal' | 'parse'>; threads: ThreadPool; now: Date; sample?: typeof usualSample },
): Promise<Checked> {
  const began = performance.now();
  const { maxPages, maxJobs } = extentOf(source);
  const small = {
    ...source,
    settings: {
      ...source.settings,
      maxPages: Math.min(maxPages, sample.pages),
      maxJobs: Math.min(maxJobs, sample.jobs),
    },
  };
  const turn = threads.turn();
  const signal = AbortSignal.timeout(checkMs);
  const parse = createParseInThreads(threads, turn);
  const crawled = await crawlSource(small, {}, { ...access, parse, signal }).catch((error: unknown): CrawlResult => {
    if (!(error instanceof NeedsBrowser)) throw error;
    const flaws = ['This page must be rendered: install a Chromium or set CHROMIUM_PATH.'];
    return { ...emptyCrawlResult(), flaws };
  });
  const about = {
    pool: threads,
    turn,
    source: source.id,
    company: source.settings,
    now,
    signal: AbortSignal.timeout(checkMs),
  };
  const read = await normaliseInThreads(crawled.postings, about);
  const jobs = read.jobs.map(({ job }) => job);
  const readFlaws = [...droppedFlaws(read), ...read.flaws];
  const flaws = [...crawled.flaws, ...readFlaws, ...(crawled.postings.length === 0 ? crawled.doubts : [])];
  const share = (has: (job: (typeof jobs)[number]) => boolean) =>
    jobs.length === 0 ? 0 : Math.round((jobs.filter(has).length / jobs.length) * 100);
  return {
    id: source.id,
    kind: source.kind.kind,
    postings: jobs.length,
    more: crawled.capped !== null,
    pages: crawled.pages,
    tookMs: Math.round(performance.now() - began),
    filled: {
      company: share(({ company }) => company.name !== null),
      place: share(({ places, remoteRegions }) =>
        [...places, ...remoteRegions].some(({ level }) => level !== 'unknown'),
      ),
      salary: share(({ salary }) => salary !== null),
      posted: share(({ postedAt }) => postedAt !== null),
      type: share(({ jobType }) => jobType !== null),
      workplace: share(({ workplace }) => workplace !== null),
      text: share(({ description }) => description.length > 0),
    },
    trouble: troubleOf(source, { crawled, flaws, jobs: jobs.length }),
  };
}

type Tried = { crawled: CrawlResult; flaws: readonly string[]; jobs: number };

function troubleOf({ redact }: Source, { crawled: { failure, withheld }, flaws, jobs }: Tried): string | null {
  if (failure !== null) return `${publicDetail(failure.message, redact)} ${cures[failure.failure] ?? ''}`.trim();
  if (flaws[0] !== undefined) {
    const first = publicDetail(flaws[0], redact);
    return flaws.length === 1 ? first : `${first} And ${flaws.length - 1} more like it.`;
  }
  if (withheld > 0) return withheldSentence(withheld);
  return jobs === 0 ? 'It was read and has no postings.' : null;
}
