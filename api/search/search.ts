import { type Problem, retryLater } from '../../shared/problems/problem.js';
import { addOnce, jobId, priorities } from '../../shared/queue/queues.js';
import { isRedisFull, RedisFullError } from '../../shared/redis/redis-errors.js';
import type { DocumentHead, DocumentPage } from '../../shared/search/search-document.js';
import type { AppContext, Middleware, RequestContext } from '../context.js';
import { queueUnreachable } from '../middleware/problems.js';
import { answer, cacheStatus, type Forward, type Way } from './answer.js';
import { enforceAdmission, type Patience, searchRefused } from './enforce-admission.js';
import type { Refusal } from './expected-wait.js';
import { freshnessOf } from './freshness.js';
import { furtherPage, type KnownPage } from './further-page.js';
import { readPreferences } from './prefer.js';
import { type RequestCacheControl, readRequestCacheControl } from './request-cache-control.js';
import { accept, lookAgainSeconds } from './respond-accepted.js';
import { runForCaller, takeSlot } from './run-for-caller.js';
import { jobFor } from './search-job.js';

/** POST /api/jobs/search: what is held and fresh at once, what is stale at once and refreshed behind, else collected. */
export function search(context: AppContext): Middleware {
  return async function search(ctx) {
    try {
      await answerSearch(context, ctx);
    } catch (error) {
      const tookMs = performance.now() - ctx.state.startedAt;
      context.counts.add(ctx, { outcome: 'failed', place: '', tookMs, caller: ctx.state.caller.bucket });
      throw error;
    }
  };
}

async function answerSearch(context: AppContext, ctx: RequestContext): Promise<void> {
  context.asked.add(ctx.state.searchKey, ctx.state.query, ctx.state.caller);
  const held = await ctx.state.held;
  const verdict = freshnessOf(held.head, context.now().getTime(), context.sourcesPrint());
  const demand = readRequestCacheControl(ctx.get('Cache-Control'), ctx.state.caller, context.now());
  if (demand !== null && (held.head?.collectedAt ?? 0) <= demand.newerThan)
    return collectOrHeld(context, ctx, { held, demand });
  if (held.head === null || verdict === 'none' || verdict === 'wanting')
    return collectOrHeld(context, ctx, { held, demand: null });
  if (verdict === 'failed') throw sourcesFailed(held.head, context.now().getTime());
  const refreshing = verdict === 'stale' && (await refresh(context, ctx).catch(falseIfFull));
  await send(context, ctx, { page: { ...held, head: held.head }, way: 'hit', refreshing });
}

/** Has a new copy made behind the answer, unless the queue is full or the caller has all searches its plan allows under way. */
async function refresh(context: AppContext, ctx: RequestContext): Promise<boolean> {
  const job = { ...jobFor(ctx, null), priority: priorities.refresh };
  if (!context.admission.hasRoom(job.priority)) return false;
  const place = await context.concurrency.take(ctx.state.caller, jobId(job));
  if (place.taken) await addOnce(context.searches, job);
  return place.taken;
}

/** A full Redis takes no new copy, and the answer is given without one. */
function falseIfFull(error: unknown): false {
  if (isRedisFull(error)) return false;
  throw error;
}

/** Has the search run; while Redis is full, answers with what is held though it is not what was asked for. */
async function collectOrHeld(
  context: AppContext,
  ctx: RequestContext,
  { held, demand }: { held: DocumentPage; demand: RequestCacheControl | null },
): Promise<void> {
  try {
    await collectFirst(context, ctx, { held, demand });
  } catch (error) {
    const page = isRedisFull(error) ? usablePage(context, held) : null;
    if (page === null) throw error;
    ctx.remove('Preference-Applied');
    await send(context, ctx, { page, way: page.head.state === 'growing' ? 'partial' : 'hit', refreshing: false });
  }
}

/** What is held, if it is better than nothing. */
function usablePage(context: AppContext, held: DocumentPage): KnownPage | null {
  const { head } = held;
  const verdict = freshnessOf(head, context.now().getTime(), context.sourcesPrint());
  return head === null || head.state === 'failed' || verdict === 'none' || isBare(head) ? null : { ...held, head };
}

/** Has the search run and waits for it, no longer than the client will; then answers with the best there is. */
async function collectFirst(
  context: AppContext,
  ctx: RequestContext,
  { held, demand }: { held: DocumentPage; demand: RequestCacheControl | null },
): Promise<void> {
  const job = jobFor(ctx, demand);
  const patience = patienceOf(context, ctx);
  const joined = context.waits.isWaiting(jobId(job)) || (demand === null && held.running !== null);
  const refusal = joined ? null : await enforceAdmission(context, job, patience);
  if (refusal !== null) return answerHeld(context, ctx, { held, refusal, patience });
  const forward = demand === null ? 'miss' : 'request';
  const place = await takeSlot(context, ctx, job);
  await ctx.state.live?.begin(held, { joined, forward });
  const { outcome, page } = await runForCaller(context, ctx, {
    job,
    place,
    former: held.head,
    seconds: patience.seconds,
  });
  if (patience.seconds === 0) return answerNow(context, ctx, { held, forward });
  if (outcome === 'full') throw new RedisFullError('A worker found Redis full.');
  if (outcome === 'unavailable') throw queueUnreachable(new Error(`The run of ${job.key} lost Redis.`));
  if (outcome === 'broken') throw new Error(`The run of ${job.key} broke; the worker's log has the cause.`);
  if (outcome === 'gone') {
    // Nobody is left to answer; the search goes on for the cache.
    if (ctx.state.live === undefined) ctx.respond = false;
    return;
  }
  const settled = outcome === 'settled';
  const best = page ?? (await context.coalescedReads(ctx));
  await answerCollected(context, ctx, { held, joined, forward, patience, settled, page: best });
}

type Collected = {
  held: DocumentPage;
  joined: boolean;
  forward: Forward;
  patience: Patience;
  settled: boolean;
  page: DocumentPage;
};

/** Answers with the best there is once the run has settled, or the client has waited long enough. */
async function answerCollected(
  context: AppContext,
  ctx: RequestContext,
  { held, joined, forward, patience, settled, page }: Collected,
): Promise<void> {
  const { head } = page;
  ctx.state.live?.report(page);
  // The run that was waited for says so itself, however long that holds.
  if (head?.state === 'failed' && settled) throw sourcesFailed(head, context.now().getTime());
  const verdict = freshnessOf(head, context.now().getTime(), context.sourcesPrint());
  if (head === null || verdict === 'none' || isBare(head)) {
    if (patience.later) return accept(context, ctx, { page, forward });
    throw searchTimeout(Math.min(patience.seconds, Math.ceil((performance.now() - ctx.state.startedAt) / 1000)));
  }
  if (head.state === 'failed') throw sourcesFailed(head, context.now().getTime());
  const isOld = !settled && head.state === 'complete' && head.version === held.head?.version;
  const way: Way = head.state === 'growing' ? 'partial' : isOld ? 'hit' : joined ? 'collapsed' : 'miss';
  await send(context, ctx, { page: { ...page, head }, way, refreshing: isOld, forward });
}

/** Answers with what was held when the request came, while a new copy is made behind it; with nothing held, 202. */
async function answerNow(
  context: AppContext,
  ctx: RequestContext,
  { held, forward }: { held: DocumentPage; forward: Forward },
): Promise<void> {
  const { head } = held;
  const verdict = freshnessOf(head, context.now().getTime(), context.sourcesPrint());
  if (head === null || verdict === 'none' || head.state === 'failed' || isBare(head))
    return accept(context, ctx, { page: held, forward });
  const isOld = head.state !== 'growing';
  await send(context, ctx, { page: { ...held, head }, way: isOld ? 'hit' : 'partial', refreshing: isOld, forward });
}

/** Answers a search that was not let into the queue: at once, with what is held though it is not what was asked for. */
async function answerHeld(
  context: AppContext,
  ctx: RequestContext,
  { held, refusal, patience }: { held: DocumentPage; refusal: Refusal; patience: Patience },
): Promise<void> {
  ctx.remove('Preference-Applied');
  const page = usablePage(context, held);
  context.metrics.refused(refusal.reason, page === null ? 'problem' : 'held');
  if (page === null) throw searchRefused(context, refusal, patience);
  const way = page.head.state === 'growing' ? 'partial' : 'hit';
  await send(context, ctx, { page, way, refreshing: false });
}

/** No source has given anything yet, so that there is nothing to answer with. */
function isBare({ state, collectedAt }: DocumentHead): boolean {
  return state === 'growing' && collectedAt === null;
}

/** The client's wish within the server's limit, else the server's patience. Who follows live is never sent away. */
function patienceOf({ config }: AppContext, ctx: RequestContext): Patience {
  const { waitSeconds, respondAsync } = readPreferences(ctx.get('Prefer'), config.SEARCH_WAIT_MAX_SECONDS);
  const later = respondAsync && ctx.state.live === undefined;
  if (waitSeconds !== null) ctx.set('Preference-Applied', `wait=${waitSeconds}`);
  else if (later) ctx.set('Preference-Applied', 'respond-async');
  return { seconds: waitSeconds ?? (later ? 0 : config.SEARCH_WAIT_SECONDS), later };
}

type Sent = { page: KnownPage; way: Way; refreshing: boolean; forward?: Forward };

/** Answers with a page of a document; records it lacks are made first. */
async function send(context: AppContext, ctx: RequestContext, sent: Sent): Promise<void> {
  if (sent.page.lacks === undefined) return deliver(context, ctx, sent);
  const patience = patienceOf(context, ctx);
  const { page, forward = 'miss' } = sent;
  const whole = await furtherPage(context, ctx, { page, patience });
  if (whole === 'gone') {
    if (ctx.state.live === undefined) ctx.respond = false;
    return;
  }
  if (whole !== 'late') return deliver(context, ctx, { ...sent, page: whole });
  if (patience.later) return accept(context, ctx, { page, forward });
  throw searchTimeout(patience.seconds);
}

function deliver(context: AppContext, ctx: RequestContext, { page, way, refreshing, forward = 'miss' }: Sent): void {
  const { query, startedAt } = ctx.state;
  const { head, jobs, gone = 0 } = page;
  const now = context.now().getTime();
  const tookMs = performance.now() - startedAt;
  ctx.set('Cache-Status', cacheStatus({ way, head, refreshing, now, forward }));
  const body = answer({ query, head, jobs, gone, way, refreshing, now, tookMs });
  if (ctx.state.live !== undefined) ctx.state.live.finish(body);
  else {
    ctx.set('Content-Type', 'application/json; charset=utf-8');
    ctx.body = body;
  }
  const outcome = way === 'hit' ? 'cached' : 'collected';
  context.counts.add(ctx, { outcome, place: head.place, tookMs, caller: ctx.state.caller.bucket });
}

/** Every source failed and nothing older is held: an error, never an empty list. */
function sourcesFailed(head: DocumentHead, now: number): Problem {
  const seconds = Math.max(1, Math.ceil((head.recheckAt - now) / 1000));
  const failed = head.sources.filter(({ status }) => status !== 'ok').length;
  return retryLater('sources-failed', seconds, {
    detail: `${failed} of ${head.sources.length} sources failed and no earlier answer is kept for this search.`,
    members: { retryAfterSeconds: seconds, sources: head.sources },
  });
}

function searchTimeout(seconds: number): Problem {
  return retryLater('search-timeout', lookAgainSeconds, {
    detail: `Nothing was ready after ${seconds} seconds. The search goes on: the same request in ${lookAgainSeconds} seconds will find its answer.`,
  });
}
