import type { WorkerQueue } from '../shared/config.js';
import { collectJobSchema, jobId, searchJobSchema } from '../shared/queue/queues.js';
import type { Tracing } from '../shared/tracing/tracing.js';
import type { CollectContext } from './collect/collect-context.js';
import { createCollectSource } from './collect/collect-source.js';
import type { PageAccess } from './collect/page-access.js';
import { reportStalled } from './collect/report-stalled.js';
import type { OpenQueues } from './open-connections.js';
import type { QueueHandler } from './process/take-jobs.js';
import { traceJob } from './process/trace-job.js';
import { createRunSearch, refuseSearch } from './search/run-search.js';
import type { SearchContext } from './search/search-context.js';

type HandlerContext = Omit<CollectContext, 'pageAccess' | 'browserQueue' | 'tracing'> &
  Omit<SearchContext, 'queues' | 'tracing'> & { tracing: Tracing; pageAccess: PageAccess; queues: OpenQueues };

/** A worker's job handlers, one for each queue. */
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
  const runSearch = createRunSearch({ ...context, queues: queues.collections });
  return {
    run(job, stop) {
      const search = searchJobSchema.parse(job.data);
      const currentPriority = async () => (await queues.searches.getJob(jobId(search)))?.priority ?? search.priority;
      return traceJob(tracing, search, () => runSearch(search, { currentPriority, stop }));
    },
    refuse: (payload) => refuseSearch(redis, payload),
    stalled: (payload) => refuseSearch(redis, payload),
  };
}

function collectHandler(context: CollectContext & { tracing: Tracing }): QueueHandler {
  const collectSource = createCollectSource(context);
  return {
    run(job, stop) {
      const collection = collectJobSchema.parse(job.data);
      return traceJob(context.tracing, collection, () => collectSource(collection, stop));
    },
    // Only searches wait for a collection, and the release that queued this one has workers for them.
    refuse: async () => undefined,
    stalled: (payload) => reportStalled(context, payload),
  };
}
