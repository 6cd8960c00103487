import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { KoaAdapter } from '@bull-board/koa';
import type { Queue } from 'bullmq';
import type { Middleware } from 'koa';

/** What a page of the dashboard may load: its own files. It styles its elements in place. */
const policy = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "frame-ancestors 'none'",
].join('; ');

/** The dashboard's page asks for fonts from outside, which would tell others that it is looked at: the link is taken out. */
const localFontsOnly: Middleware = async (ctx, next) => {
  await next();
  if (!ctx.path.startsWith('/queues') || !ctx.response.is('html')) return;
  ctx.set('Content-Security-Policy', policy);
  if (typeof ctx.body === 'string') ctx.body = ctx.body.replace(/<link href="https:[^>]{0,300}>/g, '');
};

/** The queues for operators to look at, under `/queues`: what waits, runs and failed. Nothing can be changed there. */
export function queuePages(queues: readonly Queue[]): readonly Middleware[] {
  const pages = new KoaAdapter();
  pages.setBasePath('/queues');
  createBullBoard({
    queues: queues.map((queue) => new BullMQAdapter(queue, { readOnlyMode: true })),
    serverAdapter: pages,
    options: { uiConfig: { boardTitle: 'job-search queues' } },
  });
  return [localFontsOnly, pages.registerPlugin()];
}
