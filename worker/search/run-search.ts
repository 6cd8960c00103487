import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { EngineUnavailable } from '../../shared/cluster/engine-unavailable.js';
import { redactOf } from '../../shared/logger.js';
import { addOnce, announcedAs, priorities, type SearchJob } from '../../shared/queue/queues.js';
import { announce } from '../../shared/redis/listener.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { isRedisFull, isRedisUnavailable } from '../../shared/redis/redis-errors.js';
import { redisChannels } from '../../shared/redis/redis-keys.js';
import type { StoredFacets } from '../../shared/search/facets.js';
import { isPartial, summarizeSources, summaryOf } from '../../shared/search/result.js';
import { nobody } from '../../shared/search/retention.js';
import { readDocument, readRanked, writeFacets } from '../../shared/search/search-document.js';
import { noteSearchRun, type RunOutcome, type SearchRun } from '../../shared/search/search-runs.js';
import { noTracing } from '../../shared/tracing/tracing.js';
import { enforceBudget } from '../collect/protect/enforce-budget.js';
import { silence } from '../engine/engine.js';
import { analyzeSearch } from '../match/keyword/analyze-search.js';
import { createTimeShare } from '../process/cooperative.js';
import { isWholeBoard } from '../sources/collection-key.js';
import { assembleDocument, correctedKeyword } from './assemble-document.js';
import { collectSources } from './collect-sources.js';
import type { GrowingContext } from './growing-document.js';
import { type PlannedSource, planCollections } from './plan-collections.js';
import type { AnalyzedSearchJob, RunOptions, SearchRunContext } from './search-context.js';
import { freshEnd, type SourceProgress } from './source-progress.js';
import { sourceReports } from './source-reports.js';
import { readStored, recordsFor, storeDocument } from './store-document.js';
import { askHeld, type RankedDocument, writeFurtherRecords } from './write-further-records.js';

/** Pauses before a search over old boards is repeated: most answer within seconds, some wait for their host's pace. */
const renewalMs = [3000, 20_000] as const;

/**
 * Queues a search again whose answer is stale from the start, since it used old boards, so that the next request finds
 * an answer from their new versions. No caller waits for it.
 */
export async function renewLater(
  { searches, now }: Pick<SearchRunContext, 'searches' | 'now'>,
  job: AnalyzedSearchJob,
  parts: readonly SourceProgress[],
): Promise<void> {
  const { renewals = 0, freshAt: _freshAt, search: _search, budget, ...payload } = job;
  const delayMs = renewalMs[renewals];
  const used = parts.flatMap(({ ref, report }) => (ref !== null && report.status === 'ok' ? ref : []));
  const at = now().getTime();
  if (delayMs === undefined || used.length === 0 || freshEnd(used, at) > at) return;
  const renewal: SearchJob = {
    ...payload,
    budget,
    runId: randomUUID(),
    newerThan: 0,
    priority: priorities.refresh,
    renewals: renewals + 1,
    id: `${job.key}.renewal-${renewals + 1}`,
  };
  await addOnce(searches, renewal, { delayMs });
}

/** Whether a repeated search would find the same as its document: no board was read since. */
async function isDocumentCurrent(
  { redis }: Pick<SearchRunContext, 'redis'>,
  { key, renewals }: SearchJob,
  parts: readonly SourceProgress[],
): Promise<boolean> {
  if (renewals === undefined) return false;
  const { head } = await readDocument(redis, key, { from: 0, count: 0 });
  const since = head?.state === 'complete' && head.lacking !== true ? (head.rankedAt ?? 0) : 0;
  return parts.every(({ ref }) => ref === null || ref.collectedAt <= since);
}

/** Runs one search from its query to a ranked document, which grows with each source that reports. */
export const createRunSearch = (searchContext: SearchRunContext) => {
  const shared: GrowingContext = { ...searchContext, merges: createTimeShare() };
  const { makeRoom = async () => false } = shared;
  return async (asked: SearchJob, options: RunOptions): Promise<void> => {
    // A search ends with the sources it began with.
    const context: GrowingContext = { ...shared, ...shared.catalogue?.current() };
    const startedAt = context.now().getTime();
    const began = performance.now();
    const ended = (ran: RanSearch, cause: string | null) => {
      context.metrics.search(ran.outcome, (performance.now() - began) / 1000);
      noteRun({ ...context, ...options }, asked, { ...ran, cause, startedAt });
    };
    try {
      const job: AnalyzedSearchJob = { ...asked, search: analyzeSearch(asked.subject, context.gazetteer) };
      const { pages } = job;
      if (pages?.facets === true) return await writeFacetsOf(context, job, pages.version);
      if (pages !== undefined) return await writeFurtherRecords(context, job, pages);
      ended(await onceMoreIfFull(() => runSearch({ ...context, ...options }, job), makeRoom), null);
    } catch (error) {
      // The job returns to the queue and another worker continues it.
      if (options.stop.aborted) throw error;
      ended(brokenRun, error instanceof Error ? error.message : String(error));
      // Waiting callers receive an error immediately instead of after their timeout.
      const state = stateOf(error);
      if (state === 'full' || state === 'unavailable') context.metrics.writeFailed('search');
      await announce(context.redis, redisChannels.documents, { key: announcedAs(asked), state });
      throw error;
    }
  };
};

/** How a run ended, for counting and recording. */
type RanSearch = Pick<
  SearchRun,
  'outcome' | 'total' | 'collectMs' | 'searchMs' | 'storeMs' | 'sourceCount' | 'sources'
>;

const brokenRun: RanSearch = {
  outcome: 'broken',
  total: null,
  sourceCount: 0,
  sources: [],
  collectMs: null,
  searchMs: null,
  storeMs: null,
};

/** Records a run for the operators' page, without waiting: a failed write is lost. */
function noteRun(
  { redis, logger, tracing = noTracing, now, worker, queuedAt }: SearchRunContext & RunOptions,
  { key, requestId, runId, subject }: SearchJob,
  { cause, ...run }: RanSearch & Pick<SearchRun, 'cause' | 'startedAt'>,
): void {
  const query = Object.fromEntries(Object.entries(subject).flatMap(([name, value]) => (value ? [[name, value]] : [])));
  noteSearchRun(redis, {
    id: runId,
    search: key,
    requestId,
    traceId: tracing.traceId() ?? null,
    worker,
    query,
    queuedAt,
    endedAt: now().getTime(),
    ...run,
    cause: cause === null ? null : redactOf(logger)(cause),
  }).catch((err: unknown) => logger.debug({ err, requestId }, 'search: the run was not noted'));
}

/** The state announced for a failed search. */
function stateOf(error: unknown): 'full' | 'unavailable' | 'engine' | 'broken' {
  if (isRedisFull(error)) return 'full';
  if (isRedisUnavailable(error)) return 'unavailable';
  return error instanceof EngineUnavailable ? 'engine' : 'broken';
}

/** Announces that no worker can run a search of a newer release, so that its callers get an answer. */
export async function refuseSearch(redis: RedisConnection, payload: unknown): Promise<void> {
  const named = z.object({ key: z.string() }).safeParse(payload);
  if (named.success) await announce(redis, redisChannels.documents, { key: named.data.key, state: 'unavailable' });
}

async function runSearch(context: GrowingContext & RunOptions, job: AnalyzedSearchJob): Promise<RanSearch> {
  const startedAt = context.now().getTime();
  // The system clock may change during the run, so durations use the monotonic clock.
  const began = performance.now();
  const planned = planCollections(context.sources, job.search, context);
  const parts = await collectSources(context, job, { planned, startedAt, began });
  const corrected = await planCorrected(context, job, parts);
  const complete = corrected === null ? parts : await collectCorrected(context, job, { corrected, parts });
  await renewLater(context, job, complete);
  const collectMs = msSince(began);
  if (!(await isDocumentCurrent(context, job, complete)))
    return await finish(context, job, { parts: complete, began, collectMs });
  const { sources, sourceCounts } = summarizeSources(sourceReports(complete));
  return { ...brokenRun, outcome: 'unchanged', collectMs, sources, sourceCount: sourceCounts.total };
}

/**
 * The plan for the keyword after its spelling is corrected with words from the collected postings: sources with their
 * own search were queried with the misspelling. `null` when nothing must be collected again.
 */
async function planCorrected(
  context: SearchRunContext,
  { search }: AnalyzedSearchJob,
  parts: readonly SourceProgress[],
): Promise<PlannedSource[] | null> {
  if (!parts.some(({ planned: { narrow } }) => (narrow.keyword ?? '') !== '')) return null;
  const corrected = await correctedKeyword(context, search, parts);
  if (corrected === null) return null;
  const planned = planCollections(context.sources, search, { ...context, corrected });
  return planned.every(({ key }) => parts.some((part) => part.planned.key === key)) ? null : planned;
}

/** Collects the additions of the corrected plan and returns its parts in that plan's order. */
async function collectCorrected(
  context: GrowingContext & RunOptions,
  job: AnalyzedSearchJob,
  { corrected, parts }: { corrected: readonly PlannedSource[]; parts: readonly SourceProgress[] },
): Promise<SourceProgress[]> {
  const collected = await collectSources(context, job, {
    planned: corrected.filter(({ key }) => !parts.some((part) => part.planned.key === key)),
    startedAt: context.now().getTime(),
    began: performance.now(),
    kept: parts.filter(({ planned: { key } }) => corrected.some((each) => each.key === key)),
  });
  const byKey = new Map(collected.map((part) => [part.planned.key, part]));
  return corrected.map(({ key }) => byKey.get(key)).filter((part) => part !== undefined);
}

const msSince = (began: number): number => Math.round(performance.now() - began);

/** Writes the complete document. */
async function finish(
  context: SearchRunContext,
  job: AnalyzedSearchJob,
  { parts, began, collectMs }: { parts: readonly SourceProgress[]; began: number; collectMs: number },
): Promise<RanSearch> {
  const [stored, { bySource, ...assembled }] = await Promise.all([
    readStored(context, job),
    assembleDocument(context, job.search, parts, recordsFor(job)),
  ]);
  const searchedMs = msSince(began);
  const head = { ...assembled.head, newerThan: job.newerThan };
  context.schedule?.noteFound(foundBoards(parts, bySource));
  const planned = parts.map((part) => part.planned);
  await storeDocument(context, job, { ...assembled, head, running: null, planned, stored });
  const { logger, tracing = noTracing } = context;
  const { total, state } = head;
  const { sources, sourceCounts } = summaryOf(head);
  // Boards whose scheduled turn has not come are numerous and alike: they are only counted.
  const failed = sources.filter(({ status }) => status !== 'ok' && status !== 'pending');
  tracing.note({ 'job_search.jobs': total, 'job_search.state': state });
  const ids = { requestId: job.requestId, traceId: tracing.traceId(), search: job.key };
  logger.info({ ...ids, total, tookMs: msSince(began), sourceCounts, sources: failed }, 'search: done');
  const outcome: RunOutcome = state === 'failed' ? 'failed' : isPartial(sourceCounts) ? 'partial' : 'complete';
  return {
    outcome,
    total,
    sources,
    sourceCount: sourceCounts.total,
    collectMs,
    searchMs: searchedMs - collectMs,
    storeMs: msSince(began) - searchedMs,
  };
}

/** Maximum boards for which a search is recorded. */
const mostFound = 100;

/** The keys of the boards with most of an answer's jobs. */
function foundBoards(parts: readonly SourceProgress[], bySource: Readonly<Record<string, number>>): string[] {
  const jobsOf = ({ planned }: SourceProgress): number => bySource[planned.source.id] ?? 0;
  return parts
    .filter((part) => jobsOf(part) > 0 && isWholeBoard(part.planned.source))
    .sort((a, b) => jobsOf(b) - jobsOf(a))
    .slice(0, mostFound)
    .map(({ planned }) => planned.key);
}

/** Runs a step again when Redis was full and `makeRoom` could evict something. */
export async function onceMoreIfFull<Result>(
  step: () => Promise<Result>,
  makeRoom: () => Promise<boolean>,
): Promise<Result> {
  try {
    return await step();
  } catch (error) {
    if (!isRedisFull(error) || !(await makeRoom())) throw error;
    return step();
  }
}

/**
 * Counts the facets of a document version, over its sources' stored postings and as of the time it was ranked. Does
 * nothing when the document was replaced in the meantime, which waiting requests detect themselves.
 */
export async function writeFacetsOf(context: SearchRunContext, job: AnalyzedSearchJob, version: string): Promise<void> {
  const { redis, logger } = context;
  const began = performance.now();
  const document = await readRanked(redis, job.key);
  if (document !== null && document.head.version === version) {
    const facets = await countAll(context, job, document);
    const owner = job.budget?.owner ?? nobody;
    const written = await writeFacets(redis, job.key, { version, owner, facets, now: context.now() });
    await enforceBudget(context, written, job.budget ?? null);
  }
  await announce(redis, redisChannels.documents, { key: announcedAs(job), state: 'further' });
  const tookMs = Math.round(performance.now() - began);
  logger.info({ requestId: job.requestId, search: job.key, tookMs }, 'search: facets counted');
}

async function countAll(
  context: SearchRunContext,
  job: AnalyzedSearchJob,
  document: RankedDocument,
): Promise<StoredFacets> {
  const { head } = document;
  const { exact, facets, ...found } = await askHeld(context, job, { document, ask: context.engine.facets });
  // Near matches come from the document: facets count none.
  const near = head.exact === undefined ? 0 : head.total - head.exact;
  return { exact, facets, total: exact + near, notices: silence(found) };
}
