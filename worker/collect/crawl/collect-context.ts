import type { Queue } from 'bullmq';
import type { Config } from '../../../shared/config.js';
import type { Logger } from '../../../shared/logger.js';
import type { CollectJob } from '../../../shared/queue/queues.js';
import type { HeldPostings } from '../../../shared/search/collections/read-chunks.js';
import type { Tracing } from '../../../shared/tracing/tracing.js';
import type { ByteBudget } from '../../process/byte-budget.js';
import type { WorkerMetrics } from '../../process/metrics.js';
import type { Catalogue } from '../../sources/config/catalogue.js';
import type { FreshTimes } from '../../sources/fresh-times.js';
import type { Source } from '../../sources/source.js';
import type { CollectionRecorder } from '../../stats/record-collection.js';
import type { Suggestions } from '../../suggestions/publish-words.js';
import type { ThreadPool } from '../../threads/thread-pool.js';
import type { CrawlContext } from './crawl-source.js';

/** Dependencies of collecting; each step declares the part it needs. */
export type CollectContext = HeldPostings & {
  config: Config;
  logger: Logger;
  sources: readonly Source[];
  /** The current sources; absent = `sources` never change. */
  catalogue?: Pick<Catalogue, 'current'>;
  /** How long a collection counts as fresh. */
  freshTimes: Pick<FreshTimes, 'secondsOf'>;
  /** Where responses are parsed and postings normalised. */
  threads: Pick<ThreadPool, 'run' | 'turn' | 'warm'>;
  /** Bounds the memory of this process's collections before they are stored; absent = unbounded. */
  memory?: Pick<ByteBudget, 'open'>;
  /** How this pool fetches pages: only by HTTP, or with a browser too. */
  pageAccess: Pick<CrawlContext, 'fetchHashed' | 'openSession' | 'userAgent'>;
  /** Takes collections whose pages must be rendered; `null` in the browser pool itself. */
  browserQueue: Queue<CollectJob> | null;
  /** Takes the words of full boards for suggestions; absent = no suggestions. */
  suggestions?: Pick<Suggestions, 'count' | 'changed'>;
  recorder: CollectionRecorder;
  metrics: Pick<WorkerMetrics, 'collection' | 'unchanged' | 'dropped' | 'openings' | 'writeFailed' | 'browserPage'>;
  tracing?: Pick<Tracing, 'note' | 'traceId'>;
  now: () => Date;
};
