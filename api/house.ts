import type { Queue } from 'bullmq';
import type { Context, Middleware } from 'koa';
import type { Config } from '../shared/config.js';
import type { Logger } from '../shared/logger.js';
import type { SearchQuery } from '../shared/query.js';
import type { SearchJob } from '../shared/queues.js';
import type { RedisConnection } from '../shared/redis.js';
import type { DocumentPage } from '../shared/search-document.js';
import type { StatsBook } from '../shared/stats/book.js';
import type { CountSearches } from './count-search.js';
import type { Waits } from './wait.js';

/** Everything the API is made of; opened and closed by `main.ts`. */
export type House = {
  config: Config;
  logger: Logger;
  /** Fails at once while Redis is away: a person waits. */
  redis: RedisConnection;
  searches: Queue<SearchJob>;
  waits: Waits;
  /** The workers' present sources file; `null` while none has said. */
  sourcesPrint: () => string | null;
  counts: CountSearches;
  stats: StatsBook;
  now: () => Date;
  version: string;
  startedAt: Date;
};

/** Who asks: an address on the free plan (keys come with their plans). `bucket` names its window in Redis. */
export type Caller = { plan: 'free'; requests: number; windowSeconds: number; bucket: string };

/** What the doors of the corridor hand on. */
export type State = {
  requestId: string;
  startedAt: number;
  log: Logger;
  caller: Caller;
  query: SearchQuery;
  held: Promise<DocumentPage>;
};
export type Door = Middleware<State>;
export type Visit = Context & { state: State };
