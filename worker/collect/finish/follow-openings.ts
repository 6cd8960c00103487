/** Dates the jobs of a reading, and follows which openings of a board are gone. */
import type { CollectJob } from '../../../shared/queue/queues.js';
import { readFirstSeen } from '../../../shared/search/collections/collected-jobs.js';
import { type CollectedJob, readCollectionStates } from '../../../shared/search/collections/collection-store.js';
import { decoding } from '../../fetch/fetch-page.js';
import { jobId } from '../../normalise/text/job-id.js';
import { readUrl } from '../../normalise/text/url.js';
import type { AskPage } from '../../openings/ask-absent.js';
import type { Completeness } from '../../openings/compare-listing.js';
import { type TrackedOpenings, trackOpenings } from '../../openings/track-openings.js';
import { closedStatement } from '../../sources/parse/closed-page.js';
import { isNarrowed, type Source } from '../../sources/source.js';
import { SourceError } from '../../sources/source-errors.js';
import { extentOf, paceOf } from '../../sources/source-limits.js';
import type { NormalisedInThreads } from '../../threads/normalise-in-threads.js';
import type { CollectContext } from '../crawl/collect-context.js';
import type { CrawlResult } from '../crawl/crawl-result.js';
import { openingsDetail } from './report-detail.js';

/** The jobs of a new collection, what a whole board's openings became, and a sentence for the report. */
export type FollowedOpenings = Pick<TrackedOpenings, 'jobs'> & {
  /** `null`: the collection is narrowed to a query, where an absent posting means nothing. */
  tracked: TrackedOpenings | null;
  detail: string | null;
};

type Read = { source: Source; crawled: CrawlResult; normalised: NormalisedInThreads; at: number; stop: AbortSignal };

/** Dates the jobs of a reading and, for a whole board, keeps those that it should have listed. `at`: epoch ms. */
export async function followOpenings(
  { redis, chunks, config, pageAccess }: Pick<CollectContext, 'redis' | 'chunks' | 'config' | 'pageAccess'>,
  job: CollectJob,
  { source, crawled, normalised, at, stop }: Read,
): Promise<FollowedOpenings> {
  const { jobs } = normalised;
  if (isNarrowed(job.narrow)) return { jobs: await withFirstSeen({ redis }, jobs, at), tracked: null, detail: null };
  const [state] = await readCollectionStates(redis, [job.key]);
  const completeness = completenessOf(crawled, normalised);
  const { absence: stated = 'closed' } = source.kind;
  const absence = typeof stated === 'function' ? stated(source.settings) : stated;
  const tracked = await trackOpenings(
    { redis, chunks },
    {
      ...{ source: source.id, key: job.key, head: state?.head ?? null, jobs, absence, completeness },
      ...{ at: Math.floor(at / 1000), withheld: crawled.withheld },
      stated: idsOf(source.id, crawled.closed),
      unread: idsOf(source.id, crawled.unread),
      limits: { staleSeconds: config.STALE_SECONDS, room: extentOf(source).maxJobs },
      ...(absence === 'newest' && { ask: createAskPage(pageAccess, source, stop) }),
    },
  );
  const detail = openingsDetail(tracked, { listed: jobs.length, isCut: completeness === 'cut', absence });
  return { jobs: tracked.jobs, tracked, detail };
}

/** The ids that normalising gives to postings with these ids of the source, or with these addresses. */
const idsOf = (source: string, ids: readonly string[]): Set<string> =>
  new Set(ids.flatMap((id) => [id, readUrl(id) ?? id]).map((id) => jobId(source, id)));

/** How much a reading says of postings that it does not have. */
function completenessOf(
  { failure, capped, truncated, gaps }: CrawlResult,
  { dropped, unread, flaws }: NormalisedInThreads,
): Completeness {
  if (failure !== null || capped !== null || truncated || dropped + unread > 0) return 'cut';
  return gaps + flaws.length > 0 ? 'gaps' : 'whole';
}

/** Jobs of a narrowed collection with the date since which they have been stored without interruption. */
async function withFirstSeen(
  { redis }: Pick<CollectContext, 'redis'>,
  jobs: readonly CollectedJob[],
  at: number,
): Promise<CollectedJob[]> {
  const ids = jobs.map(({ job }) => job.id);
  const known = await readFirstSeen(redis, ids);
  return jobs.map((each, index) => {
    const seconds = Math.min(known[index] ?? Number.POSITIVE_INFINITY, Math.floor(at / 1000));
    return { ...each, job: { ...each.job, firstSeenAt: new Date(seconds * 1000).toISOString() } };
  });
}

/** How long all pages of one reading may take, the host's pace included. */
const askMs = 60_000;

/** Requests pages of postings like any page of their source: by robots.txt, at the host's pace, within all limits. */
function createAskPage(
  { fetchHashed, userAgent }: Pick<CollectContext['pageAccess'], 'fetchHashed' | 'userAgent'>,
  source: Source,
  stop: AbortSignal,
): AskPage {
  const signal = AbortSignal.any([stop, AbortSignal.timeout(askMs)]);
  const options = { signal, userAgent: source.settings.userAgent ?? userAgent, ...paceOf(source), brief: true };
  const fetchPage = decoding(fetchHashed);
  return async (url) => {
    try {
      const { body } = await fetchPage({ url, role: 'detail', accept: 'page' }, options);
      return closedStatement(body) === null ? 'there' : 'gone';
    } catch (error) {
      if (stop.aborted || !(error instanceof SourceError)) throw error;
      return error.failure === 'gone' ? 'gone' : 'unanswered';
    }
  };
}
