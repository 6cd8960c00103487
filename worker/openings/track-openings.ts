import type { RedisConnection } from '../../shared/redis/redis.js';
import {
  type ClosedJob,
  closedMs,
  deleteClosedJobs,
  readClosedJob,
  writeClosedJobs,
} from '../../shared/search/collections/collected-jobs.js';
import type { CollectedJob, CollectionHead } from '../../shared/search/collections/collection-store.js';
import type { HeldPostings } from '../../shared/search/collections/read-chunks.js';
import { runCooperatively, type Task } from '../process/cooperative.js';
import { type AskPage, askAbsent } from './ask-absent.js';
import { type Comparison, compareListing, contentHash, type KeepLimits, type Listing } from './compare-listing.js';
import { findReposts, type Repost, repostKeys } from './find-reposts.js';
import { type FormerOpenings, formerOpenings, type ObservedRow, observing } from './observed-jobs.js';
import {
  type GoneRow,
  type OpeningRecord,
  type OpenRow,
  readOpeningRecord,
  writeOpeningRecord,
} from './opening-record.js';

/** How many openings of a source a reading changed; reposts count as opened, `kept` are unlisted ones that stay. */
export type OpeningCounts = Record<'opened' | 'closed' | 'reopened' | 'reposted' | 'changed' | 'kept', number>;

/** A reading of a full board, compared with earlier ones. */
export type TrackedOpenings = {
  /** The jobs of the new collection: those listed, then those kept. */
  jobs: CollectedJob[];
  /** Kept jobs → when they were last listed, in epoch seconds. */
  unlisted: ReadonlyMap<string, number>;
  /** The reading is suspicious: approximately this many openings were expected. */
  doubt: Comparison['doubt'];
  counts: OpeningCounts;
  /** Writes the changes, before the collection of this version is written. */
  commit(version: string): Promise<void>;
};

/** A reading: its jobs in order, and its evidence about unlisted openings. `head`: the former collection. */
export type Reading = Omit<Listing, 'openings'> & {
  source: string;
  key: string;
  head: CollectionHead | null;
  jobs: readonly CollectedJob[];
  limits: KeepLimits;
  /** Requests the pages of unlisted openings that stay; absent = they are not requested. */
  ask?: AskPage;
};

/**
 * Tracks the openings of a source from one reading of its full board to the next: when each was first seen, which are
 * closed, and which are kept although unlisted. The former collection is read only for closed or kept ones.
 */
export async function trackOpenings(postings: HeldPostings, reading: Reading): Promise<TrackedOpenings> {
  const { redis } = postings;
  const { source, key, head, jobs, limits } = reading;
  const former = await formerOpenings(postings, { record: await readOpeningRecord(redis, source), head, key });
  const openings = await runCooperatively(hashing(jobs));
  const found = compareListing(former.record, { ...reading, openings }, limits);
  const jobsBefore = await former.jobsOf([...found.kept, ...found.closed]);
  const held = found.kept.filter(({ id }) => jobsBefore.has(id));
  const { kept, closed: left } =
    reading.ask === undefined
      ? { kept: held, closed: [] }
      : await askAbsent(held, jobsBefore, { ask: reading.ask, at: reading.at });
  // A board that changes its ids is doubted and keeps the former postings: a relisted one is the same opening.
  const absent = reading.completeness === 'cut' ? [] : kept.filter(({ absence }) => absence !== null);
  const rows = await runCooperatively(
    closing([...found.closed, ...left, ...absent], { jobs: jobsBefore, at: reading.at }),
  );
  const reposts = await repostsOf(redis, reading, { former, found, closed: rows, jobsBefore });
  const absentIds = new Set(absent.map(({ id }) => id));
  const listedAgain = new Set(reposts.flatMap(({ former: { id } }) => (absentIds.has(id) ? [id] : [])));
  const closed = rows.filter(({ id }) => !absentIds.has(id) || listedAgain.has(id));
  const staying = kept.filter(({ id }) => !listedAgain.has(id));
  const isMoved = hasMoved(reposts, found);
  for (const { row, former: before } of reposts) {
    const { reposts: earlier } = before;
    const again = isMoved ? earlier : { times: (earlier?.times ?? 0) + 1, at: row.firstSeen };
    if (again !== undefined) row.reposts = again;
    row.firstSeen = Math.min(row.firstSeen, before.firstSeen);
  }
  const lost = found.kept.filter(({ id }) => !jobsBefore.has(id));
  const record: OpeningRecord = {
    key,
    version: '',
    at: reading.at,
    stockAt: found.stockAt,
    sizes: found.sizes,
    withheld: reading.completeness === 'cut' ? Math.max(reading.withheld, former.record.withheld) : reading.withheld,
    open: [...found.listed, ...staying],
    gone: goneAfter(former.record.gone, { found, closed, lost, reposts, at: reading.at }),
  };
  return {
    jobs: await runCooperatively(
      observing([...listedRows(jobs, found.listed), ...keptRows(staying, jobsBefore)], found),
    ),
    unlisted: new Map(staying.map((row) => [row.id, lastSeenOf(row, reading.at)])),
    doubt: staying.length === 0 ? null : found.doubt,
    counts: {
      opened: found.opened,
      closed: closed.length,
      reopened: found.reopened.length,
      reposted: reposts.length,
      changed: found.changed,
      kept: staying.length,
    },
    async commit(version) {
      await writeClosedJobs(redis, closedJobs(closed, jobsBefore));
      await writeOpeningRecord(redis, source, { ...record, version });
      await deleteClosedJobs(
        redis,
        found.reopened.map(({ id }) => id),
      );
    },
  };
}

/** Jobs between two yields. */
const batch = 50;

function* hashing(jobs: readonly CollectedJob[]): Task<{ id: string; hash: string }[]> {
  const openings: { id: string; hash: string }[] = [];
  for (const { job } of jobs) if (openings.push({ id: job.id, hash: contentHash(job) }) % batch === 0) yield;
  return openings;
}

/** From this many reposts on, a board may have given its postings new ids. */
const manyReposts = 5;

/** Whether most postings of a board have new ids: it has moved, and its employer has not reposted them. */
const hasMoved = (reposts: readonly Repost[], { listed }: Pick<Comparison, 'listed'>): boolean =>
  reposts.length >= manyReposts && 2 * reposts.length > listed.length;

/** The jobs of a listing with their rows, which are in the same order. */
const listedRows = (jobs: readonly CollectedJob[], rows: readonly OpenRow[]): ObservedRow[] =>
  jobs.map((each, at) => {
    const row = rows[at];
    if (row === undefined) throw new Error(`Job ${at} of a listing has no row.`);
    return { each, row };
  });

const isoOf = (seconds: number): string => new Date(seconds * 1000).toISOString();

const keptRows = (rows: readonly OpenRow[], jobs: ReadonlyMap<string, CollectedJob>): ObservedRow[] =>
  rows.flatMap((row) => {
    const each = jobs.get(row.id);
    return each === undefined ? [] : [{ each, row }];
  });

const lastSeenOf = ({ absence }: OpenRow, at: number): number => absence?.lastSeen ?? at;

/** The remembered part of an opening that is gone. */
const remembered = ({ id, firstSeen, reposts }: OpenRow): Pick<GoneRow, 'id' | 'firstSeen' | 'reposts'> => ({
  id,
  firstSeen,
  ...(reposts !== undefined && { reposts }),
});

type Closing = { jobs: ReadonlyMap<string, CollectedJob>; at: number };

/** The rows of openings closing now; one whose job is no longer stored cannot be recognised when reposted. */
function* closing(rows: readonly OpenRow[], { jobs, at }: Closing): Task<GoneRow[]> {
  const closed: GoneRow[] = [];
  for (const row of rows) {
    const job = jobs.get(row.id)?.job;
    const keys = job === undefined ? [] : repostKeys(job);
    closed.push({ ...remembered(row), lastSeen: lastSeenOf(row, at), closedAt: at, keys });
    yield;
  }
  return closed;
}

type Changes = {
  former: FormerOpenings;
  found: Comparison;
  closed: readonly GoneRow[];
  jobsBefore: ReadonlyMap<string, CollectedJob>;
};

/** Reposts: of openings closing now among those that appeared since, of earlier ones among the new ones. */
async function repostsOf(
  redis: RedisConnection,
  { at, jobs }: Reading,
  { former, found, closed, jobsBefore }: Changes,
): Promise<Repost[]> {
  const reopened = new Set(found.reopened.map(({ id }) => id));
  const before = former.record.gone.filter(({ closedAt, keys }) => closedAt !== null && keys.length > 0);
  const since = closed.reduce((first, { lastSeen }) => Math.min(first, lastSeen), at);
  const young = found.listed.flatMap((row, index) => {
    const job = jobs[index]?.job;
    const isYoung = row.firstSeen === at || row.firstSeen > since;
    return isYoung && job !== undefined && !reopened.has(row.id) ? [{ row, job }] : [];
  });
  return findReposts(
    {
      young,
      closed: [...closed, ...before.filter(({ id }) => !reopened.has(id))],
      readFormer: async ({ id }) => jobsBefore.get(id) ?? readClosedJob(redis, id, new Date(at * 1000)),
    },
    runCooperatively,
  );
}

type GoneChanges = Pick<Changes, 'found' | 'closed'> & {
  /** Openings whose jobs are no longer stored. */
  lost: readonly OpenRow[];
  reposts: readonly Repost[];
  at: number;
};

/** The openings that are gone after a reading, remembered as long as closed ones. */
function goneAfter(former: readonly GoneRow[], { found, closed, lost, reposts, at }: GoneChanges): GoneRow[] {
  const reopened = new Set(found.reopened.map(({ id }) => id));
  const reposted = new Set(reposts.map(({ former: before }) => before.id));
  const unlisted = [...found.unlisted, ...lost].map(
    (row): GoneRow => ({
      ...remembered(row),
      lastSeen: lastSeenOf(row, at),
      closedAt: null,
      keys: [],
    }),
  );
  return [...former.filter(({ id }) => !reopened.has(id)), ...closed, ...unlisted]
    .filter(({ closedAt, lastSeen }) => (closedAt ?? lastSeen) > at - closedMs / 1000)
    .map((row) => (reposted.has(row.id) ? { ...row, keys: [] } : row));
}

/** The stored data of openings closing now. */
function closedJobs(closed: readonly GoneRow[], jobs: ReadonlyMap<string, CollectedJob>): ClosedJob[] {
  return closed.flatMap(({ id, firstSeen, lastSeen, closedAt }) => {
    const held = jobs.get(id);
    if (held === undefined || closedAt === null) return [];
    const job = { ...held.job, firstSeenAt: isoOf(firstSeen) };
    return [{ ...held, job, lastSeenAt: lastSeen * 1000, closedAt: closedAt * 1000 }];
  });
}
