/** The jobs of a new collection: those read now, unchanged former ones, and the state of a board's openings. */
import type { CollectJob } from '../../../shared/queue/queues.js';
import { readFirstSeen } from '../../../shared/search/collections/collected-jobs.js';
import { type CollectedJob, readCollectionStates } from '../../../shared/search/collections/collection-store.js';
import { hideObtained } from '../../../shared/secrets/redact.js';
import { foldWord } from '../../../shared/words/text.js';
import { decoding } from '../../fetch/fetch-page.js';
import { jobId, readUrl } from '../../normalise/text/url.js';
import type { AskPage } from '../../openings/ask-absent.js';
import type { Completeness } from '../../openings/compare-listing.js';
import { type TrackedOpenings, trackOpenings } from '../../openings/track-openings.js';
import { mapInTurns } from '../../process/cooperative.js';
import { closedStatement } from '../../sources/parse/closed-page.js';
import { emptyPosting, type Posting } from '../../sources/posting.js';
import { extentOf, isNarrowed, loginOf, paceOf, type Source, SourceError } from '../../sources/source.js';
import type { NormalisedInThreads } from '../../threads/normalise-in-threads.js';
import type { CollectContext } from '../crawl/collect-context.js';
import type { PostingManifest } from '../crawl/crawl-manifest.js';
import type { CrawledEntry, CrawlResult } from '../crawl/crawl-result.js';
import { openingsDetail } from './report-detail.js';

/** Jobs of the former collection by their index. */
export type HeldJobs = ReadonlyMap<number, CollectedJob>;

/** A collection's jobs, and which job each posting became. */
type AssembledJobs = { jobs: CollectedJob[]; postings: PostingManifest['postings'] };

/**
 * Puts the jobs of a crawl in its order: those normalised now, and those in the former collection. Of jobs with equal
 * ids the first is kept.
 */
export async function assembleJobs(
  source: string,
  entries: readonly CrawledEntry[],
  { normalised, held }: { normalised: readonly CollectedJob[]; held: HeldJobs },
): Promise<AssembledJobs> {
  const byId = new Map(normalised.map((each) => [each.job.id, each]));
  const found = await mapInTurns(entries, ({ posting, job }) =>
    posting === null ? held.get(job) : byId.get(idOf(source, posting)),
  );
  const placed = new Set<string>();
  const jobs: CollectedJob[] = [];
  const postings: AssembledJobs['postings'] = [];
  for (const [at, { hash }] of entries.entries()) {
    const each = found[at];
    const isPlaced = each !== undefined && !placed.has(each.job.id);
    postings.push({ hash, job: isPlaced ? jobs.length : -1 });
    if (isPlaced) {
      placed.add(each.job.id);
      jobs.push(each);
    }
  }
  return { jobs, postings };
}

/** The id that normalising gives a posting; empty when its address is unusable, so that it yields no job. */
function idOf(source: string, { sourceJobId, url }: Posting): string {
  const sourceId = sourceJobId ?? readUrl(url);
  return sourceId === null ? '' : jobId(source, sourceId);
}

/** Stored jobs that show where a company's other postings are. */
const jobsOfCompany = 30;

/**
 * Where the companies of new postings are, by stored jobs: a new posting of "Cambridge" is in Massachusetts when the
 * company's other postings are there (worker/normalise/place/company-location-bias.ts).
 */
export function biasSample({ postings, entries }: CrawlResult, held: HeldJobs): Posting[] {
  const wanted = new Set(postings.map(({ company }) => foldWord(company.name ?? '')));
  const counts = new Map<string, number>();
  const used = entries.flatMap(({ job }) => (job === null ? [] : (held.get(job) ?? [])));
  return used.flatMap(({ job: { title, url, company, places, remoteRegions } }): Posting[] => {
    const name = foldWord(company.name ?? '');
    const count = counts.get(name) ?? 0;
    if (name === '' || !wanted.has(name) || count === jobsOfCompany) return [];
    counts.set(name, count + 1);
    return [
      {
        ...emptyPosting(title, url),
        company: { name: company.name, url: null, logoUrl: null },
        places: places.map(({ city, region, country }) => ({ text: null, city, region, country })),
        remoteRegions: remoteRegions.map(({ text }) => text),
      },
    ];
  });
}

/** The postings of a source, without its credentials, if any. */
export async function withoutCredentials(source: Source, postings: readonly Posting[]): Promise<readonly Posting[]> {
  if (source.kind.keyed !== true && loginOf(source) === undefined) return postings;
  return mapInTurns(postings, (posting) => hideIn(posting) as Posting);
}

/** Postings are plain data, a few levels deep. */
function hideIn(value: unknown): unknown {
  if (typeof value === 'string') return hideObtained(value);
  if (Array.isArray(value)) return value.map(hideIn);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, hideIn(each)]));
}

/** The jobs of a new collection, the state of a full board's openings, and a sentence for the report. */
export type FollowedOpenings = Pick<TrackedOpenings, 'jobs'> & {
  /** `null`: the collection is narrowed to a query, where a missing posting means nothing. */
  tracked: TrackedOpenings | null;
  detail: string | null;
};

type Read = { source: Source; crawled: CrawlResult; normalised: NormalisedInThreads; at: number; stop: AbortSignal };

/** Dates the jobs of a reading and, for a full board, keeps those it should have listed. `at`: epoch ms. */
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
      source: source.id,
      key: job.key,
      head: state?.head ?? null,
      jobs,
      absence,
      completeness,
      at: Math.floor(at / 1000),
      withheld: crawled.withheld,
      stated: idsOf(source.id, crawled.closed),
      unread: idsOf(source.id, crawled.unread),
      limits: { staleSeconds: config.STALE_SECONDS, room: extentOf(source).maxJobs },
      ...(absence === 'newest' && { ask: createAskPage(pageAccess, source, stop) }),
    },
  );
  const detail = openingsDetail(tracked, { listed: jobs.length, isCut: completeness === 'cut', absence });
  return { jobs: tracked.jobs, tracked, detail };
}

/** The ids that normalising gives to postings with these source ids or addresses. */
const idsOf = (source: string, ids: readonly string[]): Set<string> =>
  new Set(ids.flatMap((id) => [id, readUrl(id) ?? id]).map((id) => jobId(source, id)));

/** What a reading implies about postings it lacks. */
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

/** How long all pages of one reading may take, including the host's pace. */
const askMs = 60_000;

/** Requests pages of postings like any page of their source: within robots.txt, the host's pace and all limits. */
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
