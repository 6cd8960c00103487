import type { StoredManifest } from '../../../shared/search/collections/collection-manifest.js';
import type { CollectedJob, CollectionHead } from '../../../shared/search/collections/collection-store.js';
import { firstSeenSeconds, pointersUntil } from '../../../shared/search/collections/job-pointers.js';
import { hourNumber } from '../../../shared/stats/keys.js';
import { measureOf } from '../../stats/record-collection.js';
import {
  type CrawlManifest,
  detailDueAt,
  hashOfRemarks,
  type ManifestDetail,
  type PostingManifest,
} from './crawl-manifest.js';
import type { CrawlResult } from './crawl-result.js';
import type { FormerCrawl } from './former-crawl.js';
import { packPostingManifest } from './manifest-store.js';
import { readingCode } from './reader-versions.js';

type Described = {
  basis: string;
  head: CollectionHead;
  crawled: CrawlResult;
  jobs: readonly CollectedJob[];
  postings: PostingManifest['postings'];
};

/** The manifest of a new collection, by which the next crawl of its source need not read what has not changed. */
export async function describeCrawl({ basis, head, crawled, jobs, postings }: Described): Promise<StoredManifest> {
  const { version } = head;
  const { details, requests } = crawled;
  const crawl: CrawlManifest = {
    v: 1,
    version,
    basis,
    reader: readingCode(),
    requests,
    remarks: remarksOf(crawled),
    detailsDueAt: firstDueAt(details),
    countedHour: hourNumber(head.collectedAt),
    pointersUntil: pointersUntil(head),
  };
  const measures = jobs.map(({ job }) => ({ ...measureOf(job), firstSeen: firstSeenSeconds(job) }));
  const described: PostingManifest = { v: 1, version, postings, details, jobs: measures };
  return { crawl: JSON.stringify(crawl), postings: await packPostingManifest(described) };
}

/**
 * The manifest of a collection whose source gave the same postings again, though not in the same bytes; `null` when anything has
 * changed. `postings`: the new posting manifest, `null` when the stored one is still right.
 */
export function describeSame(
  { manifest, postings: stored, jobOf }: FormerCrawl,
  crawled: CrawlResult,
): { manifest: CrawlManifest; postings: PostingManifest | null } | null {
  const isSame =
    crawled.failure === null &&
    manifest.remarks === remarksOf(crawled) &&
    sorted(stored.postings) === sorted(crawled.entries);
  if (!isSame) return null;
  const { details, requests } = crawled;
  const entries = crawled.entries.map(({ hash }) => ({ hash, job: jobOf(hash) ?? -1 }));
  const postings: PostingManifest = { ...stored, postings: entries, details };
  return {
    manifest: { ...manifest, requests, detailsDueAt: firstDueAt(details) },
    postings: JSON.stringify(postings) === JSON.stringify(stored) ? null : postings,
  };
}

/** A crawl that ended early has no remarks to compare: the next one is never the same. */
const remarksOf = (crawled: CrawlResult): string => (crawled.failure === null ? hashOfRemarks(crawled) : '');

const sorted = (hashes: readonly { hash: string }[]): string =>
  hashes
    .map(({ hash }) => hash)
    .sort()
    .join(' ');

const firstDueAt = (details: readonly ManifestDetail[]): number | null =>
  details.length === 0 ? null : Math.min(...details.map(detailDueAt));
