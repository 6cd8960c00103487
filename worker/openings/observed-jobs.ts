import { readCollectedJobs } from '../../shared/search/collections/collected-jobs.js';
import { type CollectedJob, type CollectionHead, readingOf } from '../../shared/search/collections/collection-store.js';
import type { HeldPostings } from '../../shared/search/collections/read-chunks.js';
import type { HeldJob } from '../../shared/search/job.js';
import type { Observed } from '../../shared/words/seen.js';
import type { Task } from '../process/cooperative.js';
import { type Comparison, contentHash } from './compare-listing.js';
import { emptyRecord, type OpeningRecord, type OpenRow } from './opening-record.js';

/** A job of a collection with the record of its opening. */
export type ObservedRow = { each: CollectedJob; row: OpenRow };

/** Jobs between two yields. */
const batch = 50;

/**
 * The jobs of a collection with observations of each. An opening missing from a board's first complete reading was
 * opened since.
 */
export function* observing(
  rows: readonly ObservedRow[],
  { stockAt, sizes }: Pick<Comparison, 'stockAt' | 'sizes'>,
): Task<CollectedJob[]> {
  const counts = new Map<string, number>();
  for (const { each } of rows) counts.set(titleKey(each.job), (counts.get(titleKey(each.job)) ?? 0) + 1);
  yield;
  // An earlier release did not record which openings its first reading had.
  const isKnown = sizes.length > 0 && stockAt > 0;
  const texts = new Map<number, string>();
  const textOf = (seconds: number): string => {
    const text = texts.get(seconds) ?? new Date(seconds * 1000).toISOString();
    texts.set(seconds, text);
    return text;
  };
  const jobs: CollectedJob[] = [];
  for (const { each, row } of rows) {
    const { firstSeen, reposts, absence } = row;
    const seen: Observed = {
      same: (counts.get(titleKey(each.job)) ?? 1) - 1,
      ...(isKnown && firstSeen > stockAt && { opened: true }),
      ...(reposts !== undefined && { reposts }),
      ...(absence !== null && { last: absence.lastSeen }),
    };
    if (jobs.push({ ...each, job: { ...each.job, firstSeenAt: textOf(firstSeen), seen } }) % batch === 0) yield;
  }
  return jobs;
}

const titleKey = ({ company, title }: HeldJob): string => `${company.name ?? ''}\n${title}`.toLowerCase();

/** The state before a reading. */
export type FormerOpenings = {
  record: OpeningRecord;
  /** The jobs of these openings in the former collection; missing ones are left out. */
  jobsOf(rows: readonly OpenRow[]): Promise<Map<string, CollectedJob>>;
};

type Stored = { record: OpeningRecord | null; head: CollectionHead | null; key: string };

/**
 * Joins the record with its collection. A collection without a record, from an earlier release or a rolling update, is
 * read in full: its openings were first seen when it was collected at the latest.
 */
export async function formerOpenings(
  postings: HeldPostings,
  { record: stored, head, key }: Stored,
): Promise<FormerOpenings> {
  const record = stored === null ? emptyRecord(key) : stored.key === key ? stored : withOtherSettings(stored, key);
  if (head === null) return { record, jobsOf: async () => new Map() };
  const collectedAt = Math.floor(head.collectedAt / 1000);
  if (record.version !== readingOf(head)) {
    const jobs = await readCollectedJobs(postings, key, { head, indexes: null });
    return { record: withCollection(record, jobs, { ...head, collectedAt }), jobsOf: async () => jobs };
  }
  const indexes = new Map(record.open.map(({ id }, index) => [id, index]));
  return {
    // A renewed collection was listed at that time.
    record: { ...record, at: Math.max(record.at, collectedAt) },
    jobsOf: (rows) =>
      rows.length === 0
        ? Promise.resolve(new Map())
        : readCollectedJobs(postings, key, {
            head,
            indexes: rows.map(({ id }) => indexes.get(id)).filter((index) => index !== undefined),
          }),
  };
}

/** Other settings may read another board, or less of it: what it no longer lists is not closed. */
function withOtherSettings({ open, gone, at }: OpeningRecord, key: string): OpeningRecord {
  const unlisted = open.map(({ id, firstSeen, absence, reposts }) => ({
    id,
    firstSeen,
    lastSeen: absence?.lastSeen ?? at,
    closedAt: null,
    keys: [],
    ...(reposts !== undefined && { reposts }),
  }));
  return { ...emptyRecord(key), at, gone: [...gone, ...unlisted] };
}

/** The record with a collection's unknown openings added. */
function withCollection(
  record: OpeningRecord,
  jobs: ReadonlyMap<string, CollectedJob>,
  { jobs: size, collectedAt }: CollectionHead,
): OpeningRecord {
  const known = new Set([...record.open, ...record.gone].map(({ id }) => id));
  const added = [...jobs.values()].filter(({ job }) => !known.has(job.id));
  const rows = added.map(
    ({ job }): OpenRow => ({
      id: job.id,
      firstSeen: Math.floor(Date.parse(job.firstSeenAt) / 1000),
      hash: contentHash(job),
      absence: null,
    }),
  );
  return {
    ...record,
    at: Math.max(record.at, collectedAt),
    stockAt: record.stockAt ?? 0,
    sizes: record.sizes.length === 0 ? [size] : record.sizes,
    open: [...record.open, ...rows],
  };
}
