import { Readable } from 'node:stream';
import type { Queue } from 'bullmq';
import type { Context, Middleware } from 'koa';
import { isOwnPage } from '../../shared/admin/own-page.js';
import {
  readSourceOutcome,
  type SourceRequest,
  sendSourceRequest,
  sourceRequestSchema,
} from '../../shared/admin/source-requests.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { accountUsageCsv, listAccountUsage, listUsage, usageCsv, usageJson } from '../auth/usage-rows.js';
import type { StatsAnswers } from '../geo-stats/geo-stats.js';
import { readStatsQuery } from '../geo-stats/read-stats-query.js';
import { readOverview } from './overview.js';
import { readOperatorBody } from './read-body.js';
import { searchCatalogue } from './search-catalogue.js';
import { listSearchRuns } from './search-rows.js';
import { readSourceTable, type SourceState, type SourceTable, selectRows, sourceStates } from './source-rows.js';
import { listWatchesOf } from './watch-rows.js';

type OperatorContext = { redis: RedisConnection; now: () => Date; stats: StatsAnswers };

/** How long the table of sources is kept: the page asks every few seconds, perhaps in several windows. */
const tableMs = 1500;

/** Files of the operator's page by name, as `readPages` returns them. */
type PageFiles = { edition: string; files: ReadonlyMap<string, { type: string; body: Buffer }> };

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const pagesByPath: ReadonlyMap<string, string> = new Map([
  ['/admin', 'admin.html'],
  ['/admin/catalogue', 'admin-catalogue.html'],
  ['/admin/searches', 'admin-searches.html'],
  ['/admin/figures', 'admin-figures.html'],
]);

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
    const page = pagesByPath.get(ctx.path);
    if (page !== undefined) {
      ctx.set('Content-Security-Policy', policy);
      sendFile(ctx, files.get(page));
    } else if (ctx.path === '/admin/catalogue/boards') ctx.body = searchCatalogue(ctx);
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
    else if (!(await read(ctx))) problem(ctx, 404, 'See docs/guides/monitoring.md for what this port offers.');
  };
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

/** What a POST to an address asks for by its body. */
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
 * page, dryRun}, DELETE /admin/sources/{id}, POST /admin/sources/{id}/pause and …/resume.
 */
async function readRequest(ctx: Context): Promise<SourceRequest | null> {
  const [, id, change] = /^\/admin\/sources\/([a-z0-9-]{1,40})(?:\/(pause|resume))?$/.exec(ctx.path) ?? [];
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
