import { longestCollectionSeconds } from './sources/source.js';
import type { Source } from './sources/sources-file.js';

export { longestCollectionSeconds };

/** Every limit on what a source may cost us. Bytes count after decompression too. */
export const limits = {
  bodyBytes: 20_000_000,
  pageBytes: 5_000_000,
  /** RFC 9309 §2.5: at least 500 KiB. */
  robotsBytes: 512_000,
  /** A host that asks for a longer pause between two requests is not read at all. */
  crawlDelaySeconds: 86_400,
  /** Wildcards of one robots.txt rule that are read. */
  robotsWildcards: 32,
  redirects: 5,
  jsonDepth: 64,
  /** Elements inside one another; browsers stop at 512 themselves. */
  markupDepth: 512,
  /** Elements beside one another: selectors cost the square of them. */
  markupBreadth: 10_000,
  requestMs: 15_000,
  renderMs: 20_000,
  /**
   * One page in Chromium: what it may load (documents, scripts and what they fetch; nothing else is loaded), in requests and
   * in bytes after decompression; one request gets `pageBytes` at most. An application in many small scripts makes some
   * hundred requests of 10 MB together; a page that makes twice as many asks in a loop.
   */
  pageRequests: 200,
  pageLoadBytes: 25_000_000,
  /** What it may send along with a request. */
  postBytes: 200_000,
  /** Its document when it is read: what is beyond is refused inside Chromium, before our process holds it. */
  domNodes: 200_000,
  /** As deep as Chromium's own parser builds (kMaximumHTMLParserDOMTreeDepth). */
  domDepth: 512,
  /** What Chromium may tell us of a page: in one message, and in all while it is rendered. */
  messageBytes: 16_000_000,
  pageMessageBytes: 64_000_000,
  /** What the process that shows a page may hold. A large career site takes some 150 MB. */
  rendererBytes: 600_000_000,
  /** Pages in Chromium at once, and after how many pages, what age and what size it is started anew. */
  browserPages: 2,
  browserPagesALife: 200,
  browserAgeMs: 900_000,
  browserBytes: 1_500_000_000,
  browserIdleMs: 120_000,
} as const;

/**
 * CPU time that normalising one posting may take, in milliseconds; honest ones of 100 kB take some tens. Far above them: what
 * uses it up costs its thread.
 */
export const postingMs = 1000;

/** CPU time that reading an answer may take, by its length, in milliseconds: a page of 60 kB takes 10. */
export const readMs = (characters: number): number => 2000 + Math.round(characters / 2000);

/** What a source gets when its settings say nothing. */
export const sourceDefaults = {
  perMinute: 60,
  concurrency: 2,
  maxPages: 50,
  maxJobs: 5000,
  /** A search never waits for it, but for its own patience: this only ends what would never end. */
  timeoutSeconds: 300,
} as const;

/** Requests a minute and at once to one host. */
export function paceOf({ settings }: Source): { perMinute: number; concurrency: number } {
  return {
    perMinute: settings.perMinute ?? sourceDefaults.perMinute,
    concurrency: settings.concurrency ?? sourceDefaults.concurrency,
  };
}

/** Listing pages and postings one collection reads at most. */
export function extentOf({ settings }: Source): { maxPages: number; maxJobs: number } {
  return {
    maxPages: settings.maxPages ?? sourceDefaults.maxPages,
    maxJobs: settings.maxJobs ?? sourceDefaults.maxJobs,
  };
}

/** How long one collection may take, in seconds. */
export function collectSecondsOf({ settings }: Source): number {
  return settings.timeoutSeconds ?? sourceDefaults.timeoutSeconds;
}

/** How long a collection counts as fresh, in seconds. */
export function freshSecondsOf({ settings }: Source, usual: number): number {
  return settings.freshSeconds ?? usual;
}
