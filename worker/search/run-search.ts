import { randomUUID } from 'node:crypto';
import type { Queue } from 'bullmq';
import { z } from 'zod';
import type { Config } from '../../shared/config.js';
import type { Logger } from '../../shared/logger.js';
import { addAgain } from '../../shared/queue/drop-unknown.js';
import { addOnce, announcedAs, type CollectJob, type SearchJob } from '../../shared/queue/queues.js';
import { type ChangeSubscription, subscribeToChanges } from '../../shared/redis/change-subscription.js';
import { announce, type Listener } from '../../shared/redis/listener.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { isRedisFull, isRedisUnavailable } from '../../shared/redis/redis-errors.js';
import { redisChannels } from '../../shared/redis/redis-keys.js';
import { type CollectionState, readCollectionStates } from '../../shared/search/collection-store.js';
import { type RunningSearch, readDocument, writeRunning } from '../../shared/search/search-document.js';
import { noTracing, type Tracing } from '../../shared/tracing/tracing.js';
import { readCooldown } from '../collect/source-cooldown.js';
import type { Gazetteer } from '../gazetteer/gazetteer.js';
import { collectSecondsOf } from '../limits.js';
import type { CorpusCache } from '../match/corpus/corpus-cache.js';
import type { WorkerMetrics } from '../process/metrics.js';
import type { Source } from '../sources/sources-file.js';
import { assemble, correctedKeyword } from './assemble.js';
import { keepDocument, recordsFor } from './keep-document.js';
import { makeFurther } from './make-further.js';
import type { NoteCopies } from './note-copies.js';
import { type PlannedSource, plan } from './plan.js';
import { advanceProgress, beginProgress, endProgress, type Progress } from './progress.js';
import { sourceReports } from './source-reports.js';

/** What a worker that runs searches is made of. */
export type SearchTools = {
  config: Config;
  logger: Logger;
  redis: RedisConnection;
  sources: readonly Source[];
  sourcesPrint: string;
  gazetteer: Gazetteer;
  corpora: CorpusCache;
  noteCopies: NoteCopies;
  collections: Listener;
  metrics: Pick<WorkerMetrics, 'search' | 'addedAgain' | 'writeFailed'>;
  tracing?: Pick<Tracing, 'note' | 'traceId'>;
  queues: { http: Queue<CollectJob>; browser: Queue<CollectJob> };
  now: () => Date;
};

/** The priority a search has by now: somebody more urgent may have joined it since it was queued. */
export type Turn = () => Promise<number>;

/** What a run is told besides its search: its turn by now, and `stop`, which aborts when its worker leaves. */
export type Told = { turn: Turn; stop: AbortSignal };
type RunTools = SearchTools & Told;

const unknown: CollectionState = { head: null, attempt: null };

/** How often a search looks for itself, should an announcement be lost. */
const backstopMs = 1000;

/** How long a search waits beyond a source's own time, for its turn in the queue. */
const queueSlackMs = 10_000;

type SearchOutcome = Parameters<WorkerMetrics['search']>[0];

/** One search from question to ranked answer; the document grows with each source that reports. */
export const createRunSearch =
  (tools: SearchTools) =>
  async (job: SearchJob, told: Told): Promise<void> => {
    const began = performance.now();
    const count = (outcome: SearchOutcome) => tools.metrics.search(outcome, (performance.now() - began) / 1000);
    try {
      if (job.pages !== undefined) return await makeFurther(tools, job, job.pages);
      count(await runSearch({ ...tools, ...told }, job));
    } catch (error) {
      // Another worker goes on where this one stops.
      if (told.stop.aborted) throw error;
      count('broken');
      // Who waits must not wait in vain: they answer with a problem at once.
      const state = isRedisFull(error) ? 'full' : isRedisUnavailable(error) ? 'unavailable' : 'broken';
      if (state !== 'broken') tools.metrics.writeFailed('search');
      await announce(tools.redis, redisChannels.documents, { key: announcedAs(job), state });
      throw error;
    }
  };

/** Tells who waits for a search of a newer release that no worker here can run it. */
export async function refuseSearch(redis: RedisConnection, payload: unknown): Promise<void> {
  const named = z.object({ key: z.string() }).safeParse(payload);
  if (named.success) await announce(redis, redisChannels.documents, { key: named.data.key, state: 'unavailable' });
}

async function runSearch(tools: RunTools, job: SearchJob): Promise<SearchOutcome> {
  const startedAt = tools.now().getTime();
  // The clock may be set meanwhile: how long a run goes on is measured by another.
  const began = performance.now();
  const planned = plan(tools.sources, job.subject);
  const parts = await collectAll(tools, job, { planned, startedAt, began });
  const again = await planCorrected(tools, job, parts);
  if (again === null) return await finish(tools, job, { parts, began });
  const more = await collectAll(tools, job, {
    planned: again.filter(({ key }) => !parts.some((part) => part.planned.key === key)),
    startedAt: tools.now().getTime(),
    began: performance.now(),
    kept: parts.filter(({ planned: { key } }) => again.some((each) => each.key === key)),
  });
  const byKey = new Map(more.map((part) => [part.planned.key, part]));
  const inOrder = again.map(({ key }) => byKey.get(key)).filter((part) => part !== undefined);
  return await finish(tools, job, { parts: inOrder, began });
}

/**
 * The plan for a keyword whose slips are put right by what the sources gave: those that search by themselves were asked for
 * the slip. `null` when nothing is to be asked anew.
 */
async function planCorrected(
  tools: RunTools,
  { subject }: SearchJob,
  parts: readonly Progress[],
): Promise<PlannedSource[] | null> {
  if (!parts.some(({ planned: { narrow } }) => (narrow.keyword ?? '') !== '')) return null;
  const root = await correctedKeyword(tools, subject, parts);
  if (root === null) return null;
  const planned = plan(tools.sources, subject, root);
  return planned.every(({ key }) => parts.some((part) => part.planned.key === key)) ? null : planned;
}

/** Sources to collect from, and parts that have reported already. */
type Collecting = { planned: PlannedSource[]; startedAt: number; began: number; kept?: readonly Progress[] };

/** Asks the planned sources and waits for them; the document grows meanwhile. */
async function collectAll(
  tools: RunTools,
  job: SearchJob,
  { planned, startedAt, began, kept = [] }: Collecting,
): Promise<Progress[]> {
  const news = subscribeToChanges(
    tools.collections,
    planned.map(({ key }) => key),
  );
  tools.stop.addEventListener('abort', news.close);
  try {
    const parts = [...kept, ...(await begin(tools, job, { planned, startedAt }))];
    return await grow(tools, job, { parts, startedAt, began, news });
  } finally {
    tools.stop.removeEventListener('abort', news.close);
    news.close();
  }
}

/** Lets the document grow while sources are out; a complete older one is left standing until this run is done. */
async function grow(tools: RunTools, job: SearchJob, run: Run): Promise<Progress[]> {
  const former = await readDocument(tools.redis, job.key, { from: 0, count: 0 });
  const keepFormer = former.head?.state === 'complete' && former.head.sourcesPrint === tools.sourcesPrint;
  let { parts } = run;
  while (parts.some(isPending)) {
    const drawn = parts.every(isPending) ? null : await assemble(tools, job.subject, parts, recordsFor(job));
    const sources = drawn?.head.sources ?? sourceReports(parts);
    const running: RunningSearch = { startedAt: run.startedAt, sources };
    if (drawn === null || keepFormer)
      await writeRunning(tools.redis, job.key, { running, until: run.startedAt + longestOf(parts) });
    else await keepDocument(tools, job, { ...drawn, running, planned: plannedIn(parts) });
    parts = await advance(tools, job, { ...run, parts });
  }
  return parts;
}

/** How long a run may take at most, in milliseconds. */
const longestOf = (parts: readonly Progress[]): number =>
  Math.max(...parts.map(({ planned }) => collectSecondsOf(planned.source) * 1000)) + queueSlackMs;

async function finish(
  tools: SearchTools,
  job: SearchJob,
  { parts, began }: Pick<Run, 'parts' | 'began'>,
): Promise<SearchOutcome> {
  const made = await assemble(tools, job.subject, parts, recordsFor(job));
  const head = { ...made.head, newerThan: job.newerThan };
  await keepDocument(tools, job, { ...made, head, running: null, planned: plannedIn(parts) });
  const tookMs = Math.round(performance.now() - began);
  const { logger, tracing = noTracing } = tools;
  const { total, sources } = head;
  tracing.note({ 'job_search.jobs': total, 'job_search.state': head.state });
  const ids = { requestId: job.requestId, traceId: tracing.traceId(), search: job.key };
  logger.info({ ...ids, total, tookMs, sources }, 'search: done');
  if (head.state === 'failed') return 'failed';
  return head.sources.every(({ status }) => status === 'ok') ? 'complete' : 'partial';
}

/** A search under way. */
type Run = { parts: Progress[]; startedAt: number; began: number; news: ChangeSubscription };

const plannedIn = (parts: readonly Progress[]): PlannedSource[] => parts.map(({ planned }) => planned);

const isPending = ({ report }: Progress): boolean => report.status === 'pending';

/** Plans the search, takes what is fresh, leaves resting sources alone and asks the others. */
async function begin(
  tools: SearchTools,
  job: SearchJob,
  { planned, startedAt: now }: { planned: PlannedSource[]; startedAt: number },
): Promise<Progress[]> {
  const keys = planned.map(({ key }) => key);
  const [states, rests] = await Promise.all([
    readCollectionStates(tools.redis, keys),
    Promise.all(planned.map(({ source }) => readCooldown(tools.redis, source.id, new Date(now)))),
  ]);
  return Promise.all(
    planned.map(async (each, index) => {
      const state = states[index] ?? unknown;
      const part = beginProgress(each, state, { now, newerThan: oldestWanted(job, state) });
      if (!isPending(part)) return part;
      const rest = rests[index];
      if (rest?.state === 'resting') return endProgress(part, { status: 'resting', tookMs: 0, detail: rest.detail });
      await askFor(tools, job, part);
      return part;
    }),
  );
}

/** Epoch milliseconds: of when a collection may be at the earliest. One that goes stale too soon is wanted anew. */
function oldestWanted({ newerThan, freshAt = 0 }: SearchJob, { head }: CollectionState): number {
  return head !== null && head.freshUntil <= freshAt ? Math.max(newerThan, head.collectedAt + 1) : newerThan;
}

/** Sends a source's collection to the queue of its wing; an equal one that waits or runs already is joined. */
async function askFor(
  tools: SearchTools,
  job: SearchJob,
  { planned, newerThan }: Progress,
  isAgain = false,
): Promise<void> {
  const { source, key, narrow } = planned;
  const queue = tools.queues[source.kind.pool(source.settings)];
  const collection: CollectJob = {
    v: 1,
    key,
    source: source.id,
    narrow,
    requestId: job.requestId,
    runId: randomUUID(),
    priority: job.priority,
    newerThan,
    budget: job.budget,
  };
  if (!isAgain) return addOnce(queue, collection);
  if (!(await addAgain(tools.redis, queue, collection))) return;
  tools.metrics.addedAgain(queue.name);
  tools.logger.warn(
    { requestId: job.requestId, source: source.id },
    'search: a collection lost by its queue is asked for again',
  );
}

/** InFlightSearches until a source reports, its time is up, or the backstop says to look again; then looks. */
async function advance(tools: RunTools, job: SearchJob, { parts, began, news }: Run): Promise<Progress[]> {
  const pending = parts.filter(isPending);
  const keys = pending.map(({ planned }) => planned.key);
  for (;;) {
    const outcome = await news.next(backstopMs);
    tools.stop.throwIfAborted();
    const states = await readCollectionStates(tools.redis, keys);
    const now = tools.now().getTime();
    const looked = new Map<Progress, Progress>();
    for (const [index, part] of pending.entries()) {
      const seen = advanceProgress(part, states[index] ?? unknown, now);
      looked.set(part, isPending(seen) ? endIfLate(seen, Math.round(performance.now() - began)) : seen);
    }
    if (![...looked.values()].every(isPending)) return parts.map((part) => looked.get(part) ?? part);
    if (outcome !== 'backstop') continue;
    // The queue may have lost the job (Redis was emptied or evicted keys), or this search has become more urgent.
    const urgent = { ...job, priority: await tools.turn() };
    await Promise.all(pending.map((part) => askFor(tools, urgent, part, true)));
  }
}

function endIfLate(part: Progress, tookMs: number): Progress {
  const seconds = collectSecondsOf(part.planned.source);
  if (tookMs < seconds * 1000 + queueSlackMs) return part;
  return endProgress(part, { status: 'timeout', tookMs, detail: `No answer within ${seconds} seconds.` });
}
