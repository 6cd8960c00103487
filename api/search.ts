import { randomUUID } from 'node:crypto';
import { type Problem, retryLater } from '../shared/problem.js';
import { searchKey, subjectOf } from '../shared/query.js';
import { addOnce, type SearchJob } from '../shared/queues.js';
import { type DocumentHead, type DocumentPage, readDocument } from '../shared/search-document.js';
import { answer, cacheStatus, type Way } from './answer.js';
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
  const gone = new AbortController();
  ctx.res.once('close', () => gone.abort());
  const outcome = await house.waits.wait(job, held.head, { patienceMs: patience * 1000, signal: gone.signal });
  if (outcome === 'broken') throw new Error(`The run of ${job.key} broke; the worker's log has the cause.`);

  const count = Number(query.limit);
  const page = await readDocument(house.redis, job.key, { from: Number(query.page) * count, count });
  const { head } = page;
  const verdict = judge(head, house.now().getTime(), house.sourcesPrint());
  if (head === null || verdict === 'none') throw searchTimeout(patience);
  if (head.state === 'failed') throw sourcesFailed(head, house.now().getTime());
  const isOld = outcome === 'patience over' && head.state === 'complete' && head.version === held.head?.version;
  const way: Way = head.state === 'growing' ? 'partial' : isOld ? 'hit' : joined ? 'collapsed' : 'miss';
  send(house, ctx, { page: { ...page, head }, way, refreshing: isOld });
}

/** Seconds this request waits: the client's wish within the server's limit, else the server's patience. */
function patienceOf({ config }: House, ctx: Visit): number {
  const wished = preferredWait(ctx.get('Prefer'), config.SEARCH_WAIT_MAX_SECONDS);
  if (wished === null) return config.SEARCH_WAIT_SECONDS;
  ctx.set('Preference-Applied', `wait=${wished}`);
  return wished;
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
