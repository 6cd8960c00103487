import { fetchLimits } from '../fetch/limits.js';

/** Limits of Chromium and of one page in it. */
export const browserLimits = {
  renderMs: 20_000,
  /**
   * What one page may load (documents, scripts and what they fetch; nothing else is loaded), in requests and in bytes after
   * decompression; one request gets `pageBytes` at most. An application in many small scripts makes some hundred requests of
   * 10 MB together; a page that makes twice as many requests in a loop.
   */
  pageRequests: 200,
  pageLoadBytes: 25_000_000,
  /** Bytes of one response that a page loads, and of the document that is read out of it. */
  pageBytes: fetchLimits.pageBytes,
  /** Body of one request that a page sends. */
  postBytes: 200_000,
  /** The document when it is read: a larger one is refused inside Chromium, before our process holds it. */
  domNodes: 200_000,
  /** As deep as Chromium's own parser builds (kMaximumHTMLParserDOMTreeDepth). */
  domDepth: 512,
  /** DevTools messages about a page: one message, and all of them while it is rendered. */
  messageBytes: 16_000_000,
  pageMessageBytes: 64_000_000,
  /** Memory of a renderer process. A large career site takes some 150 MB. */
  rendererBytes: 600_000_000,
  /** Pages in Chromium at once. */
  concurrentPages: 2,
  /** Chromium is restarted after this many pages, at this age, at this size, and ended when idle for this long. */
  pagesPerProcess: 200,
  processAgeMs: 900_000,
  processBytes: 1_500_000_000,
  idleMs: 120_000,
} as const;
