import type { WorkerQueue } from '../shared/config.js';
import {
  type CollectJob,
  collectJobSchema,
  queueJobId,
  type SearchJob,
  searchJobSchema,
} from '../shared/queue/queues.js';
import type { Tracing } from '../shared/tracing/tracing.js';
import { createCollectSource } from './collect/collect-source.js';
import type { CollectContext } from './collect/crawl/collect-context.js';
import type { PageAccess } from './collect/crawl/page-access.js';
import { reportStalled } from './collect/protect/record-attempt.js';
import type { OpenQueues } from './open-connections.js';
import type { QueueHandler } from './process/take-jobs.js';
import type { BoardSchedule } from './schedule/start-schedule.js';
import { createRunSearch, refuseSearch } from './search/run-search.js';
import type { SearchRunContext } from './search/search-context.js';

type HandlerContext = Omit<CollectContext, 'pageAccess' | 'browserQueue' | 'tracing'> &
  Omit<SearchRunContext, 'queues' | 'searches' | 'schedule' | 'tracing'> & {
    tracing: Tracing;
    pageAccess: PageAccess;
    queues: OpenQueues;
    /** `null` = full boards are read only when a search needs them. */
    schedule: BoardSchedule | null;
  };

/** A worker's job handlers, one per queue. */
export function createQueueHandlers(context: HandlerContext): Record<WorkerQueue, QueueHandler> {
  const { pageAccess, queues } = context;
  return {
    search: searchHandler(context),
    'collect-http': collectHandler({
      ...context,
      pageAccess: { ...pageAccess, openSession: null },
      browserQueue: queues.collections.browser,
    }),
    'collect-browser': collectHandler({ ...context, browserQueue: null }),
  };
}

function searchHandler(context: HandlerContext): QueueHandler {
  const { redis, tracing, queues } = context;
  const runSearch = createRunSearch({ ...context, queues: queues.collections, searches: queues.searches });
  return {
    run(job, stop) {
      const search = searchJobSchema.parse(job.data);
      const currentPriority = async () =>
        (await queues.searches.getJob(queueJobId(search)))?.priority ?? search.priority;
      return traceJob(tracing, search, () => runSearch(search, { currentPriority, stop, queuedAt: job.timestamp }));
    },
    refuse: (payload) => refuseSearch(redis, payload),
    stalled: (payload) => refuseSearch(redis, payload),
  };
}

type CollectHandlerContext = CollectContext & Pick<HandlerContext, 'tracing' | 'schedule'>;

function collectHandler(context: CollectHandlerContext): QueueHandler {
  const { schedule, logger, now } = context;
  const collectSource = createCollectSource(context);
  const noteReading = (collection: CollectJob, startedAt: number): Promise<void> | undefined =>
    schedule?.noteReading(collection, startedAt).catch((err: unknown) => {
      // The board stays due and is read again once its lease is over.
      logger.warn({ err, source: collection.source }, 'schedule: could not note the end of a reading');
    });
  return {
    async run(job, stop) {
      const collection = collectJobSchema.parse(job.data);
      const startedAt = now().getTime();
      try {
        return await traceJob(context.tracing, collection, () => collectSource(collection, stop));
      } finally {
        if (!stop.aborted) await noteReading(collection, startedAt);
      }
    },
    // Only searches wait for a collection, and the release that queued this one has workers for them.
    refuse: async () => undefined,
    async stalled(payload) {
      const startedAt = now().getTime();
      await reportStalled(context, payload);
      await noteReading(collectJobSchema.parse(payload), startedAt);
    },
  };
}

/** Runs a job in a span named `search` or `collect SOURCE` that carries the id of the request that started the job. */
export function traceJob<Result>(tracing: Tracing, job: SearchJob | CollectJob, work: () => Promise<Result>) {
  const facts = { 'job_search.request_id': job.requestId, 'job_search.key': job.key };
  const isSearch = 'subject' in job;
  const name = isSearch ? 'search' : `collect ${job.source}`;
  const source = isSearch ? {} : { 'job_search.source': job.source };
  return tracing.span({ name, kind: 'internal', facts: { ...facts, ...source } }, work);
}
