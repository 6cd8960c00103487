import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { KoaAdapter } from '@bull-board/koa';
import type { Queue } from 'bullmq';
import type { Middleware } from 'koa';

/** The queues for operators to look at, under `/queues`: what waits, runs and failed. Nothing can be changed there. */
export function queuePages(queues: readonly Queue[]): Middleware {
  const pages = new KoaAdapter();
  pages.setBasePath('/queues');
  createBullBoard({
    queues: queues.map((queue) => new BullMQAdapter(queue, { readOnlyMode: true })),
    serverAdapter: pages,
    options: { uiConfig: { boardTitle: 'job-search queues' } },
  });
  return pages.registerPlugin();
}
