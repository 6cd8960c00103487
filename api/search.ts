import { randomUUID } from 'node:crypto';
import { type Problem, retryLater } from '../shared/problem.js';
import { searchKey, subjectOf } from '../shared/query.js';
import { addOnce, type SearchJob } from '../shared/queues.js';
import { type DocumentHead, type DocumentPage, readDocument } from '../shared/search-document.js';
import { accept, lookAgainSeconds } from './accept.js';
import { answer, cacheStatus, type Way } from './answer.js';
import type { Door, House, Visit } from './house.js';
import { judge } from './judge.js';
import { readPreferences } from './prefer.js';
import type { WaitOutcome } from './wait.js';

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
  if (held.head === null || verdict === 'none' || verdict === 'wanting') return collectFirst(house, ctx, held);
  if (verdict === 'failed') throw sourcesFailed(held.head, house.now().getTime());
  if (verdict === 'stale') await addOnce(house.searches, jobFor(ctx));
  send(house, ctx, { page: { ...held, head: held.head }, way: 'hit', refreshing: verdict === 'stale' });
}

function jobFor({ state: { query, requestId } }: Visit): SearchJob {
  return { v: 1, key: searchKey(query), subject: subjectOf(query), requestId, runId: randomUUID() };
}

type KnownPage = DocumentPage & { head: DocumentHead };

/** Has the search run and waits for it, no longer than the client will; then answers with the best there is. */
async function collectFirst(house: House, ctx: Visit, held: DocumentPage): Promise<void> {
  const { query } = ctx.state;
  const job = jobFor(ctx);
  const patience = patienceOf(house, ctx);
  const joined = house.waits.isWaiting(job.key) || held.running !== null;
  await ctx.state.live?.begin(held, joined);
  const outcome = await runAndWait(house, ctx, { job, former: held.head, seconds: patience.seconds });
  if (outcome === 'broken') throw new Error(`The run of ${job.key} broke; the worker's log has the cause.`);
  if (outcome === 'gone' && ctx.state.live !== undefined) return;

  const count = Number(query.limit);
  const page = await readDocument(house.redis, job.key, { from: Number(query.page) * count, count });
  const { head } = page;
  ctx.state.live?.report(page);
  const verdict = judge(head, house.now().getTime(), house.sourcesPrint());
  if (head === null || verdict === 'none' || isBare(head)) {
    if (patience.later) return accept(house, ctx, page);
    throw searchTimeout(patience.seconds);
  }
  if (head.state === 'failed') throw sourcesFailed(head, house.now().getTime());
  const isOld = outcome !== 'settled' && head.state === 'complete' && head.version === held.head?.version;
  const way: Way = head.state === 'growing' ? 'partial' : isOld ? 'hit' : joined ? 'collapsed' : 'miss';
  send(house, ctx, { page: { ...page, head }, way, refreshing: isOld });
}

type Waiting = { job: SearchJob; former: DocumentHead | null; seconds: number };

/** Has the search run and waits for it; who has no time only sees to it that it runs. `gone`: the client hung up. */
async function runAndWait(house: House, { res, state }: Visit, run: Waiting): Promise<WaitOutcome | 'gone'> {
  const { job, former, seconds } = run;
  if (seconds === 0) {
    await addOnce(house.searches, job);
    return 'patience over';
  }
  const gone = new AbortController();
  const hangUp = () => gone.abort();
  res.once('close', hangUp);
  if (res.closed) hangUp();
  const heard = state.live === undefined ? {} : { heard: state.live.heard };
  try {
    const limits = { patienceMs: seconds * 1000, signal: gone.signal, ...heard };
    const outcome = await house.waits.wait(job, former, limits);
    return gone.signal.aborted ? 'gone' : outcome;
  } finally {
    res.off('close', hangUp);
  }
}

/** No source has given anything yet, so that there is nothing to answer with. */
function isBare({ state, collectedAt }: DocumentHead): boolean {
  return state === 'growing' && collectedAt === null;
}

/** How long this request waits, and whether it takes a 202 when nothing is ready by then. */
type Patience = { seconds: number; later: boolean };

/** The client's wish within the server's limit, else the server's patience. Who follows live is never sent away. */
function patienceOf({ config }: House, ctx: Visit): Patience {
  const { waitSeconds, respondAsync } = readPreferences(ctx.get('Prefer'), config.SEARCH_WAIT_MAX_SECONDS);
  const later = respondAsync && ctx.state.live === undefined;
  if (waitSeconds !== null) ctx.set('Preference-Applied', `wait=${waitSeconds}`);
  else if (later) ctx.set('Preference-Applied', 'respond-async');
  return { seconds: waitSeconds ?? (later ? 0 : config.SEARCH_WAIT_SECONDS), later };
}

function send(
  house: House,
  ctx: Visit,
  { page, way, refreshing }: { page: KnownPage; way: Way; refreshing: boolean },
): void {
  const { query, startedAt } = ctx.state;
  const { head, jobs } = page;
  const now = house.now().getTime();
  const tookMs = performance.now() - startedAt;
  ctx.set('Cache-Status', cacheStatus({ way, head, refreshing, now }));
  const body = answer({ query, head, jobs, way, refreshing, now, tookMs });
  if (ctx.state.live !== undefined) ctx.state.live.finish(body);
  else {
    ctx.set('Content-Type', 'application/json; charset=utf-8');
    ctx.body = body;
  }
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
