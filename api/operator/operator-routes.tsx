/** Admin-port routes for operators: `/admin`, `/admin/searches`, `/admin/figures`, and their data for programs. */
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { Queue } from 'bullmq';
import type { Context, Middleware } from 'koa';
import type { ComponentChildren } from 'preact';
import { isOwnPage } from '../../shared/admin/admin-app.js';
import {
  readSourceOutcome,
  type SourceRequest,
  sendSourceRequest,
  sourceRequestSchema,
} from '../../shared/admin/source-requests.js';
import type { Config } from '../../shared/config.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { readBoardFigures } from '../../shared/schedule/board-figures.js';
import type { GeoStats } from '../../shared/stats/geo-stats.js';
import { findIllFormed } from '../../shared/words/text.js';
import { accountUsageCsv, listAccountUsage, listUsage, usageCsv, usageJson } from '../auth/usage-rows.js';
import type { StatsAnswers } from '../geo-stats/geo-stats.js';
import { readStatsQuery } from '../geo-stats/write-answer.js';
import type { Pages } from '../pages/pages.js';
import { listSearchRuns, listWatchesOf, readOverview } from './operator-data.js';
import { writeOperatorPage } from './operator-page.js';
import { FiguresView, OverviewView, SearchesView } from './operator-views.js';
import { readSourceRows, type SourceState, selectRows, sourceStates } from './source-rows.js';

/** Maximum body size in bytes; longer ones are refused. */
const longestBody = 10_000;

/** The JSON body of a request; `null` if it is missing, too long, invalid or contains malformed Unicode. */
export async function readOperatorBody(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    // The rest is read all the same: a body that is left unread holds up the next request of its connection.
    if (length <= longestBody) parts.push(part);
  }
  if (length > longestBody) return null;
  try {
    const body: unknown = JSON.parse(Buffer.concat(parts).toString());
    return findIllFormed(body) === null ? body : null;
  } catch {
    // The caller reports the expected form.
    return null;
  }
}

type OperatorContext = {
  redis: RedisConnection;
  now: () => Date;
  stats: StatsAnswers;
  config: Pick<Config, 'PUBLIC_URL'>;
  /** For pages of this service. */
  port: number;
};

const policy =
  "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** All routes require the token of the admin port. Changes are queued for the workers; `Location` has the outcome. */
export function operatorRoutes(
  context: OperatorContext,
  queues: readonly Queue[],
  { edition, files }: Pick<Pages, 'edition' | 'files'>,
): Middleware {
  const { redis, now, stats, config, port } = context;
  const overview = (ctx: Context) => readOverview({ redis, queues, now: now(), keysFrom: queryOf(ctx, 'keys') });
  const send = (ctx: Context, title: string, main: ComponentChildren): void => {
    ctx.set({ 'Content-Security-Policy': policy, 'Referrer-Policy': 'same-origin' });
    ctx.type = 'html';
    ctx.body = writeOperatorPage({ path: ctx.path, title, edition, main });
  };
  const views = new Map<string, (ctx: Context) => Promise<void> | void>([
    [
      '/admin',
      async (ctx) => {
        const boards = `${config.PUBLIC_URL || `http://${ctx.hostname}:${port}`}/boards`;
        send(ctx, 'Overview', <OverviewView overview={await overview(ctx)} now={now()} boards={boards} />);
      },
    ],
    [
      '/admin/searches',
      async (ctx) => {
        const id = queryOf(ctx, 'id').trim();
        send(ctx, 'Searches', <SearchesView id={id} found={await listSearchRuns(redis, id)} now={now()} />);
      },
    ],
    [
      '/admin/figures',
      async (ctx) => {
        const days = queryOf(ctx, 'days');
        const { body } = await stats.answer(readStatsQuery(days === '' ? { hours: '24' } : { days }));
        send(ctx, 'Figures', <FiguresView stats={JSON.parse(String(body)) as GeoStats} days={days} />);
      },
    ],
    [
      '/admin/overview',
      async (ctx) => {
        ctx.body = await overview(ctx);
      },
    ],
    [
      '/admin/sources',
      async (ctx) => {
        ctx.body = await listSources(ctx, context);
      },
    ],
    ['/admin/usage', (ctx) => sendUsage(ctx, context)],
    ['/admin/usage.csv', (ctx) => sendUsage(ctx, context)],
    [
      '/admin/searches/runs',
      async (ctx) => {
        ctx.body = await listSearchRuns(redis, queryOf(ctx, 'id'));
      },
    ],
    [
      '/admin/watches',
      async (ctx) => {
        ctx.body = await listWatchesOf(redis, queryOf(ctx, 'owner'));
      },
    ],
  ]);
  return async (ctx, next) => {
    const [, part, name = ''] = /^\/pages\/([\w-]+)\/([\w.-]+)$/.exec(ctx.path) ?? [];
    const file = part === edition ? files.get(name) : undefined;
    if (ctx.path === '/') ctx.redirect('/admin');
    else if (file !== undefined) Object.assign(ctx, file);
    else if (ctx.path !== '/admin' && !ctx.path.startsWith('/admin/')) await next();
    else if (ctx.method !== 'GET' && ctx.method !== 'HEAD') await change(ctx, context);
    else if (ctx.path.startsWith('/admin/requests/')) await sendOutcome(ctx, redis);
    else await (views.get(ctx.path) ?? unknownPath)(ctx);
  };
}

const unknownPath = (ctx: Context): void =>
  problem(ctx, 404, 'See docs/guides/monitoring.md for the paths of this port.');

async function change(ctx: Context, context: OperatorContext): Promise<void> {
  if (!isOwnPage(ctx)) return problem(ctx, 403, 'Only a page of this port, or a program, may change sources.');
  const request = await readRequest(ctx);
  if (request !== null) await accept(ctx, context, request);
}

function problem(ctx: Context, status: number, detail: string): void {
  ctx.status = status;
  ctx.body = { detail };
}

async function listSources(ctx: Context, { redis, now }: OperatorContext): Promise<object> {
  const state = sourceStates.find((each): each is SourceState => each === queryOf(ctx, 'state')) ?? null;
  const [rows, progress] = await Promise.all([readSourceRows(redis, now()), readBoardFigures(redis, now())]);
  const page = Number.parseInt(queryOf(ctx, 'page'), 10);
  return {
    progress,
    ...selectRows(rows, { state, text: queryOf(ctx, 'q'), page: Number.isNaN(page) ? 1 : page }),
  };
}

/** A parameter of the address; `''` = not given. */
const queryOf = (ctx: Context, name: string): string => ([ctx.query[name] ?? ''].flat()[0] ?? '').slice(0, 200);

/** `/admin/usage` and `/admin/usage.csv`: usage over the last `days`, by key or with `by=account`; streamed. */
async function sendUsage(ctx: Context, { redis, now }: Pick<OperatorContext, 'redis' | 'now'>): Promise<void> {
  // Without Redis the answer would end after its status has been sent.
  await redis.ping();
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

/** The action that a POST body names. */
const bodyActions = new Map([
  ['/admin/sources', 'add'],
  ['/admin/sources/pause', 'pause-all'],
  ['/admin/sources/resume', 'resume-all'],
] as const);

/** The expected body of each action. */
const expectedBodies = {
  add: '{"address": "…"} with at most 2,000 characters of well-formed Unicode',
  'pause-all': '{"kind": "lever"}, or {"kind": null} for all sources',
  'resume-all': '{"kind": "lever"}, or {"kind": null} for all sources',
};

/**
 * POST /admin/sources {address}, POST /admin/sources/pause and …/resume {kind}, DELETE /admin/sources/{id}, POST
 * /admin/sources/{id}/pause, …/resume and …/try.
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
    unknownPath(ctx);
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
