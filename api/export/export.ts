import { Readable } from 'node:stream';
import type { z } from 'zod';
import type { ExportJob } from '../../shared/export/export-job.js';
import { continueExport, createExport, isCounted, noteSent } from '../../shared/export/export-store.js';
import { payloadVersion, priorities } from '../../shared/queue/queues.js';
import type { searchAnswerSchema } from '../../shared/search/result.js';
import type { SearchMiddleware, SearchRequest } from '../search/search-context.js';
import { refuseDescriptions } from '../search/with-descriptions.js';
import { acquireExportSlot, type ExportSlot } from './export-slots.js';
import { type ExportRequest, exportFormatFor, readExportBody } from './read-export.js';
import { type ChunkContext, requestChunk } from './request-chunk.js';
import { type ExportStream, streamExport } from './stream-export.js';

/** Bytes that are noted of a row in a round; two rounds are kept at a time. */
const notedBytes = 2 * 18;

/**
 * Answers `POST /api/jobs/export`: all openings that meet a search, or behind a cursor the rest of them, or what changed since
 * all were sent. A new round first runs the search, so that it is counted, limited and refused as one and collects what it
 * needs; continuing a round costs nothing until it was sent twice over.
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

/** Runs the search of an export, as its smallest page, and returns what its answer says of the whole. */
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

/** Notes the response as one of its export. `total`: the exact matches of the search, when it was run. */
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

/** Streams the answer. When a chunk cannot be made the connection is cut: what has arrived ends without its last line. */
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
    ...{ begin, secret, format, total, followed, about: { ...about } },
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
