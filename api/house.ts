import type { IncomingMessage } from 'node:http';
import type { Queue } from 'bullmq';
import type { Context, Middleware } from 'koa';
import type { Config } from '../shared/config.js';
import type { Logger } from '../shared/logger.js';
import type { Plans } from '../shared/plans.js';
import type { SearchQuery } from '../shared/query.js';
import type { SearchJob } from '../shared/queues.js';
import type { RedisConnection } from '../shared/redis.js';
import type { DocumentPage } from '../shared/search-document.js';
import type { StatsBook } from '../shared/stats/book.js';
import type { Tracing } from '../shared/tracing.js';
import type { Admission } from './admission.js';
import type { AskedSearches } from './asked-searches.js';
import type { CountSearches } from './count-search.js';
import type { Departure } from './departure.js';
import type { Guesses } from './guesses.js';
import type { InvalidRequests } from './invalid-requests.js';
import type { KeyUses } from './key-uses.js';
import type { KnownBodies } from './known-bodies.js';
import type { KnownKeys } from './known-keys.js';
import type { LiveSearch } from './live.js';
import type { ApiMetrics } from './metrics.js';
import type { ReadTogether } from './read-together.js';
import type { ReadyPages } from './ready-pages.js';
import type { RequestWindows, Turn } from './request-windows.js';
import type { Begun } from './short-way.js';
import type { UnderWay } from './under-way.js';
import type { Waits } from './wait.js';

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
