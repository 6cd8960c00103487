import type { Posting } from '../../sources/posting.js';
import type { SourceError } from '../../sources/source.js';
import type { ManifestDetail, ManifestPage } from './crawl-manifest.js';

/**
 * One posting of a crawl. `hash` is that of its text. Either it was read and its `posting` must be normalised, or the former
 * collection holds it alike as its job number `job`.
 */
export type CrawledEntry = { hash: string } & ({ posting: Posting; job: null } | { posting: null; job: number });

/** The result of a crawl: postings read before a failure are kept, and `failure` says why it ended early. */
export type CrawlResult = {
  /** The postings that were read and must be normalised, in order. */
  postings: Posting[];
  /** All postings of the source, in order: those of `postings`, and those that are held. */
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
  /** Details that need not be requested again while their listing says the same. */
  details: ManifestDetail[];
  /** The requests by which the next crawl can tell that nothing has changed; `null` when it cannot. */
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
