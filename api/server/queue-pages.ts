import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { KoaAdapter } from '@bull-board/koa';
import type { Queue } from 'bullmq';
import type { Middleware } from 'koa';

/** Content-Security-Policy of the dashboard: its own files; it uses inline styles. */
const policy = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "frame-ancestors 'none'",
].join('; ');

/** Removes the dashboard's link to web fonts: each view would send a request to a third party. */
const localFontsOnly: Middleware = async (ctx, next) => {
  await next();
  if (!ctx.path.startsWith('/queues') || !ctx.response.is('html')) return;
  ctx.set('Content-Security-Policy', policy);
  if (typeof ctx.body === 'string') ctx.body = ctx.body.replace(/<link href="https:[^>]{0,300}>/g, '');
};

/** A read-only dashboard of the queues under `/queues`: waiting, active and failed jobs. */
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
