import { type Problem, retryLater } from '../../shared/problems/problem.js';
import { addOnce, priorities, queueJobId } from '../../shared/queue/queues.js';
import { isRedisFull, RedisFullError } from '../../shared/redis/redis-errors.js';
import { summaryOf } from '../../shared/search/result.js';
import type { DocumentHead, DocumentPage } from '../../shared/search/search-document.js';
import { mediaTypes } from '../formats/format.js';
import { engineUnreachable, queueUnreachable } from '../middleware/problems.js';
import {
  answer,
  type CacheOutcome,
  cacheStatus,
  type ExistingPage,
  type Forward,
  facetsAnswer,
  readDocumentPage,
} from './answer/answer.js';
import { answerAsList, freshnessOf } from './answer-as-list.js';
import type { CountedSearch } from './count-search.js';
import { completePage } from './further-page.js';
import { type RequestCacheControl, readPreferences, readRequestCacheControl } from './read-query.js';
import { minRetrySeconds, respondAccepted } from './respond-accepted.js';
import { acquireSlot, runForCaller } from './run-for-caller.js';
import type { SearchContext, SearchMiddleware, SearchRequest } from './search-context.js';
import { enforceAdmission, jobFor, searchRefused, type WaitPreference } from './search-job.js';
import type { Refusal } from './wait/admission.js';
import { withDescriptions } from './with-descriptions.js';
import { withoutHidden } from './without-hidden.js';

/**
 * POST /api/jobs/search and /api/jobs/facets: a fresh document at once, a stale one at once and refreshed in the
 * background, otherwise collected.
 */
export function search(context: SearchContext): SearchMiddleware {
  return async function search(ctx) {
    try {
      await answerSearch(context, ctx);
    } catch (error) {
      count(context, ctx, { outcome: 'failed', place: '', tookMs: performance.now() - ctx.state.startedAt });
      throw error;
    }
  };
}

async function answerSearch(context: SearchContext, ctx: SearchRequest): Promise<void> {
  const { searchKey, query, caller, wanted } = ctx.state;
  if (wanted !== 'facets') context.popularity.add(searchKey, query, caller);
  const cached = await ctx.state.cached;
  const { head } = cached;
  const freshness = freshnessOf(head, context.now().getTime(), context.sourcesHash());
  const cacheControl = readRequestCacheControl(ctx.get('Cache-Control'), ctx.state.caller, context.now());
  if (cacheControl !== null && (head?.collectedAt ?? 0) <= cacheControl.newerThan)
    return collectOrUseCached(context, ctx, { cached, cacheControl });
  if (head === null || freshness === 'none' || freshness === 'incomplete')
    return collectOrUseCached(context, ctx, { cached, cacheControl: null });
  if (freshness === 'failed') throw sourcesFailed(head, context.now().getTime());
  const refreshing = freshness === 'stale' && (await refresh(context, ctx).catch(falseIfFull));
  await respond(context, ctx, { page: { ...cached, head }, outcome: 'hit', refreshing });
}

/** Queues a refresh in the background; `false` when the queue is full or the caller has no free slot. */
async function refresh(context: SearchContext, ctx: SearchRequest): Promise<boolean> {
  const job = { ...jobFor(ctx.state, null), priority: priorities.refresh };
  if (!context.admission.hasRoom(job.priority)) return false;
  const slot = await context.concurrency.acquire(ctx.state.caller, queueJobId(job));
  if (slot.acquired) await addOnce(context.searches, job);
  return slot.acquired;
}

/** A full Redis cannot queue anything; the stale answer is sent without a refresh. */
function falseIfFull(error: unknown): false {
  if (isRedisFull(error)) return false;
  throw error;
}

type CollectOptions = { cached: DocumentPage; cacheControl: RequestCacheControl | null };

/** Collects the search; if Redis is full, answers with the cached document although it is older than requested. */
async function collectOrUseCached(context: SearchContext, ctx: SearchRequest, options: CollectOptions): Promise<void> {
  try {
    await collect(context, ctx, options);
  } catch (error) {
    const page = isRedisFull(error) ? usablePage(context, options.cached) : null;
    if (page === null) throw error;
    ctx.remove('Preference-Applied');
    await respond(context, ctx, { page, outcome: outcomeOfCached(page), refreshing: false });
  }
}

/** The cached page, if it is better than no answer. */
function usablePage(context: SearchContext, cached: DocumentPage): ExistingPage | null {
  const { head } = cached;
  const freshness = freshnessOf(head, context.now().getTime(), context.sourcesHash());
  return head === null || head.state === 'failed' || freshness === 'none' || isEmpty(head) ? null : { ...cached, head };
}

/** Runs the search, waits as long as the client does, and answers with the best document available. */
async function collect(
  context: SearchContext,
  ctx: SearchRequest,
  { cached, cacheControl }: CollectOptions,
): Promise<void> {
  const job = jobFor(ctx.state, cacheControl);
  const wait = waitPreference(context, ctx);
  const joined = context.inFlight.isWaiting(queueJobId(job)) || (cacheControl === null && cached.running !== null);
  const refusal = joined ? null : await enforceAdmission(context, job, wait);
  if (refusal !== null) return answerRefused(context, ctx, { cached, refusal, wait });
  const forward = cacheControl === null ? 'miss' : 'request';
  const slot = await acquireSlot(context, ctx, job);
  await ctx.state.stream?.begin(cached, { joined, forward });
  const run = { job, slot, former: cached.head, seconds: wait.seconds };
  const { outcome, page } = await runForCaller(context, ctx, run);
  if (wait.seconds === 0) return answerWithoutWaiting(context, ctx, { cached, forward });
  if (outcome === 'full') throw new RedisFullError('A worker found Redis full.');
  if (outcome === 'engine') throw engineUnreachable();
  if (outcome === 'unavailable') throw queueUnreachable(new Error(`The run of ${job.key} could not use Redis.`));
  if (outcome === 'broken') throw new Error(`The run of ${job.key} failed; the worker's log has the cause.`);
  if (outcome === 'disconnected') return leaveUnanswered(ctx);
  const settled = outcome === 'settled';
  const best = page ?? (await readDocumentPage(context.redis, ctx.state));
  await answerCollected(context, ctx, { cached, joined, forward, wait, settled, page: best });
}

/** The client has disconnected: Koa must not write. The search continues and fills the cache. */
function leaveUnanswered(ctx: SearchRequest): void {
  if (ctx.state.stream === undefined) ctx.respond = false;
}

type Collected = {
  cached: DocumentPage;
  joined: boolean;
  forward: Forward;
  wait: WaitPreference;
  settled: boolean;
  page: DocumentPage;
};

/** Answers once the run has settled, or the client has waited long enough. */
async function answerCollected(
  context: SearchContext,
  ctx: SearchRequest,
  { cached, joined, forward, wait, settled, page }: Collected,
): Promise<void> {
  const { head } = page;
  ctx.state.stream?.report(page);
  // The outcome of the awaited run counts, however soon it may be repeated.
  if (head?.state === 'failed' && settled) throw sourcesFailed(head, context.now().getTime());
  // A new document comes from the awaited run, whatever its sources file: this process learns of changes later.
  const isOfRun = settled || head?.version !== cached.head?.version;
  const freshness = freshnessOf(head, context.now().getTime(), isOfRun ? null : context.sourcesHash());
  if (head === null || freshness === 'none' || isEmpty(head)) {
    if (wait.respondAsync) return respondAccepted(context, ctx, { page, forward });
    throw searchTimeout(Math.min(wait.seconds, Math.ceil((performance.now() - ctx.state.startedAt) / 1000)));
  }
  if (head.state === 'failed') throw sourcesFailed(head, context.now().getTime());
  const isFormer = !settled && head.state === 'complete' && head.version === cached.head?.version;
  const outcome = head.state === 'growing' ? 'partial' : isFormer ? 'hit' : joined ? 'collapsed' : 'miss';
  await respond(context, ctx, { page: { ...page, head }, outcome, refreshing: isFormer, forward });
}

/** Answers with the document as of the time of the request, while the run continues; 202 when there is none. */
async function answerWithoutWaiting(
  context: SearchContext,
  ctx: SearchRequest,
  { cached, forward }: { cached: DocumentPage; forward: Forward },
): Promise<void> {
  const page = usablePage(context, cached);
  if (page === null) return respondAccepted(context, ctx, { page: cached, forward });
  const outcome = outcomeOfCached(page);
  await respond(context, ctx, { page, outcome, refreshing: outcome === 'hit', forward });
}

/** Answers a search that was not queued with the cached document, although it is older than requested. */
async function answerRefused(
  context: SearchContext,
  ctx: SearchRequest,
  { cached, refusal, wait }: { cached: DocumentPage; refusal: Refusal; wait: WaitPreference },
): Promise<void> {
  ctx.remove('Preference-Applied');
  const page = usablePage(context, cached);
  context.metrics.refused(refusal.reason, page === null ? 'problem' : 'held');
  if (page === null) throw searchRefused(context, refusal, wait);
  await respond(context, ctx, { page, outcome: outcomeOfCached(page), refreshing: false });
}

const outcomeOfCached = ({ head }: ExistingPage): CacheOutcome => (head.state === 'growing' ? 'partial' : 'hit');

/** Whether no source has reported yet, so that the document has nothing to answer with. */
function isEmpty({ state, collectedAt }: DocumentHead): boolean {
  return state === 'growing' && collectedAt === null;
}

/** The client's preference within the server's limit, or the default. An event stream never gets a 202. */
function waitPreference({ config }: SearchContext, ctx: SearchRequest): WaitPreference {
  const preferences = readPreferences(ctx.get('Prefer'), config.SEARCH_WAIT_MAX_SECONDS);
  const respondAsync = preferences.respondAsync && ctx.state.stream === undefined;
  const { waitSeconds } = preferences;
  if (waitSeconds !== null) ctx.set('Preference-Applied', `wait=${waitSeconds}`);
  else if (respondAsync) ctx.set('Preference-Applied', 'respond-async');
  return { seconds: waitSeconds ?? (respondAsync ? 0 : config.SEARCH_WAIT_SECONDS), respondAsync };
}

type Response = { page: ExistingPage; outcome: CacheOutcome; refreshing: boolean; forward?: Forward };

/** Answers with a page of a document; records it lacks are made first. */
async function respond(context: SearchContext, ctx: SearchRequest, response: Response): Promise<void> {
  const { page, forward = 'miss' } = response;
  if (page.lacks === undefined) return send(context, ctx, response);
  const wait = waitPreference(context, ctx);
  const complete = await completePage(context, ctx, { page, wait });
  if (complete === 'disconnected') return leaveUnanswered(ctx);
  if (complete !== 'timeout') return send(context, ctx, { ...response, page: complete });
  if (wait.respondAsync) return respondAccepted(context, ctx, { page, forward });
  throw searchTimeout(wait.seconds);
}

async function send(
  context: SearchContext,
  ctx: SearchRequest,
  { page: found, outcome, refreshing, forward = 'miss' }: Response,
): Promise<void> {
  const { query, startedAt, stream, format = 'json' } = ctx.state;
  const { descriptions } = query;
  const shown = await withoutHidden(context.redis, found, ctx.state.caller);
  const page = descriptions === undefined ? shown : await withDescriptions(context, shown, descriptions);
  const { head, facets } = page;
  const now = context.now().getTime();
  const tookMs = performance.now() - startedAt;
  ctx.set('Cache-Status', cacheStatus({ outcome, head, refreshing, now, forward }));
  const input = { query, page, now, tookMs };
  if (stream !== undefined) stream.finish(answer(input));
  else if (facets !== undefined || format === 'json' || format === 'event-stream') {
    ctx.set('Content-Type', mediaTypes.json);
    ctx.body =
      facets === undefined ? (page.bodyOf?.(() => answer(input)) ?? answer(input)) : facetsAnswer(input, facets);
  } else await answerAsList(context, ctx, { page, format });
  count(context, ctx, { outcome: outcome === 'hit' ? 'cached' : 'collected', place: head.place, tookMs });
}

/** Counts an answer for geo-stats; only searches, since a page also requests the facets of its search. */
function count(
  { counts }: SearchContext,
  ctx: SearchRequest,
  search: Pick<CountedSearch, 'outcome' | 'place' | 'tookMs'>,
): void {
  const { wanted, caller, requestId, searchKey } = ctx.state;
  if (wanted !== 'facets') counts.add(ctx, { ...search, caller: caller.bucket, requestId, searchKey });
}

/** Every source failed and there is no earlier document: an error, never an empty list. */
export function sourcesFailed(head: DocumentHead, now: number): Problem {
  const seconds = Math.max(1, Math.ceil((head.recheckAt - now) / 1000));
  const { sources, sourceCounts } = summaryOf(head);
  const { ok, total } = sourceCounts;
  return retryLater('sources-failed', seconds, {
    detail:
      total === 0
        ? 'No source is read: the operator has chosen none yet (the page /boards does it), or has paused all of them.'
        : `${total - ok} of ${total} sources failed and no earlier answer is kept for this search.`,
    members: { retryAfterSeconds: seconds, sources, sourceCounts },
  });
}

/** No source reported within the seconds the client waited; the run continues. */
export function searchTimeout(seconds: number): Problem {
  return retryLater('search-timeout', minRetrySeconds, {
    detail: `Nothing was ready after ${seconds} seconds. The search continues: send the same request again in ${minRetrySeconds} seconds.`,
  });
}
