import type { IncomingMessage } from 'node:http';
import type { Queue } from 'bullmq';
import type { Context, Middleware as KoaMiddleware } from 'koa';
import type { Plans } from '../shared/auth/plans.js';
import type { Config } from '../shared/config.js';
import type { Logger } from '../shared/logger.js';
import type { SearchJob } from '../shared/queue/queues.js';
import type { RedisConnection } from '../shared/redis/redis.js';
import type { SearchQuery } from '../shared/search/query.js';
import type { DocumentPage } from '../shared/search/search-document.js';
import type { StatsBook } from '../shared/stats/book.js';
import type { Tracing } from '../shared/tracing/tracing.js';
import type { InvalidKeyLimiter } from './auth/invalid-key-limiter.js';
import type { InvalidRequests } from './auth/invalid-request-limiter.js';
import type { KeyUses } from './auth/key-uses.js';
import type { KnownKeys } from './auth/known-keys.js';
import type { RequestWindows, Turn } from './auth/request-windows.js';
import type { ResumedRequest } from './fast-path/fast-path.js';
import type { PageCache } from './fast-path/page-cache.js';
import type { ParsedBodyCache } from './fast-path/parsed-body-cache.js';
import type { Admission } from './search/admission.js';
import type { CoalescedReads } from './search/coalesce-page-reads.js';
import type { ConcurrencyLimit } from './search/concurrency-limit.js';
import type { CountSearches } from './search/count-search.js';
import type { EventStreamLimit } from './search/event-stream-limit.js';
import type { InFlightSearches } from './search/in-flight-searches.js';
import type { SearchPopularity } from './search/search-popularity.js';
import type { SearchStream } from './search/stream-search.js';
import type { GracefulShutdown } from './server/graceful-shutdown.js';
import type { ApiMetrics } from './server/metrics.js';
import type { QueueWatch } from './server/queue-watch.js';

/** Everything the API is made of; opened and closed by `main.ts`. */
export type AppContext = {
  config: Config;
  logger: Logger;
  /** Fails at once while Redis is away: a person waits. */
  redis: RedisConnection;
  searches: Queue<SearchJob>;
  waits: InFlightSearches;
  admission: Admission;
  queueWatch: Pick<QueueWatch, 'standstill' | 'warnings'>;
  eventStreams: EventStreamLimit;
  asked: SearchPopularity;
  concurrency: ConcurrencyLimit;
  windows: RequestWindows;
  pages: PageCache;
  coalescedReads: CoalescedReads;
  /** Searches asked for lately, by their body word for word. */
  parsedBodies: ParsedBodyCache;
  /** Requests that changed from the short way to the long one. */
  begun: WeakMap<IncomingMessage, ResumedRequest>;
  plans: Plans;
  keys: KnownKeys;
  keyUses: KeyUses;
  invalidKeys: InvalidKeyLimiter;
  invalidRequests: InvalidRequests;
  /** The workers' present sources file; `null` while none has said. */
  sourcesPrint: () => string | null;
  /** The sources a search asks, in the workers' order. */
  sourceNames: () => Promise<readonly string[]>;
  counts: CountSearches;
  metrics: ApiMetrics;
  tracing: Tracing;
  stats: StatsBook;
  shutdown: GracefulShutdown;
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
  live?: SearchStream;
};
export type Middleware = KoaMiddleware<State>;
export type RequestContext = Context & { state: State };
