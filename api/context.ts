import type { IncomingMessage } from 'node:http';
import type { Queue } from 'bullmq';
import type { Context, Middleware } from 'koa';
import type { Plans } from '../shared/auth/plans.js';
import type { Config } from '../shared/config.js';
import type { Logger } from '../shared/logger.js';
import type { SearchJob } from '../shared/queue/queues.js';
import type { RedisConnection } from '../shared/redis/redis.js';
import type { SearchQuery } from '../shared/search/query.js';
import type { DocumentPage } from '../shared/search/search-document.js';
import type { StatsBook } from '../shared/stats/book.js';
import type { Tracing } from '../shared/tracing/tracing.js';
import type { Guesses } from './auth/invalid-key-limiter.js';
import type { InvalidRequests } from './auth/invalid-request-limiter.js';
import type { KeyUses } from './auth/key-uses.js';
import type { KnownKeys } from './auth/known-keys.js';
import type { RequestWindows, Turn } from './auth/request-windows.js';
import type { Begun } from './fast-path/fast-path.js';
import type { ReadyPages } from './fast-path/page-cache.js';
import type { KnownBodies } from './fast-path/parsed-body-cache.js';
import type { Admission } from './search/admission.js';
import type { ReadTogether } from './search/coalesce-page-reads.js';
import type { UnderWay } from './search/concurrency-limit.js';
import type { CountSearches } from './search/count-search.js';
import type { Waits } from './search/in-flight-searches.js';
import type { AskedSearches } from './search/search-popularity.js';
import type { LiveSearch } from './search/stream-search.js';
import type { Departure } from './server/graceful-shutdown.js';
import type { ApiMetrics } from './server/metrics.js';

/** Everything the API is made of; opened and closed by `main.ts`. */
export type House = {
  config: Config;
  logger: Logger;
  /** Fails at once while Redis is away: a person waits. */
  redis: RedisConnection;
  searches: Queue<SearchJob>;
  waits: Waits;
  admission: Admission;
  asked: AskedSearches;
  underWay: UnderWay;
  windows: RequestWindows;
  pages: ReadyPages;
  readTogether: ReadTogether;
  /** Searches asked for lately, by their body word for word. */
  knownBodies: KnownBodies;
  /** Requests that changed from the short way to the long one. */
  begun: WeakMap<IncomingMessage, Begun>;
  plans: Plans;
  keys: KnownKeys;
  keyUses: KeyUses;
  guesses: Guesses;
  invalidRequests: InvalidRequests;
  /** The workers' present sources file; `null` while none has said. */
  sourcesPrint: () => string | null;
  /** The sources a search asks, in the workers' order. */
  sourceNames: () => Promise<readonly string[]>;
  counts: CountSearches;
  metrics: ApiMetrics;
  tracing: Tracing;
  stats: StatsBook;
  departure: Departure;
  now: () => Date;
  version: string;
  startedAt: Date;
};

/** Who asks: the owner of a key, or an address on the free plan. `bucket` names its window in Redis. */
export type Caller = {
  plan: string;
  requests: number;
  windowSeconds: number;
  bucket: string;
  /** `null` = without a key. */
  keyId: string | null;
  /** Its turn in the queues: a smaller number is served first. */
  priority: number;
  searchesAtOnce: number;
  /** Megabytes of Redis that what is kept for its searches alone may take together. */
  keptMegabytes: number;
};

/** What the doors of the corridor hand on. */
export type State = {
  requestId: string;
  startedAt: number;
  log: Logger;
  caller: Caller;
  query: SearchQuery;
  searchKey: string;
  /** There when the request's turn was taken before it came to the door. */
  turn?: Turn;
  held: Promise<DocumentPage>;
  /** There when the client follows the search by events. */
  live?: LiveSearch;
};
export type Door = Middleware<State>;
export type Visit = Context & { state: State };
