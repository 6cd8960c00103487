/** The caller of a request: the owner of a key, or an address on the free plan. */
export type Caller = {
  plan: string;
  /** Requests allowed in a window of `windowSeconds`. */
  requests: number;
  windowSeconds: number;
  /** Names the caller's quota in Redis: `key:<owner>` or `address:<address>`. */
  bucket: string;
  /** `null` = without a key. */
  keyId: string | null;
  /** Priority of its searches in the queues; a smaller number is served first. */
  priority: number;
  searchesAtOnce: number;
  exportsAtOnce: number;
  watches: number;
  /** Whether lists and exports may have whole descriptions. */
  descriptions: boolean;
  /** Megabytes of Redis that documents kept for this caller alone may take together. */
  keptMegabytes: number;
};
