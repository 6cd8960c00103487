import { type Problem, retryLater } from '../../shared/problems/problem.js';
import { addOnce, jobId, priorities } from '../../shared/queue/queues.js';
import { isRedisFull } from '../../shared/redis/redis-away.js';
import type { DocumentHead, DocumentPage } from '../../shared/search/search-document.js';
import type { Door, House, Visit } from '../context.js';
import { queueUnreachable, redisFull } from '../middleware/problems.js';
import { answer, cacheStatus, type Forward, type Way } from './answer.js';
import { admit, type Patience, searchRefused } from './enforce-admission.js';
import type { Refusal } from './expected-wait.js';
import { judge } from './freshness.js';
import { furtherPage, type KnownPage } from './further-page.js';
import { readPreferences } from './prefer.js';
import { type Demand, readDemand } from './request-cache-control.js';
import { accept, lookAgainSeconds } from './respond-accepted.js';
import { collectFor, takePlace } from './run-for-caller.js';
import { jobFor } from './search-job.js';

/** POST /api/jobs/search: what is held and fresh at once, what is stale at once and refreshed behind, else collected. */
export function search(house: House): Door {
  return async function search(ctx) {
    try {
      await answerSearch(house, ctx);
    } catch (error) {
      const tookMs = performance.now() - ctx.state.startedAt;
      house.counts.add(ctx, { outcome: 'failed', place: '', tookMs, caller: ctx.state.caller.bucket });
      throw error;
    }
  };
}

async function answerSearch(house: House, ctx: Visit): Promise<void> {
  house.asked.add(ctx.state.searchKey, ctx.state.query, ctx.state.caller);
  const held = await ctx.state.held;
  const verdict = judge(held.head, house.now().getTime(), house.sourcesPrint());
  const demand = readDemand(ctx.get('Cache-Control'), ctx.state.caller, house.now());
  if (demand !== null && (held.head?.collectedAt ?? 0) <= demand.newerThan)
    return collectOrHeld(house, ctx, { held, demand });
  if (held.head === null || verdict === 'none' || verdict === 'wanting')
    return collectOrHeld(house, ctx, { held, demand: null });
  if (verdict === 'failed') throw sourcesFailed(held.head, house.now().getTime());
  const refreshing = verdict === 'stale' && (await refresh(house, ctx).catch(falseIfFull));
  await send(house, ctx, { page: { ...held, head: held.head }, way: 'hit', refreshing });
}

/** Has a new copy made behind the answer, unless the queue is full or the caller has all searches its plan allows under way. */
async function refresh(house: House, ctx: Visit): Promise<boolean> {
  const job = { ...jobFor(ctx, null), priority: priorities.refresh };
  if (!house.admission.hasRoom(job.priority)) return false;
  const place = await house.underWay.take(ctx.state.caller, jobId(job));
  if (place.taken) await addOnce(house.searches, job);
  return place.taken;
}

/** A full Redis takes no new copy, and the answer is given without one. */
function falseIfFull(error: unknown): false {
  if (isRedisFull(error)) return false;
  throw error;
}

/** Has the search run; while Redis is full, answers with what is held though it is not what was asked for. */
async function collectOrHeld(
  house: House,
  ctx: Visit,
  { held, demand }: { held: DocumentPage; demand: Demand | null },
): Promise<void> {
  try {
    await collectFirst(house, ctx, { held, demand });
  } catch (error) {
    const page = isRedisFull(error) ? usablePage(house, held) : null;
    if (page === null) throw error;
    ctx.remove('Preference-Applied');
    await send(house, ctx, { page, way: page.head.state === 'growing' ? 'partial' : 'hit', refreshing: false });
  }
}

/** What is held, if it is better than nothing. */
function usablePage(house: House, held: DocumentPage): KnownPage | null {
  const { head } = held;
  const verdict = judge(head, house.now().getTime(), house.sourcesPrint());
  return head === null || head.state === 'failed' || verdict === 'none' || isBare(head) ? null : { ...held, head };
}

/** Has the search run and waits for it, no longer than the client will; then answers with the best there is. */
async function collectFirst(
  house: House,
  ctx: Visit,
  { held, demand }: { held: DocumentPage; demand: Demand | null },
): Promise<void> {
  const job = jobFor(ctx, demand);
  const patience = patienceOf(house, ctx);
  const joined = house.waits.isWaiting(jobId(job)) || (demand === null && held.running !== null);
  const refusal = joined ? null : await admit(house, job, patience);
  if (refusal !== null) return answerHeld(house, ctx, { held, refusal, patience });
  const forward = demand === null ? 'miss' : 'request';
  const place = await takePlace(house, ctx, job);
  await ctx.state.live?.begin(held, { joined, forward });
  const { outcome, page } = await collectFor(house, ctx, { job, place, former: held.head, seconds: patience.seconds });
  if (patience.seconds === 0) return answerNow(house, ctx, { held, forward });
  if (outcome === 'full') throw redisFull();
  if (outcome === 'unavailable') throw queueUnreachable(new Error(`The run of ${job.key} lost Redis.`));
  if (outcome === 'broken') throw new Error(`The run of ${job.key} broke; the worker's log has the cause.`);
  if (outcome === 'gone') {
    // Nobody is left to answer; the search goes on for the cache.
    if (ctx.state.live === undefined) ctx.respond = false;
    return;
  }
  const settled = outcome === 'settled';
  const best = page ?? (await house.readTogether(ctx));
  await answerCollected(house, ctx, { held, joined, forward, patience, settled, page: best });
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
  house: House,
  ctx: Visit,
  { held, joined, forward, patience, settled, page }: Collected,
): Promise<void> {
  const { head } = page;
  ctx.state.live?.report(page);
  // The run that was waited for says so itself, however long that holds.
  if (head?.state === 'failed' && settled) throw sourcesFailed(head, house.now().getTime());
  const verdict = judge(head, house.now().getTime(), house.sourcesPrint());
  if (head === null || verdict === 'none' || isBare(head)) {
    if (patience.later) return accept(house, ctx, { page, forward });
    throw searchTimeout(Math.min(patience.seconds, Math.ceil((performance.now() - ctx.state.startedAt) / 1000)));
  }
  if (head.state === 'failed') throw sourcesFailed(head, house.now().getTime());
  const isOld = !settled && head.state === 'complete' && head.version === held.head?.version;
  const way: Way = head.state === 'growing' ? 'partial' : isOld ? 'hit' : joined ? 'collapsed' : 'miss';
  await send(house, ctx, { page: { ...page, head }, way, refreshing: isOld, forward });
}

/** Answers with what was held when the request came, while a new copy is made behind it; with nothing held, 202. */
async function answerNow(
  house: House,
  ctx: Visit,
  { held, forward }: { held: DocumentPage; forward: Forward },
): Promise<void> {
  const { head } = held;
  const verdict = judge(head, house.now().getTime(), house.sourcesPrint());
  if (head === null || verdict === 'none' || head.state === 'failed' || isBare(head))
    return accept(house, ctx, { page: held, forward });
  const isOld = head.state !== 'growing';
  await send(house, ctx, { page: { ...held, head }, way: isOld ? 'hit' : 'partial', refreshing: isOld, forward });
}

/** Answers a search that was not let into the queue: at once, with what is held though it is not what was asked for. */
async function answerHeld(
  house: House,
  ctx: Visit,
  { held, refusal, patience }: { held: DocumentPage; refusal: Refusal; patience: Patience },
): Promise<void> {
  ctx.remove('Preference-Applied');
  const page = usablePage(house, held);
  house.metrics.refused(refusal.reason, page === null ? 'problem' : 'held');
  if (page === null) throw searchRefused(house, refusal, patience);
  const way = page.head.state === 'growing' ? 'partial' : 'hit';
  await send(house, ctx, { page, way, refreshing: false });
}

/** No source has given anything yet, so that there is nothing to answer with. */
function isBare({ state, collectedAt }: DocumentHead): boolean {
  return state === 'growing' && collectedAt === null;
}

/** The client's wish within the server's limit, else the server's patience. Who follows live is never sent away. */
function patienceOf({ config }: House, ctx: Visit): Patience {
  const { waitSeconds, respondAsync } = readPreferences(ctx.get('Prefer'), config.SEARCH_WAIT_MAX_SECONDS);
  const later = respondAsync && ctx.state.live === undefined;
  if (waitSeconds !== null) ctx.set('Preference-Applied', `wait=${waitSeconds}`);
  else if (later) ctx.set('Preference-Applied', 'respond-async');
  return { seconds: waitSeconds ?? (later ? 0 : config.SEARCH_WAIT_SECONDS), later };
}

type Sent = { page: KnownPage; way: Way; refreshing: boolean; forward?: Forward };

/** Answers with a page of a document; records it lacks are made first. */
async function send(house: House, ctx: Visit, sent: Sent): Promise<void> {
  if (sent.page.lacks === undefined) return deliver(house, ctx, sent);
  const patience = patienceOf(house, ctx);
  const { page, forward = 'miss' } = sent;
  const whole = await furtherPage(house, ctx, { page, patience });
  if (whole === 'gone') {
    if (ctx.state.live === undefined) ctx.respond = false;
    return;
  }
  if (whole !== 'late') return deliver(house, ctx, { ...sent, page: whole });
  if (patience.later) return accept(house, ctx, { page, forward });
  throw searchTimeout(patience.seconds);
}

function deliver(house: House, ctx: Visit, { page, way, refreshing, forward = 'miss' }: Sent): void {
  const { query, startedAt } = ctx.state;
  const { head, jobs, gone = 0 } = page;
  const now = house.now().getTime();
  const tookMs = performance.now() - startedAt;
  ctx.set('Cache-Status', cacheStatus({ way, head, refreshing, now, forward }));
  const body = answer({ query, head, jobs, gone, way, refreshing, now, tookMs });
  if (ctx.state.live !== undefined) ctx.state.live.finish(body);
  else {
    ctx.set('Content-Type', 'application/json; charset=utf-8');
    ctx.body = body;
  }
  const outcome = way === 'hit' ? 'cached' : 'collected';
  house.counts.add(ctx, { outcome, place: head.place, tookMs, caller: ctx.state.caller.bucket });
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
