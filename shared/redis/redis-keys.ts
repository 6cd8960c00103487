import { createHash } from 'node:crypto';
import type { QueueName } from '../config.js';

/** A short name of a long text. */
const textHash = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22);

/** The only place that defines Redis keys. Braces are hash tags: keys with the same tag share a cluster slot. */
export const redisKeys = {
  /** Hash: a search's document (shared/search/search-document.ts). */
  document: (searchKey: string) => `js:{doc:${searchKey}}`,
  /** Hash: records of one version of a document beyond its first ones (shared/search/further-records.ts). */
  furtherRecords: (searchKey: string, version: string) => `js:{doc:${searchKey}}:further:${version}`,
  /** Hash: when the list at an address, a feed or a table, last changed (api/search/answer-as-list.ts). */
  list: (address: string) => `js:{list:${textHash(address)}}`,
  /** String: milliseconds that a request still waits for the search (shared/search/followed-searches.ts). */
  followed: (searchKey: string) => `js:{followed:${searchKey}}`,
  /** Hash: a source's collection (shared/search/collections/collection-store.ts). */
  collection: (collectionKey: string) => `js:{col:${collectionKey}}`,
  /** Sorted set: documents, further records and narrowed collections by when they expire (shared/search/retention.ts). */
  kept: 'js:{kept}',
  /** Sorted set: keys retained for one caller's searches, by expiry. */
  owned: (owner: string) => `js:{owned:${owner}}`,
  /** Hash: their sizes in bytes. */
  ownedBytes: (owner: string) => `js:{owned:${owner}}:bytes`,
  /** String: one stored job with its description, compressed. */
  job: (id: string) => `js:{${id}}`,
  /** String: the other boards that list a job, as JSON. Not `:copies`, which release 0.2 reads with fewer members. */
  jobCopies: (id: string) => `js:{${id}}:merged`,
  /** String: a complete closed opening, compressed. */
  closedJob: (id: string) => `js:{${id}}:closed`,
  /** String: the id of the opening that closed last at an address (shared/search/canonical-url.ts). */
  closedUrl: (canonical: string) => `js:{closed-url:${textHash(canonical)}}`,
  /** All of them, as a pattern of SCAN. */
  closedUrls: 'js:{closed-url:*}',
  /** String: the openings found for a lookup's addresses, as JSON (shared/search/lookup.ts). */
  lookup: (id: string) => `js:{lookup:${id}}`,
  /** String: the answer to a question about the stored postings, compressed (shared/search/held-question.ts). */
  heldAnswer: (id: string) => `js:{held:${id}}`,
  /** String: the remembered openings of a source's full board, compressed (worker/openings). */
  openings: (source: string) => `js:{openings:${source}}`,
  /** Hash: worker id → heartbeat. */
  workers: 'js:{workers}',
  /** Hash: worker id → its metrics, when one process reports for its process tree. */
  workerMetrics: 'js:{worker-metrics}',
  /** String: the sources file the workers use. */
  sourcesPrint: 'js:{sources-print}',
  /** String: the names of the sources of a sources file, by its hash (shared/queue/source-names.ts). */
  sourceNames: (hash: string) => `js:{source-names:${hash}}`,
  /** Sorted set: key of a full board's collection → when it is read next (shared/schedule, worker/schedule). */
  boardsDue: 'js:{boards}:due',
  /** Sorted set: key of a full board's collection → its last successful reading, as long as it is stored. */
  boardsRead: 'js:{boards}:read',
  /** Sorted set: key of a full board's collection → end of its scheduled reading's time in flight. */
  boardsInFlight: 'js:{boards}:in-flight',
  /** Hash: key of a full board's collection → its schedule record, as JSON. */
  boardRecords: 'js:{boards}:records',
  /** Sorted set: key of a full board's collection → when a search last found one of its postings. */
  boardsFound: 'js:{boards}:found',
  /** Hash: key of a full board's collection → its number of stored postings, and their expiry. */
  boardPostings: 'js:{boards}:postings',
  /** Sorted set: key of a board whose latest reading failed → when its stored postings were read; 0 = none. */
  boardsFailing: 'js:{boards}:failing',
  /** String: the sources file of the scheduled boards. */
  boardsSource: 'js:{boards}:sources',
  /** String: the sources of the file in use, as JSON (shared/schedule/listed-sources.ts). */
  sourceList: 'js:{source-readings}:list',
  /** Hash: source → its latest reading, as JSON. */
  sourceReadings: 'js:{source-readings}',
  /** Hash: source → its requests so far. */
  sourceRequestCounts: 'js:{source-readings}:requests',
  /** Hash: source → when it began to fail, epoch ms. */
  sourcesFailing: 'js:{source-readings}:failing',
  /** Hash: source whose board is gone → since when, epoch ms. */
  sourcesGone: 'js:{source-readings}:gone',
  /** Hash: source whose owner forbids reading → since when, epoch ms. */
  sourcesForbidden: 'js:{source-readings}:forbidden',
  /** List: operators' requests waiting for a worker (shared/admin/source-requests.ts). */
  sourceRequests: 'js:{source-requests}',
  /** String: the progress of such a request. */
  sourceOutcome: (id: string) => `js:{source-request:${id}}`,
  /** String: the worker that edits the sources file. */
  sourcesFileLock: 'js:{source-requests}:lock',
  /** Hash: a failing source's cooldown. */
  rest: (source: string) => `js:{rest:${source}}`,
  /** Hash: the breaker of a host that failed on several of its boards (worker/collect/protect/source-cooldown.ts). */
  hostBreaker: (host: string) => `js:{host-breaker:${host}}`,
  /** Set: boards of a host that failed since it last answered. */
  hostFailures: (host: string) => `js:{host-breaker:${host}}:boards`,
  /** Sorted set: failing hosts whose boards wait, by the end of the wait. */
  failingHosts: 'js:{failing-hosts}',
  /** Sorted set: sources with a cooldown, current or past, by when it is forgotten. */
  rests: 'js:{rests}',
  /** String: words of stored postings that complete a text, compressed (shared/search/collections/word-counts.ts). */
  suggestions: 'js:{suggestions}',
  /** Sorted set: ids of the jobs that an owner has hidden → when, in epoch ms. */
  hiddenJobs: (owner: string) => `js:{hidden:${owner}}`,
  /** String: exists while they were published recently. */
  suggestionsLock: 'js:{suggestions}:lock',
  /** String: the latest reference rates read (worker/warm/renew-rates.ts). */
  exchangeRates: 'js:{exchange-rates}',
  /** The process now writing into the engine's index. */
  engineWriter: 'js:{engine}:writer',
  /** Pace of one host, shared by all workers. */
  pace: (host: string) => `js:{pace:${host}}`,
  /** String: the contents of an origin's robots.txt. */
  robots: (origin: string) => `js:{robots:${origin}}`,
  /** Hash: the last response for a source's page, with its validators. */
  revalidation: (name: string) => `js:{visit:${name}}`,
  /** Prefix of a caller's request window. */
  limit: 'js:limit',
  /** String: the owner of the search that a ticket continues (api/search/wait/in-flight-searches.ts). */
  searchTicket: (ticket: string) => `js:{ticket:${ticket}}`,
  /** Hash: the record of an API key, by the key's SHA-256. */
  apiKey: (hash: string) => `js:{key:${hash}}`,
  /** Data that a restore has written for another key, not yet moved into place (api/backup/restore-backup.ts). */
  restoring: (key: string) => `${key}:restoring`,
  anyRestoring: 'js:*:restoring',
  /** Set: the hashes of all API keys. */
  apiKeys: 'js:{keys}',
  /** Hash: id of an API key → its hash; for listing keys page by page and finding them by id. */
  apiKeyIds: 'js:{keys}:ids',
  /** Hash: id of an API key → when it was last used. */
  apiKeysUsed: 'js:{keys}:used',
  /** Hash: `id of an API key, kind of count` → the count on a day (shared/auth/key-usage.ts). */
  apiKeyUsage: (day: string) => `js:{keys}:usage:${day}`,
  /** Prefix of the count of an address's invalid requests. */
  invalidRequests: 'js:invalid-requests',
  /** String: the answer to a request with an Idempotency-Key, as JSON (api/middleware/idempotency.ts). */
  idempotent: (request: string) => `js:{idempotent:${request}}`,
  /** String: how many requests of a caller are remembered this way. */
  idempotentCount: (caller: string) => `js:{idempotent-count:${caller}}`,
  /** Set: unknown keys an address tried recently. */
  guesses: (address: string) => `js:{guesses:${address}}`,
  /** Sorted set: a caller's in-flight searches by start time. */
  concurrency: (caller: string) => `js:{under-way:${caller}}`,
  /** Sorted set: search keys by recent popularity. */
  asked: 'js:{asked}',
  /** Hash: id of a run of a search → its record, as JSON (shared/search/search-runs.ts). */
  searchRuns: 'js:{runs}',
  /** Sorted set: these ids by when the run ended. */
  searchRunTimes: 'js:{runs}:at',
  /** Hash: id of a request → its search and its answer, as JSON. */
  searchRequests: 'js:{runs}:requests',
  /** Sorted set: these ids by when the request was answered. */
  searchRequestTimes: 'js:{runs}:requests-at',
  /** Hash: id → a failed job and its cause, as JSON (shared/queue/job-states.ts). */
  failedJobs: 'js:{failed-jobs}',
  /** Sorted set: these ids by when the job failed. */
  failedJobTimes: 'js:{failed-jobs}:at',
  /** Hash: name of a scheduled search → outcome of its last run. */
  warmRuns: 'js:{warm}:runs',
  /** Hash: name of a scheduled search → number of skipped runs. */
  warmSkipped: 'js:{warm}:skipped',
  /** String: the warm file of the schedules. */
  warmPrint: 'js:{warm}:print',
  /** String: the run of a scheduled search that is in flight. */
  warmRunning: (name: string) => `js:{warm}:running:${name}`,
  /** Hash: an export that can be continued (shared/export/export-store.ts). */
  export: (id: string) => `js:{export:${id}}`,
  /** Hash: the rows that one round of an export has sent, by the beginning of their ids (shared/export/sent-rows.ts). */
  exportRows: (id: string, round: number) => `js:{export:${id}}:rows:${round}`,
  /** Hash: a chunk of an export waiting to be sent. */
  exportChunk: (id: string, chunk: string) => `js:{export:${id}}:chunk:${chunk}`,
  /** Sorted set: the exports of an owner of keys, by when they were last used. */
  exportsOf: (owner: string) => `js:{exports:${owner}}`,
  /** Sorted set: the exports of an owner now being streamed, by the end of their lease. */
  exportsRunning: (owner: string) => `js:{exports:${owner}}:running`,
  /** Hash: id → a watch, as JSON (shared/watches). */
  watches: 'js:{watches}',
  /** Set: the ids of an owner's watches. */
  watchesOf: (owner: string) => `js:{watches}:of:${owner}`,
  /** Hash: identity of an opening that a watch was sent → its source. */
  watchTold: (id: string) => `js:{watches}:told:${id}`,
  /** List: the last attempts to send a delivery of a watch, the latest first, as JSON (shared/watches/attempts.ts). */
  watchAttempts: (id: string) => `js:{watches}:attempts:${id}`,
  /** Hash: id of a delivery among them → its body, compressed. */
  watchBodies: (id: string) => `js:{watches}:bodies:${id}`,
  /** Hash: id → a delivery not yet accepted, as JSON. */
  deliveries: 'js:{watches}:deliveries',
  /** Hash: id → the records of the openings of such a delivery, joined by commas. */
  deliveryRecords: 'js:{watches}:records',
  /** Sorted set: the pending deliveries of a watch, in order. */
  deliveriesOf: (id: string) => `js:{watches}:deliveries:${id}`,
  /** Sorted set: deliveries of paused watches by the time of their next attempt. */
  deliveriesHeld: 'js:{watches}:held',
  /** Hash: id of a watch → time before which none of its deliveries is sent (epoch ms). */
  watchesNext: 'js:{watches}:next',
  /** Set: the ids of watches that are paused. */
  watchesPaused: 'js:{watches}:paused',
  /** Sorted set: deliveries of active watches by creation time. */
  deliveriesMade: 'js:{watches}:made',
  /** String: changes whenever a watch is added, deleted, paused or resumed. */
  watchesRevision: 'js:{watches}:revision',
  /** Sorted set: deliveries by the time of their next attempt. */
  deliveriesDue: 'js:{watches}:due',
  /** String: the outcome of a test delivery, as JSON. */
  watchTest: (id: string) => `js:{watches}:test:${id}`,
  /** String: recent messages or tests that an owner requested, an address received, or all received. */
  messages: (what: string) => `js:{watches}:messages:${what}`,
  /** Set: the mailboxes that an owner's watches may be delivered to, as hashes. */
  mailConfirmed: 'js:{watches}:confirmed',
  /** String: exists while a mailbox, by its hash, has an unanswered confirmation request. */
  mailAsked: (mailbox: string) => `js:{watches}:asked:${mailbox}`,
  /** String: a secret that the service has created for a use (shared/auth/service-secret.ts). */
  serviceSecret: (use: string) => `js:{service-secret}:${use}`,
  /** Hash: the data saved by a signed-in person, by account id (api/account/kept.ts). */
  account: (id: string) => `js:{account:${id}}`,
  /** Set: the hashes of the sessions of an account. */
  accountSessions: (id: string) => `js:{account:${id}}:sessions`,
  /** String: the owner of a session, by its cookie and the hash of its token (api/auth/sessions.ts). */
  session: (cookie: 'session' | 'operator', hash: string) => `js:{${cookie}:${hash}}`,
  /** Sorted set: the hashes of one-time operator codes, by expiry (shared/auth/operators.ts). */
  operatorCodes: 'js:{operators}:codes',
  /** String: an alert without a key that its address has not yet confirmed, as JSON. */
  pendingAlert: (id: string) => `js:{watches}:pending:${id}`,
  /** String: the action that a mail's link confirms, as JSON, by the hash of its token. */
  mailToken: (hash: string) => `js:{watches}:token:${hash}`,
  /** Hash: key of a full board's collection → the version that watches know, and when it was collected. */
  watchedBoards: 'js:{watches}:boards',
  /** Meaningless string that tests whether Redis takes writes again. */
  writeProbe: 'js:{write-probe}',
  /** Prefix of a BullMQ queue's keys; one tag per queue, so that queues spread over a cluster. */
  queue: (name: QueueName) => `{js:${name}}`,
  /** All keys of geo-stats. */
  stats: (...parts: (string | number)[]) => `js:{stats}:${parts.join(':')}`,
} as const;

/** Pub/sub channels: one line of JSON per message. */
export const redisChannels = {
  documents: 'js:documents',
  collections: 'js:collections',
  keys: 'js:keys',
} as const;
/** The channel on which a process checks its own subscription. */
export const echoChannel = (id: string): string => `js:echo:${id}`;

export type RedisChannel = (typeof redisChannels)[keyof typeof redisChannels];

/** Whether two keys belong to one search's document: the document itself, or further records of it. */
export function sameDocument(one: string, other: string): boolean {
  const [documentOf, theirs] = [one, other].map((key) => /^js:\{doc:[^}]+\}/.exec(key)?.[0]);
  return documentOf !== undefined && documentOf === theirs;
}
