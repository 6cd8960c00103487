import { readCollectedJobs } from '../../shared/search/collections/collected-jobs.js';
import { type CollectedJob, type CollectionHead, readingOf } from '../../shared/search/collections/collection-store.js';
import type { HeldPostings } from '../../shared/search/collections/read-chunks.js';
import { contentHash } from './content-hash.js';
import { emptyRecord, type OpeningRecord, type OpenRow } from './opening-record.js';

/** What is known before a reading. */
export type FormerOpenings = {
  record: OpeningRecord;
  /** The jobs of these openings as the former collection has them; openings that it does not have are missing. */
  jobsOf(rows: readonly OpenRow[]): Promise<Map<string, CollectedJob>>;
};

type Stored = { record: OpeningRecord | null; head: CollectionHead | null; key: string };

/**
 * Joins the record with the collection it belongs to. The collection of a release that kept no record, or one written by
 * such a release during a rolling update, is read whole: its openings were first seen when it was collected at the latest.
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
    // A collection that was renewed was listed then.
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
    ...{ id, firstSeen, lastSeen: absence?.lastSeen ?? at, closedAt: null, keys: [] },
    ...(reposts !== undefined && { reposts }),
  }));
  return { ...emptyRecord(key), at, gone: [...gone, ...unlisted] };
}

/** The record with the openings of a collection that it does not know. */
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
