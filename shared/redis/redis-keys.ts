import type { QueueName } from '../config.js';

/** The only place a Redis key is spelt. Braces are hash tags: what stands in one pair lies in one slot of a cluster. */
export const redisKeys = {
  /** Hash: a search's document (shared/search/search-document.ts). */
  document: (searchKey: string) => `js:{doc:${searchKey}}`,
  /** Hash: records of one version of a document beyond its first ones (shared/search/further-records.ts). */
  furtherRecords: (searchKey: string, version: string) => `js:{doc:${searchKey}}:further:${version}`,
  /** Hash: a source's collection (worker/collection-store.ts). */
  collection: (collectionKey: string) => `js:{col:${collectionKey}}`,
  /** Sorted set: documents, further records and narrowed collections by when they expire (shared/search/retention.ts). */
  kept: 'js:{kept}',
  /** Sorted set: what is kept because of one caller's searches, by when it expires. */
  owned: (owner: string) => `js:{owned:${owner}}`,
  /** Hash: the bytes of each of them. */
  ownedBytes: (owner: string) => `js:{owned:${owner}}:bytes`,
  /** String: one held job with its description, compressed. */
  job: (id: string) => `js:{${id}}`,
  /** String: on which boards a job was found besides its own, as JSON. */
  jobCopies: (id: string) => `js:{${id}}:copies`,
  /** Hash: worker id → heartbeat. */
  workers: 'js:{workers}',
  /** Hash: worker id → its metrics, where one process tells those of its whole tree. */
  workerMetrics: 'js:{worker-metrics}',
  /** String: which sources file the workers answer from. */
  sourcesPrint: 'js:{sources-print}',
  /** Hash: how a failing source rests. */
  rest: (source: string) => `js:{rest:${source}}`,
  /** Pace of one host, shared by all workers. */
  pace: (host: string) => `js:{pace:${host}}`,
  /** String: what robots.txt of an origin said. */
  robots: (origin: string) => `js:{robots:${origin}}`,
  /** Hash: a page of a source as it was read last, with its validators. */
  revalidation: (name: string) => `js:{visit:${name}}`,
  /** Prefix of a caller's request window. */
  limit: 'js:limit',
  /** Hash: what is kept of an API key, by the key's SHA-256. */
  apiKey: (hash: string) => `js:{key:${hash}}`,
  /** Set: the hashes of all API keys. */
  apiKeys: 'js:{keys}',
  /** Hash: id of an API key → when it was last used. */
  apiKeysUsed: 'js:{keys}:used',
  /** Prefix of the count of an address's invalid requests. */
  invalidRequests: 'js:invalid-requests',
  /** Set: unknown keys an address tried lately. */
  guesses: (address: string) => `js:{guesses:${address}}`,
  /** Sorted set: the searches a caller has under way, by when they began. */
  concurrency: (caller: string) => `js:{under-way:${caller}}`,
  /** Sorted set: keys of searches by how much they were asked for lately. */
  asked: 'js:{asked}',
  /** Hash: name of a scheduled search → how its last run ended. */
  warmRuns: 'js:{warm}:runs',
  /** Hash: name of a scheduled search → how many of its runs were skipped. */
  warmSkipped: 'js:{warm}:skipped',
  /** String: which warm file the schedules are made from. */
  warmPrint: 'js:{warm}:print',
  /** String: which run of a scheduled search is under way. */
  warmRunning: (name: string) => `js:{warm}:running:${name}`,
  /** String without meaning: whether Redis takes writes again. */
  writeProbe: 'js:{write-probe}',
  /** Prefix of a BullMQ queue's keys; a tag a queue, so that queues spread over a cluster. */
  queue: (name: QueueName) => `{js:${name}}`,
  /** Everything geo-stats keeps. */
  stats: (...parts: (string | number)[]) => `js:{stats}:${parts.join(':')}`,
} as const;

/** Pub/sub channels: one line of JSON a message. */
export const redisChannels = {
  documents: 'js:documents',
  collections: 'js:collections',
  keys: 'js:keys',
} as const;
export type RedisChannel = (typeof redisChannels)[keyof typeof redisChannels];

/** Whether two keys are of one search's document: the document itself, or further records of it. */
export function sameDocument(one: string, other: string): boolean {
  const [documentOf, theirs] = [one, other].map((key) => /^js:\{doc:[^}]+\}/.exec(key)?.[0]);
  return documentOf !== undefined && documentOf === theirs;
}
