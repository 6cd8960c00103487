import { randomUUID } from 'node:crypto';
import { type Problem, retryLater } from '../shared/problem.js';
import { searchKey, subjectOf } from '../shared/query.js';
import { addOnce, jobId, priorities, type SearchJob } from '../shared/queues.js';
import { type DocumentHead, type DocumentPage, readDocument } from '../shared/search-document.js';
import { answer, cacheStatus, type Forward, type Way } from './answer.js';
import { collectFor } from './collect-for.js';
import { type Demand, readDemand } from './demand.js';
import type { Door, House, Visit } from './house.js';
import { judge } from './judge.js';
import { preferredWait } from './prefer.js';

/** How soon a client that gave up waiting should look again. */
const lookAgainSeconds = 5;

/** POST /api/jobs/search: what is held and fresh at once, what is stale at once and refreshed behind, else collected. */
export function search(house: House): Door {
  return async function search(ctx) {
    try {
      await answerSearch(house, ctx);
    } catch (error) {
      house.counts.add(ctx, { outcome: 'failed', place: '', tookMs: performance.now() - ctx.state.startedAt });
      throw error;
    }
  };
}

async function answerSearch(house: House, ctx: Visit): Promise<void> {
  const held = await ctx.state.held;
  const verdict = judge(held.head, house.now().getTime(), house.sourcesPrint());
  const demand = readDemand(ctx.get('Cache-Control'), ctx.state.caller, house.now());
  if (demand !== null && (held.head?.collectedAt ?? 0) <= demand.newerThan)
    return collectFirst(house, ctx, { held, demand });
  if (held.head === null || verdict === 'none' || verdict === 'wanting')
    return collectFirst(house, ctx, { held, demand: null });
  if (verdict === 'failed') throw sourcesFailed(held.head, house.now().getTime());
  const refreshing = verdict === 'stale' && (await refresh(house, ctx));
  send(house, ctx, { page: { ...held, head: held.head }, way: 'hit', refreshing });
}

/** Has a new copy made behind the answer, unless the caller has as many searches under way as its plan allows. */
async function refresh(house: House, ctx: Visit): Promise<boolean> {
  const job = { ...jobFor(ctx, null), priority: priorities.refresh };
  const place = await house.underWay.take(ctx.state.caller, jobId(job));
  if (place.taken) await addOnce(house.searches, job);
  return place.taken;
}

function jobFor({ state: { query, requestId, caller } }: Visit, demand: Demand | null): SearchJob {
  const key = searchKey(query);
  const { priority } = caller;
  const job = { v: 1, key, subject: subjectOf(query), requestId, runId: randomUUID(), priority } as const;
  if (demand === null) return { ...job, newerThan: 0 };
  // Those who ask for collections of one age share a run, apart from those who take any that is fresh.
  return { ...job, newerThan: demand.newerThan, id: `${key}.${demand.maxAgeSeconds}` };
}

type KnownPage = DocumentPage & { head: DocumentHead };

/** Has the search run and waits for it, no longer than the client will; then answers with the best there is. */
async function collectFirst(
  house: House,
  ctx: Visit,
  { held, demand }: { held: DocumentPage; demand: Demand | null },
): Promise<void> {
  const { query } = ctx.state;
  const job = jobFor(ctx, demand);
  const patience = patienceOf(house, ctx);
  const joined = house.waits.isWaiting(jobId(job)) || (demand === null && held.running !== null);
  const gone = new AbortController();
  ctx.res.once('close', () => gone.abort());
  const limits = { patienceMs: patience * 1000, signal: gone.signal };
  const outcome = await collectFor(house, ctx, { job, former: held.head, limits });
  if (outcome === 'broken') throw new Error(`The run of ${job.key} broke; the worker's log has the cause.`);

  const count = Number(query.limit);
  const page = await readDocument(house.redis, job.key, { from: Number(query.page) * count, count });
  const { head } = page;
  const verdict = judge(head, house.now().getTime(), house.sourcesPrint());
  if (head === null || verdict === 'none') throw searchTimeout(patience);
  if (head.state === 'failed') throw sourcesFailed(head, house.now().getTime());
  const isOld = outcome === 'patience over' && head.state === 'complete' && head.version === held.head?.version;
  const way: Way = head.state === 'growing' ? 'partial' : isOld ? 'hit' : joined ? 'collapsed' : 'miss';
  send(house, ctx, { page: { ...page, head }, way, refreshing: isOld, forward: demand === null ? 'miss' : 'request' });
}

/** Seconds this request waits: the client's wish within the server's limit, else the server's patience. */
function patienceOf({ config }: House, ctx: Visit): number {
  const wished = preferredWait(ctx.get('Prefer'), config.SEARCH_WAIT_MAX_SECONDS);
  if (wished === null) return config.SEARCH_WAIT_SECONDS;
  ctx.set('Preference-Applied', `wait=${wished}`);
  return wished;
}

type Sent = { page: KnownPage; way: Way; refreshing: boolean; forward?: Forward };

function send(house: House, ctx: Visit, { page, way, refreshing, forward = 'miss' }: Sent): void {
  const { query, startedAt } = ctx.state;
  const { head, jobs } = page;
  const now = house.now().getTime();
  const tookMs = performance.now() - startedAt;
  ctx.set('Cache-Status', cacheStatus({ way, head, refreshing, now, forward }));
  ctx.set('Content-Type', 'application/json; charset=utf-8');
  ctx.body = answer({ query, head, jobs, way, refreshing, now, tookMs });
  house.counts.add(ctx, { outcome: way === 'hit' ? 'cached' : 'collected', place: head.place, tookMs });
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
