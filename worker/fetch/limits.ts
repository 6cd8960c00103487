/** Limits of one HTTP request to a source. Bytes count before and after decompression. */
export const fetchLimits = {
  bodyBytes: 20_000_000,
  pageBytes: 5_000_000,
  /** A JSON answer with a list of postings: beyond `bodyBytes` it is kept compressed and read in parts. */
  listBytes: 200_000_000,
  /** The compressed form of such an answer. */
  packedListBytes: 64_000_000,
  /** The text of one entry of such a list. */
  listEntryBytes: 5_000_000,
  listEntries: 200_000,
  listMs: 120_000,
  /** Such an answer is abandoned when fewer bytes than this arrive in `requestMs`. */
  listBytesInRequestMs: 500_000,
  /** RFC 9309 §2.5: at least 500 KiB. */
  robotsBytes: 512_000,
  /** A host that requires longer pauses between requests is not crawled at all. */
  crawlDelaySeconds: 86_400,
  /** Wildcards evaluated in one robots.txt rule. */
  robotsWildcards: 32,
  redirects: 5,
  jsonDepth: 64,
  requestMs: 15_000,
} as const;
