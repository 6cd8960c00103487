import { fetchLimits } from '../fetch/limits.js';

/** Limits of Chromium and of one page in it. */
export const browserLimits = {
  renderMs: 20_000,
  /** Chromium is killed when it does not answer, or does not open or close a page, for this long. */
  answerMs: 8000,
  /**
   * Limits of a page's loading (documents, scripts and their requests; nothing else is loaded), in requests and in
   * bytes after decompression; one request may load at most `pageBytes`. An application made of many small scripts
   * needs about a hundred requests with 10 MB in total; a page with twice as many is assumed to loop.
   */
  pageRequests: 200,
  pageLoadBytes: 25_000_000,
  /** Bytes of one response that a page loads, and of the document that is read from it. */
  pageBytes: fetchLimits.pageBytes,
  /** Body of one request sent by a page. */
  postBytes: 200_000,
  /** Limits of the document when it is read: a larger one is refused inside Chromium, before it reaches our process. */
  domNodes: 200_000,
  /** The depth limit of Chromium's own parser (kMaximumHTMLParserDOMTreeDepth). */
  domDepth: 512,
  /** Bytes of DevTools messages about a page: of one message, and in total while it is rendered. */
  messageBytes: 16_000_000,
  pageMessageBytes: 64_000_000,
  /** Memory of a renderer process. A large career site needs about 150 MB. */
  rendererBytes: 600_000_000,
  /** Memory of Chromium's first process, about 200 MB; a page that renames itself endlessly fills it. */
  browserBytes: 800_000_000,
  /** Pages open in Chromium at once. */
  concurrentPages: 2,
  /** Chromium is restarted after this many pages, at this age or at this size, and stopped when idle for this long. */
  pagesPerProcess: 200,
  processAgeMs: 900_000,
  processBytes: 1_500_000_000,
  idleMs: 120_000,
} as const;
