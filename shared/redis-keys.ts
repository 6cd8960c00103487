import type { WorkerQueue } from './config.js';

/** The only place a Redis key is spelt. Braces are hash tags: what stands in one pair lies in one slot of a cluster. */
export const redisKeys = {
  /** Hash: a search's document (shared/search-document.ts). */
  document: (searchKey: string) => `js:{doc:${searchKey}}`,
  /** Hash: a source's collection (worker/collection-store.ts). */
  collection: (collectionKey: string) => `js:{col:${collectionKey}}`,
  /** String: one held job with its description, compressed. */
  job: (id: string) => `js:{${id}}`,
  /** Hash: worker id → heartbeat. */
  workers: 'js:{workers}',
  /** String: which sources file the workers answer from. */
  sourcesPrint: 'js:{sources-print}',
  /** Hash: how a failing source rests. */
  rest: (source: string) => `js:{rest:${source}}`,
  /** Pace of one host, shared by all workers. */
  pace: (host: string) => `js:{pace:${host}}`,
  /** String: what robots.txt of an origin said. */
  robots: (origin: string) => `js:{robots:${origin}}`,
  /** Hash: a page of a source as it was read last, with its validators. */
  visit: (name: string) => `js:{visit:${name}}`,
  /** Prefix of a caller's request window. */
  limit: 'js:limit',
  /** Prefix of a BullMQ queue's keys; a tag a queue, so that queues spread over a cluster. */
  queue: (name: WorkerQueue) => `{js:${name}}`,
  /** Everything geo-stats keeps. */
  stats: (...parts: (string | number)[]) => `js:{stats}:${parts.join(':')}`,
} as const;

/** Pub/sub channels: one line of JSON a message. */
export const redisChannels = {
  documents: 'js:documents',
  collections: 'js:collections',
} as const;
export type RedisChannel = (typeof redisChannels)[keyof typeof redisChannels];
