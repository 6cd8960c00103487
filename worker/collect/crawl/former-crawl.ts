import type { PageRequest } from '../../sources/source.js';
import {
  type CrawlManifest,
  detailDueAt,
  detailKey,
  hashOfListed,
  type ManifestDetail,
  type PostingManifest,
} from './crawl-manifest.js';

/** A posting of the former crawl: its hash, and its place among the collection's jobs (-1 = it became none). */
export type FormerPosting = PostingManifest['postings'][number];

/** The held result of a detail request. */
export type FormerDetail = {
  detail: ManifestDetail;
  postings: readonly FormerPosting[];
  /** It must be requested again, so that a change that its listing does not show is seen. */
  isDue: boolean;
};

/** The former crawl of a source, as the next one looks things up in it. */
export type FormerCrawl = {
  manifest: CrawlManifest;
  postings: PostingManifest;
  /** The held result of a detail whose listing says the same as before; `null` when it must be read. */
  detailOf(request: PageRequest): FormerDetail | null;
  /** The job that a posting of this hash became; `null` when none is held. */
  jobOf(hash: string): number | null;
};

/** A result that could not be renewed for this many seconds is read again, whatever its listing says. */
const longestKeptSeconds = 14 * 86_400;

/** `now` and `detailsNewerThan` are epoch ms; results that were confirmed before the latter are due. */
type Times = { now: number; detailsNewerThan: number };

/** Indexes a former crawl. */
export function indexFormerCrawl(
  manifest: CrawlManifest,
  postings: PostingManifest,
  { now, detailsNewerThan }: Times,
): FormerCrawl {
  const details = new Map(postings.details.map((detail) => [detail.key, detail]));
  const jobs = new Map(postings.postings.filter(({ job }) => job >= 0).map(({ hash, job }) => [hash, job]));
  return {
    manifest,
    postings,
    detailOf(request) {
      const detail = details.get(detailKey(request));
      if (detail === undefined || detail.listed !== hashOfListed(request)) return null;
      if (now > (detail.readAt + longestKeptSeconds) * 1000 || now < detail.readAt * 1000 - skewMs) return null;
      const held = postings.postings.slice(detail.from, detail.from + detail.count);
      if (held.length < detail.count || held.some(({ job }) => job < 0)) return null;
      return { detail, postings: held, isDue: now >= detailDueAt(detail) || detail.readAt * 1000 < detailsNewerThan };
    },
    jobOf: (hash) => jobs.get(hash) ?? null,
  };
}

/** How far the clocks of two workers may differ. */
const skewMs = 600_000;
