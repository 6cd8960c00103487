import type { Queue } from 'bullmq';
import type { Config } from '../../shared/config.js';
import type { SearchJob } from '../../shared/queue/queues.js';
import type { HeldPostings } from '../../shared/search/collections/read-chunks.js';
import type { SearchQuery } from '../../shared/search/query/query.js';
import type { DocumentPage } from '../../shared/search/search-document.js';
import type { Language } from '../../shared/words/languages.js';
import type { Format } from '../formats/format.js';
import type { Middleware, RequestContext } from '../middleware/identify.js';
import type { RateLimitState } from '../middleware/limit.js';
import type { ApiMetrics } from '../server/metrics.js';
import type { GracefulShutdown } from '../server/start-parts.js';
import type { Forward, PageContent, SearchPage } from './answer/answer.js';
import type { PageCache } from './answer/page-cache.js';
import type { CountSearches } from './count-search.js';
import type { SearchPopularity } from './search-popularity.js';
import type { Admission, ConcurrencyLimit } from './wait/admission.js';
import type { EventStreamLimit } from './wait/event-stream.js';
import type { InFlightSearches } from './wait/in-flight-searches.js';

/** State that the steps of a search share in this process. */
export type SearchContext = HeldPostings & {
  config: Pick<Config, 'SEARCH_WAIT_SECONDS' | 'SEARCH_WAIT_MAX_SECONDS' | 'PUBLIC_URL' | 'TRUST_PROXY'>;
  searches: Queue<SearchJob>;
  inFlight: InFlightSearches;
  admission: Admission;
  concurrency: ConcurrencyLimit;
  pages: PageCache;
  eventStreams: EventStreamLimit;
  popularity: SearchPopularity;
  counts: CountSearches;
  metrics: Pick<ApiMetrics, 'refused'>;
  /** Hash of the workers' current sources file; `null` until a worker has reported it. */
  sourcesHash: () => string | null;
  /** Names of the sources of a search, in the workers' order. */
  sourceNames: () => Promise<readonly string[]>;
  shutdown: Pick<GracefulShutdown, 'deadline'>;
  now: () => Date;
};

export type SearchState = RateLimitState & {
  query: SearchQuery;
  searchKey: string;
  /** The language preferred for the reader; absent = none. */
  reader?: Language;
  /** The requested content; absent = a page of jobs. */
  wanted?: PageContent;
  /** The shape to answer in; absent = JSON. */
  format?: Format;
  /** The requested page of the search's document, as of the time of the request. */
  cached: SearchPage | Promise<SearchPage>;
  /** Set when the client follows the search by server-sent events. */
  stream?: SearchStream;
};
export type SearchMiddleware = Middleware<SearchState>;
export type SearchRequest = RequestContext<SearchState>;

/** A search that is answered by server-sent events. */
export type SearchStream = {
  /** No fresh document is cached: opens the stream, names the sources and sends any cached jobs. */
  begin(cached: SearchPage, how: { joined: boolean; forward: Forward }): Promise<void>;
  /** The document may have changed: reads it and sends the changes. */
  onChange(): void;
  /** Sends the sources that have reported by this version of the document. */
  report(page: DocumentPage): void;
  /** Sends the result; `body` is the body of the ordinary answer. */
  finish(body: Buffer): void;
};
