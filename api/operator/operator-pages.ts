import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { Queue } from 'bullmq';
import type { Context, Middleware } from 'koa';
import { isOwnPage } from '../../shared/admin/admin-app.js';
import {
  knownOnPage,
  readSourceOutcome,
  type SourceRequest,
  sendSourceRequest,
  sourceRequestSchema,
} from '../../shared/admin/source-requests.js';
import { countKeys, oldestFirst, readKeyPage } from '../../shared/auth/key-store.js';
import { sumUsage, type UsageKind } from '../../shared/auth/key-usage.js';
import {
  catalogueCountryName,
  countriesOf,
  filterBoards,
  industriesOf,
  readKnownBoards,
  shownAddress,
} from '../../shared/catalogue/known-boards.js';
import { parseJson } from '../../shared/parse-json.js';
import { type FailedJob, readFailedJobs } from '../../shared/queue/job-states.js';
import { readQueueState } from '../../shared/queue/queues.js';
import { readWorkers } from '../../shared/queue/workers.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { redisKeys } from '../../shared/redis/redis-keys.js';
import { findSearchRuns, type SearchRequestNote, type SearchRun } from '../../shared/search/search-runs.js';
import {
  countWatchesOf,
  readPausedWatches,
  readWatchesOf,
  readWatchFigures,
  type StoredWatch,
  shownWatch,
} from '../../shared/watches/watch.js';
import { companySizes } from '../../shared/words/company-sizes.js';
import { findIllFormed } from '../../shared/words/find-ill-formed.js';
import { accountUsageCsv, listAccountUsage, listUsage, usageCsv, usageJson } from '../auth/usage-rows.js';
import type { StatsAnswers } from '../geo-stats/geo-stats.js';
import { readStatsQuery } from '../geo-stats/write-answer.js';
import { writeOperatorPage } from './operator-page.js';
import { readSourceTable, type SourceState, type SourceTable, selectRows, sourceStates } from './source-rows.js';

/** Longer bodies are not read. */
const longestBody = 10_000;

/** The JSON of a request's body; `null` when it is too long, none, or has a text that is no well-formed Unicode. */
export async function readOperatorBody(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > longestBody) return null;
    parts.push(part);
  }
  try {
    const body: unknown = JSON.parse(Buffer.concat(parts).toString());
    return findIllFormed(body) === null ? body : null;
  } catch {
    // The caller says what is expected.
    return null;
  }
}

/** A watch as the operator sees it: without its secret, and of its address only what is no secret of its owner. */
export function watchRow(watch: StoredWatch) {
  const { id, search, url, state, reason, createdAt, lastDeliveryAt } = shownWatch(watch);
  const { protocol, origin } = URL.canParse(url) ? new URL(url) : { protocol: '?', origin: 'null' };
  return {
    id,
    owner: watch.owner.replace(/^key:/, ''),
    state,
    reason,
    createdAt,
    lastDeliveryAt,
    search: Object.fromEntries(Object.entries(search).filter(([, value]) => value !== '')),
    address: origin === 'null' ? protocol : origin,
  };
}

/** The watches of the owner of a key, oldest first; at most as many as an owner may have. */
export const listWatchesOf = async (redis: RedisConnection, owner: string) => ({
  owner,
  watches: (await readWatchesOf(redis, `key:${owner}`)).map(watchRow),
});

/** Rows of a list at most. */
const mostRows = 100;

const time = (at: number): string => new Date(at).toISOString();

/** A run as the page shows it; times are ISO 8601, `waitedMs` is its time in the queue. */
const runRow = ({ queuedAt, startedAt, endedAt, ...run }: SearchRun) => ({
  ...run,
  queuedAt: time(queuedAt),
  startedAt: time(startedAt),
  endedAt: time(endedAt),
  waitedMs: Math.max(0, startedAt - queuedAt),
  tookMs: endedAt - startedAt,
});
const withTime = <Row extends SearchRequestNote | FailedJob>({ at, ...row }: Row) => ({ ...row, at: time(at) });

/**
 * The searches that workers ran lately and the jobs that failed, the latest first. With the `id` of a request, a trace or a search
 * only those of it, with the reports of its boards and the requests that it answered.
 */
async function listSearchRuns(redis: RedisConnection, id: string) {
  const [{ runs, requests }, failed] = await Promise.all([findSearchRuns(redis, id), readFailedJobs(redis)]);
  const rows = runs.slice(0, mostRows).map(runRow);
  if (id === '')
    return {
      runs: rows.map(({ sources: _sources, ...row }) => row),
      requests: [],
      failed: failed.slice(0, mostRows).map(withTime),
    };
  const ids = new Set([id, ...runs.flatMap(({ search, requestId }) => [search, requestId])]);
  return {
    runs: rows,
    requests: requests.slice(0, mostRows).map(withTime),
    failed: failed.filter((job) => ids.has(job.id) || ids.has(job.requestId ?? '')).map(withTime),
  };
}

/** One page of the catalogue's boards that `text`, `industry`, `size` and `country` choose, and what can be chosen. */
export function searchCatalogue({ query }: Pick<Context, 'query'>) {
  const one = (name: string): string => ([query[name] ?? ''].flat()[0] ?? '').slice(0, 200);
  const all = readKnownBoards();
  const found = filterBoards(all, {
    text: one('text'),
    industry: one('industry'),
    size: one('size'),
    country: one('country'),
  });
  const pages = Math.max(1, Math.ceil(found.length / knownOnPage));
  const asked = Number.parseInt(one('page'), 10);
  const page = Math.min(Math.max(1, Number.isNaN(asked) ? 1 : asked), pages);
  return {
    all: all.length,
    total: found.length,
    page,
    pages,
    boards: found
      .slice((page - 1) * knownOnPage, page * knownOnPage)
      .map((board) => ({ ...board, shown: shownAddress(board) })),
    industries: industriesOf(all).sort(),
    sizes: companySizes,
    countries: countriesOf(all)
      .map((code) => ({ code, name: catalogueCountryName(code) }))
      .sort((a, b) => a.name.localeCompare(b.name, 'en')),
  };
}

/**
 * Queues, workers, scheduled searches, watches and a page of the keys, as the operator's page shows them. No secret is in it.
 * `keysFrom`: where the page of keys begins, as the one before says.
 */
async function readOverview({
  redis,
  queues,
  now,
  keysFrom,
}: {
  redis: RedisConnection;
  queues: readonly Queue[];
  now: Date;
  keysFrom: string;
}) {
  const [states, workers, warm, page, keyCount, watches, paused] = await Promise.all([
    Promise.all(
      queues.map(async (queue) => ({
        name: queue.name.replace(/^\{?js:|\}$/g, ''),
        ...(await readQueueState(queue, now)),
      })),
    ),
    readWorkers(redis, now),
    redis.hgetall(redisKeys.warmRuns),
    readKeyPage(redis, /^\d{1,20}$/.test(keysFrom) ? keysFrom : '0'),
    countKeys(redis),
    readWatchFigures(redis, now),
    readPausedWatches(redis),
  ]);
  const keys = oldestFirst(page.keys);
  const ids = keys.map(({ id }) => id);
  const sums = (kind: UsageKind): Promise<number[]> => sumUsage(redis, { ids, kind, days: 30, now });
  const owners = keys.map(({ owner }) => `key:${owner}`);
  const [counts, searches, refused] = await Promise.all([
    countWatchesOf(redis, owners),
    sums('searches'),
    sums('refused'),
  ]);
  return {
    queues: states,
    workers: workers.map(({ id, alive, queues: taken, running, finished, sources, sourceCount = sources.length }) => ({
      id,
      alive,
      queues: taken,
      running,
      finished,
      sources: sourceCount,
    })),
    warm: Object.entries(warm).map(([name, text]) => ({ name, ...(parseJson(text, name) as object) })),
    watches: { ...watches, pausedWatches: paused.map(watchRow) },
    keyCount,
    nextKeys: page.next,
    keys: keys.map(({ id, name, account = null, plan, lastUsedAt, revokedAt }, at) => ({
      id,
      name,
      account,
      plan,
      revoked: revokedAt !== undefined,
      watches: counts[at] ?? 0,
      searches: searches[at] ?? 0,
      refused: refused[at] ?? 0,
      lastUsedAt: lastUsedAt === null ? null : new Date(lastUsedAt).toISOString(),
    })),
  };
}

type OperatorContext = { redis: RedisConnection; now: () => Date; stats: StatsAnswers };

/** How long the table of sources is kept: the page requests it every few seconds, perhaps in several windows. */
const tableMs = 1500;

/** Files of the operator's page by name, as `readPages` returns them. */
type PageFiles = { edition: string; files: ReadonlyMap<string, { type: string; body: Buffer }> };

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** The operator's pages `/admin`, `/admin/catalogue`, `/admin/searches` and `/admin/figures` and the interface they use, behind the token of the admin port. */
export function operatorPages(
  { redis, now, stats }: OperatorContext,
  queues: readonly Queue[],
  { edition, files }: PageFiles,
): Middleware {
  let table: { at: number; reading: Promise<SourceTable> } | null = null;
  const readTable = (): Promise<SourceTable> => {
    const at = performance.now();
    if (table === null || at - table.at > tableMs) table = { at, reading: readSourceTable(redis, now()) };
    table.reading.catch(() => {
      table = null;
    });
    return table.reading;
  };

  const read = async (ctx: Context): Promise<boolean> => {
    if (ctx.path === '/admin/catalogue/boards') ctx.body = searchCatalogue(ctx);
    else if (ctx.path === '/admin/overview')
      ctx.body = await readOverview({ redis, queues, now: now(), keysFrom: queryOf(ctx, 'keys') });
    else if (ctx.path === '/admin/geo-stats') {
      ctx.type = 'json';
      ctx.body = (await stats.answer(readStatsQuery(ctx.query))).body;
    } else if (ctx.path === '/admin/sources') ctx.body = await listSources(ctx, readTable);
    else if (ctx.path === '/admin/usage' || ctx.path === '/admin/usage.csv') sendUsage(ctx, { redis, now });
    else if (ctx.path === '/admin/searches/runs') ctx.body = await listSearchRuns(redis, queryOf(ctx, 'id'));
    else if (ctx.path === '/admin/watches') ctx.body = await listWatchesOf(redis, queryOf(ctx, 'owner'));
    else if (ctx.path.startsWith('/admin/requests/')) await sendOutcome(ctx, redis);
    else return false;
    return true;
  };
  const change = async (ctx: Context): Promise<void> => {
    if (!isOwnPage(ctx)) return problem(ctx, 403, 'Only a page of this port, or a program, may change sources.');
    const request = await readRequest(ctx);
    if (request === null) return;
    table = null;
    await accept(ctx, { redis, now }, request);
  };
  return async (ctx, next) => {
    const [, part, file] = /^\/pages\/([\w-]+)\/([\w.-]+)$/.exec(ctx.path) ?? [];
    const isPage = ctx.method === 'GET' && part === edition && file !== undefined;
    if (isPage) sendFile(ctx, files.get(file));
    else if (ctx.path === '/') ctx.redirect('/admin');
    else if (ctx.path !== '/admin' && !ctx.path.startsWith('/admin/')) await next();
    else if (ctx.method !== 'GET') await change(ctx);
    else if (!(files.size > 0 && sendPage(ctx, edition)) && !(await read(ctx)))
      problem(ctx, 404, 'See docs/guides/monitoring.md for what this port offers.');
  };
}

/** Sends the page at the path of a request; `false` = there is none. */
function sendPage(ctx: Context, edition: string): boolean {
  const page = writeOperatorPage(ctx.path, edition);
  if (page === null) return false;
  ctx.set({ 'Content-Security-Policy': policy, 'Cache-Control': 'no-cache' });
  ctx.type = 'html';
  ctx.body = page;
  return true;
}

function sendFile(ctx: Context, file: { type: string; body: Buffer } | undefined): void {
  if (file === undefined) {
    problem(ctx, 404, 'There is no such file: npm run build makes the pages.');
    return;
  }
  ctx.type = file.type;
  ctx.body = file.body;
}

function problem(ctx: Context, status: number, detail: string): void {
  ctx.status = status;
  ctx.body = { detail };
}

async function listSources(ctx: Context, readTable: () => Promise<SourceTable>): Promise<object> {
  const state = sourceStates.find((each): each is SourceState => each === queryOf(ctx, 'state')) ?? null;
  const { rows, progress } = await readTable();
  const page = Number.parseInt(queryOf(ctx, 'page'), 10);
  return {
    progress,
    ...selectRows(rows, { state, text: queryOf(ctx, 'q'), page: Number.isNaN(page) ? 1 : page }),
  };
}

/** A parameter of the address; `''` = not given. */
const queryOf = (ctx: Context, name: string): string => ([ctx.query[name] ?? ''].flat()[0] ?? '').slice(0, 200);

/** `/admin/usage` and `/admin/usage.csv`, of the last `days`, by key or with `by=account`; read while it is sent. */
function sendUsage(ctx: Context, { redis, now }: Pick<OperatorContext, 'redis' | 'now'>): void {
  const days = queryOf(ctx, 'days');
  const isJson = ctx.path === '/admin/usage';
  if (isJson) ctx.type = 'json';
  else {
    ctx.type = 'text/csv; charset=utf-8; header=present';
    ctx.attachment('usage.csv');
  }
  const texts = () => {
    if (queryOf(ctx, 'by') === 'account') {
      const rows = listAccountUsage(redis, days, now());
      return isJson ? usageJson(rows) : accountUsageCsv(rows);
    }
    const rows = listUsage(redis, days, now());
    return isJson ? usageJson(rows) : usageCsv(rows);
  };
  ctx.body = Readable.from(texts());
}

/** The action that the body of a POST names. */
const bodyActions = new Map([
  ['/admin/sources', 'add'],
  ['/admin/sources/pause', 'pause-all'],
  ['/admin/sources/resume', 'resume-all'],
  ['/admin/catalogue', 'add-known'],
] as const);

/** What is to be sent to each of them. */
const expectedBodies = {
  add: '{"address": "…"} with at most 2,000 characters of well-formed Unicode',
  'pause-all': '{"kind": "lever"}, or {"kind": null} for all sources',
  'resume-all': '{"kind": "lever"}, or {"kind": null} for all sources',
  'add-known': '{"text", "industry", "size", "country", "page", "dryRun"}',
};

/**
 * POST /admin/sources {address}, POST /admin/sources/pause and …/resume {kind}, POST /admin/catalogue {text, industry, size, country,
 * page, dryRun}, DELETE /admin/sources/{id}, POST /admin/sources/{id}/pause, …/resume and …/try.
 */
async function readRequest(ctx: Context): Promise<SourceRequest | null> {
  const [, id, change] = /^\/admin\/sources\/([a-z0-9-]{1,40})(?:\/(pause|resume|try))?$/.exec(ctx.path) ?? [];
  let request: unknown = null;
  const action = [...bodyActions].find(([path]) => path === ctx.path)?.[1];
  if (ctx.method === 'POST' && action !== undefined) {
    if (ctx.is('application/json') === false || ctx.is('application/json') === null) {
      problem(ctx, 415, 'Send the request as application/json.');
      return null;
    }
    const body = await readOperatorBody(ctx.req);
    request = body !== null && typeof body === 'object' ? { ...body, action } : null;
  } else if (ctx.method === 'DELETE' && id !== undefined && change === undefined) request = { action: 'remove', id };
  else if (ctx.method === 'POST' && change !== undefined) request = { action: change, id };
  else {
    problem(ctx, 404, 'See docs/guides/monitoring.md for what this port offers.');
    return null;
  }
  const read = sourceRequestSchema.safeParse(request);
  if (read.success) return read.data;
  problem(ctx, 400, `Send ${expectedBodies[action ?? 'add']}.`);
  return null;
}

async function accept(
  ctx: Context,
  { redis, now }: Pick<OperatorContext, 'redis' | 'now'>,
  request: SourceRequest,
): Promise<void> {
  const id = await sendSourceRequest(redis, request, now());
  if (id === null) return problem(ctx, 429, 'A hundred requests wait already: are workers running?');
  ctx.status = 202;
  ctx.set('Location', `/admin/requests/${id}`);
  ctx.body = { id, state: 'waiting' };
}

async function sendOutcome(ctx: Context, redis: RedisConnection): Promise<void> {
  const outcome = await readSourceOutcome(redis, ctx.path.slice('/admin/requests/'.length, 100));
  if (outcome === null) return problem(ctx, 404, 'There is no such request, or it is too long ago.');
  ctx.body = outcome;
}
