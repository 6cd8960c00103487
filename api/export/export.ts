import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { z } from 'zod';
import { csvCursor, csvHead } from '../../shared/export/csv.js';
import {
  bucketCount,
  type Cursor,
  type ExportChunk,
  type ExportFormat,
  type ExportJob,
  spanOf,
  writeCursor,
} from '../../shared/export/export-chunk.js';
import { continueExport, createExport, isCounted, noteSent } from '../../shared/export/export-store.js';
import { retryLater } from '../../shared/problems/problem.js';
import { payloadVersion, priorities } from '../../shared/queue/queues.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { redisKeys } from '../../shared/redis/redis-keys.js';
import { runScript } from '../../shared/redis/run-script.js';
import type { searchAnswerSchema } from '../../shared/search/result.js';
import type { Caller } from '../auth/request-windows.js';
import type { SearchMiddleware, SearchRequest } from '../search/search-context.js';
import { refuseDescriptions } from '../search/with-descriptions.js';
import { type ChunkContext, type ExportRequest, exportFormatFor, readExportBody, requestChunk } from './read-export.js';

/** A lease ends after this time unless a chunk renews it. */
const leaseMs = 120_000;

type ExportSlot = { renew(): Promise<void>; release(): Promise<void> };

/** Takes one of the caller's slots for streaming an export. Throws `too-many-exports` when all are taken. */
async function acquireExportSlot(
  redis: RedisConnection,
  { bucket, plan, exportsAtOnce }: Pick<Caller, 'bucket' | 'plan' | 'exportsAtOnce'>,
  now: () => Date,
): Promise<ExportSlot> {
  const key = redisKeys.exportsRunning(bucket);
  const lease = randomUUID();
  const at = now().getTime();
  const taken = String(
    await runScript(redis, 'limits/take-export-slot', {
      keys: { leases: key },
      args: { lease, now: at, leaseEnd: at + leaseMs, slots: exportsAtOnce },
    }),
  );
  if (taken !== '') {
    const seconds = Math.max(1, Math.min(30, Math.ceil((Number(taken) - at) / 1000)));
    throw retryLater('too-many-exports', seconds, {
      detail: `The ${plan} plan allows ${exportsAtOnce} exports at once. Try again in ${seconds} seconds.`,
      members: { plan, exportsAtOnce },
    });
  }
  return {
    async renew() {
      const until = now().getTime() + leaseMs;
      await redis.multi().zadd(key, String(until), lease).pexpireat(key, until).exec();
    },
    async release() {
      await redis.zrem(key, lease);
    },
  };
}

/** One response: its start, and the form of its chunks. */
type ExportStream = {
  begin: Cursor;
  /** Signs its cursors. */
  secret: string | null;
  format: ExportFormat;
  /** Approximate number of matching openings; determines how many buckets the first chunks have. */
  total: number;
  /** Whether later rounds can send changes. */
  followed: boolean;
  /** Whether lines have descriptions: adds a column to CSV. */
  isDescribed: boolean;
  /** Further members of the first line. */
  about: Record<string, unknown>;
  makeChunk(from: number, to: number): Promise<ExportChunk>;
};

/** Chunks made ahead of the reader: a worker begins the second as soon as it has made the first. */
const ahead = 2;

/**
 * The text of an export. While the client reads a chunk, only the next two are made, so a slow client occupies at most
 * three. A cursor follows each chunk; the last line reports completion. The first line of a round waits for the first
 * chunk, which counts its openings: the search before it may have read older boards.
 */
export async function* streamExport(stream: ExportStream): AsyncGenerator<Buffer | string> {
  const { begin, secret, format, followed, about, isDescribed } = stream;
  const lines = linesOf(format, isDescribed);
  let total = stream.total;
  let changes = 0;
  const start = (from: number) => {
    const to = Math.min(bucketCount, from + spanOf(total));
    const chunk = stream.makeChunk(from, to);
    // It is awaited below, unless the client disconnects first.
    chunk.catch(() => undefined);
    return { chunk, to };
  };
  const chunks: ReturnType<typeof start>[] = [];
  let from = begin.bucket;
  const startMore = (): void => {
    while (chunks.length < ahead && from < bucketCount) {
      const chunk = start(from);
      chunks.push(chunk);
      from = chunk.to;
    }
  };
  startMore();
  const counted = begin.bucket === 0 ? { total: (await chunks[0]?.chunk)?.total } : {};
  yield lines.begin({ ...counted, ...about, round: begin.round, cursor: writeCursor(begin, secret) });
  for (let next = chunks.shift(); next !== undefined; next = chunks.shift()) {
    const made = await next.chunk;
    total = made.total;
    changes += made.changes;
    startMore();
    if (made.text.length > 0) yield made.text;
    if (chunks.length > 0) yield lines.cursor(writeCursor({ ...begin, bucket: next.to }, secret));
  }
  const after = followed ? writeCursor({ ...begin, round: begin.round + 1, bucket: 0 }, secret) : null;
  yield lines.end({ changes, cursor: after });
}

type Lines = {
  begin(about: Record<string, unknown>): string;
  cursor(cursor: string): string;
  end(end: { changes: number; cursor: string | null }): string;
};

const jsonLine = (value: object): string => `${JSON.stringify(value)}\n`;

const linesOf = (format: ExportFormat, isDescribed: boolean): Lines =>
  format === 'csv'
    ? {
        begin: () => csvHead(isDescribed),
        cursor: (cursor) => csvCursor('cursor', cursor, isDescribed),
        end: ({ cursor }) => csvCursor('end', cursor, isDescribed),
      }
    : {
        begin: (about) => jsonLine({ change: 'begin', ...about }),
        cursor: (cursor) => jsonLine({ change: 'cursor', cursor }),
        end: (end) => jsonLine({ change: 'end', ...end }),
      };

/** Bytes stored for each row of a round; two rounds are stored at a time. */
const notedBytes = 2 * 18;

/**
 * Answers `POST /api/jobs/export`: all openings that match a search, the rest of them after a cursor, or the changes
 * since a complete export. A new round first runs the search, so that it is counted, limited and refused like one and
 * collects what it needs; continuing a round is free until it was sent twice over.
 */
export function exportJobs(context: ChunkContext, searchMiddleware: readonly SearchMiddleware[]): SearchMiddleware {
  return async function exportJobs(ctx) {
    const { caller } = ctx.state;
    const request = await readExportBody(context.redis, ctx.request.body, caller.bucket);
    refuseDescriptions(caller, request.descriptions);
    const slot = await acquireExportSlot(context.redis, caller, context.now);
    try {
      const { continued } = request;
      const counts = continued === null || isCounted(continued.state, continued.cursor);
      const { exact, ...about } = counts ? await searchFirst(ctx, request, searchMiddleware) : {};
      const stream = await openStream(context, ctx, request, exact);
      send(context, ctx, { ...stream, about, slot, descriptions: request.descriptions });
    } catch (error) {
      await slot.release();
      throw error;
    }
  };
}

type About = { exact?: number; partial?: boolean; notices?: readonly string[] };

/** Runs the search of an export with its smallest page, and returns the totals. */
async function searchFirst(
  ctx: SearchRequest,
  { subject }: ExportRequest,
  middleware: readonly SearchMiddleware[],
): Promise<About> {
  const { accept } = ctx.req.headers;
  ctx.req.headers.accept = 'application/json';
  delete ctx.req.headers.prefer;
  ctx.request.body = { ...subject, limit: '1' };
  const run = async (index: number): Promise<void> => middleware[index]?.(ctx, () => run(index + 1));
  await run(0);
  if (accept === undefined) delete ctx.req.headers.accept;
  else ctx.req.headers.accept = accept;
  if (ctx.res.closed) throw new Error('The client has disconnected.');
  const { page, partial, notices } = JSON.parse(String(ctx.body)) as z.infer<typeof searchAnswerSchema>;
  return { exact: page.exact, partial, notices };
}

type Opened = Pick<ExportStream, 'begin' | 'secret' | 'total' | 'followed'> & { subject: ExportJob['subject'] };

/** Starts the response of an export. `total`: the exact matches of the search, if it was run. */
async function openStream(
  { redis, now }: ChunkContext,
  { state: { caller } }: SearchRequest,
  { subject, continued }: ExportRequest,
  total = continued?.state.total ?? 0,
): Promise<Opened> {
  const at = now().getTime();
  if (continued !== null) {
    const { cursor, state } = continued;
    const begun = await continueExport(redis, cursor, { state, total, now: at });
    return { ...begun, total, followed: state.followed, subject };
  }
  const followed = total * notedBytes <= caller.keptMegabytes * 1_000_000;
  const begun = await createExport(redis, { owner: caller.bucket, subject, total, followed, now: at });
  return { ...begun, total, followed, subject };
}

type Sent = Opened & Pick<ExportRequest, 'descriptions'> & { about: Omit<About, 'exact'>; slot: ExportSlot };

/** Streams the answer. If a chunk cannot be made the connection is cut, so the client sees no last line. */
function send(
  context: ChunkContext,
  ctx: SearchRequest,
  { begin, secret, total, followed, subject, about, slot, descriptions }: Sent,
): void {
  const { caller, requestId, log } = ctx.state;
  const format = exportFormatFor(ctx);
  const stop = new AbortController();
  const { id, attempt, round } = begin;
  const priority = caller.priority + priorities.refresh;
  const job = { v: payloadVersion, id, attempt, round, subject, format, followed, descriptions, requestId } as const;
  const text = streamExport({
    begin,
    secret,
    format,
    total,
    followed,
    about: { ...about },
    isDescribed: descriptions !== undefined,
    async makeChunk(from, to) {
      const [chunk] = await Promise.all([
        requestChunk(context, { ...job, from, to }, { priority, signal: stop.signal }),
        slot.renew(),
        noteSent(context.redis, id, to - from),
      ]);
      return chunk;
    },
  });
  const body = Readable.from(text, { objectMode: false });
  ctx.res.once('close', () => stop.abort(new Error('The client has disconnected.')));
  body.once('close', () => {
    slot.release().catch((err: unknown) => log().warn({ err }, 'export: its slot was not released'));
  });
  body.on('error', (err) => {
    log().warn({ err, export: begin }, 'export: cut off');
    ctx.res.destroy();
  });
  ctx.set('Content-Type', format === 'csv' ? 'text/csv; charset=utf-8; header=present' : 'application/x-ndjson');
  ctx.set('X-Accel-Buffering', 'no');
  ctx.remove('Cache-Status');
  ctx.body = body;
}
