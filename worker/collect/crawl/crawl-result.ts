/** The result of a crawl, and its manifest for the next one. */
import type { StoredManifest } from '../../../shared/search/collections/collection-manifest.js';
import type { CollectedJob, CollectionHead } from '../../../shared/search/collections/collection-store.js';
import { firstSeenSeconds, pointersUntil } from '../../../shared/search/collections/job-pointers.js';
import { hourNumber } from '../../../shared/stats/keys.js';
import type { Posting } from '../../sources/posting.js';
import type { SourceError } from '../../sources/source.js';
import { measureOf } from '../../stats/record-collection.js';
import {
  type CrawlManifest,
  detailDueAt,
  type FormerCrawl,
  hashOfRemarks,
  type ManifestDetail,
  type ManifestPage,
  type PostingManifest,
  packPostingManifest,
  readingCode,
} from './crawl-manifest.js';

/**
 * One posting of a crawl. `hash` is that of its text. Either it was read and its `posting` must be normalised, or the
 * former collection contains it unchanged as its job number `job`.
 */
export type CrawledEntry = { hash: string } & ({ posting: Posting; job: null } | { posting: null; job: number });

/** The result of a crawl: postings read before a failure are kept, and `failure` explains the early end. */
export type CrawlResult = {
  /** The postings that were read and must be normalised, in order. */
  postings: Posting[];
  /** All postings of the source, in order: those of `postings`, and stored ones. */
  entries: CrawledEntry[];
  failure: SourceError | null;
  pages: number;
  flaws: string[];
  /** Possible reasons for an empty result, as sentences. */
  doubts: string[];
  /** Postings not kept because their pages forbid it (noindex, noarchive). */
  withheld: number;
  capped: 'maxPages' | 'maxJobs' | null;
  /** The source, or a page that took too long to parse, has more postings than were read. */
  truncated: boolean;
  /** Pages and entries that could not be read and whose postings are therefore missing. */
  gaps: number;
  /** Ids of postings whose pages state that they are closed (`ParsedPage.closed`). */
  closed: string[];
  /** Ids that the missing postings may have (`ParsedPage.unread`), and addresses of details that could not be read. */
  unread: string[];
  /** Details that need not be requested again while their listing is unchanged. */
  details: ManifestDetail[];
  /** The requests that tell the next crawl that nothing has changed; `null` = they cannot. */
  requests: ManifestPage[] | null;
};

export const emptyCrawlResult = (): CrawlResult => ({
  postings: [],
  entries: [],
  failure: null,
  pages: 0,
  flaws: [],
  doubts: [],
  withheld: 0,
  capped: null,
  truncated: false,
  gaps: 0,
  closed: [],
  unread: [],
  details: [],
  requests: null,
});

type Described = {
  basis: string;
  head: CollectionHead;
  crawled: CrawlResult;
  jobs: readonly CollectedJob[];
  postings: PostingManifest['postings'];
};

/** The manifest of a new collection, so that the next crawl of its source need not read unchanged parts. */
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
 * The manifest of a collection whose source gave the same postings again, though not the same bytes; `null` when
 * anything has changed. `postings`: the new posting manifest, `null` when the stored one is still valid.
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
