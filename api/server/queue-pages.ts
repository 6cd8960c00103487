import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { KoaAdapter } from '@bull-board/koa';
import type { Queue } from 'bullmq';
import type { Middleware } from 'koa';
import { isOwnPage } from '../../shared/admin/admin-app.js';
import type { Logger } from '../../shared/logger.js';

/** Content-Security-Policy of the dashboard: its own files; it uses inline styles. */
const policy = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "frame-ancestors 'none'",
].join('; ');

/** Removes the dashboard's link to web fonts, which would send a request to a third party on each view. */
const localFontsOnly: Middleware = async (ctx, next) => {
  await next();
  if (!ctx.path.startsWith('/queues') || !ctx.response.is('html')) return;
  ctx.set('Content-Security-Policy', policy);
  if (typeof ctx.body === 'string') ctx.body = ctx.body.replace(/<link href="https:[^>]{0,300}>/g, '');
};

/**
 * What the dashboard may change: jobs are retried, promoted and removed, queues paused, resumed, drained and cleaned.
 * Everything else (manual jobs, other data, limits and schedulers of a queue) is managed by the processes.
 */
const actions: readonly RegExp[] = [
  /^\/queues\/api\/queues\/(?:pause|resume)$/,
  /^\/queues\/api\/queues\/[\w-]+\/(?:pause|resume|promote|empty)$/,
  /^\/queues\/api\/queues\/[\w-]+\/(?:retry|clean)\/[\w-]+$/,
  /^\/queues\/api\/queues\/[\w-]+\/[^/]{1,200}\/(?:retry|clean|promote)$/,
];

/** Parameters of the dashboard's page; others the library turns into excessive numbers, or decodes twice. */
const parameters: Readonly<Record<string, RegExp>> = {
  page: /^\d{1,6}$/,
  jobsPerPage: /^\d{1,3}$/,
  activeQueue: /^[\w-]{0,60}$/,
  queueName: /^[\w-]{0,60}$/,
};

/** Answers 400 for parameters that the library would fail at. */
const refuseParameters: Middleware = async (ctx, next) => {
  if (!ctx.path.startsWith('/queues')) return next();
  const wrong = Object.entries(parameters).find(([name, form]) =>
    [ctx.query[name] ?? []].flat().some((value) => !form.test(value)),
  );
  if (wrong === undefined) return next();
  ctx.status = 400;
  ctx.body = { error: `Unknown parameter ${wrong[0]}.` };
};

/** Refuses changes by other sites and those not in `actions`; others are logged with their outcome. */
function guardActions(logger: Pick<Logger, 'info'>): Middleware {
  return async function guardActions(ctx, next) {
    if (!ctx.path.startsWith('/queues') || ctx.method === 'GET' || ctx.method === 'HEAD') return next();
    const isAction = ctx.method === 'PUT' && actions.some((form) => form.test(ctx.path));
    if (!isAction || !isOwnPage(ctx)) {
      ctx.status = 403;
      ctx.body = {
        error: isAction
          ? 'Only a page of this port, or a program, may change the queues.'
          : 'The queues may be paused, resumed, drained and cleaned, and their jobs retried, promoted and removed.',
      };
      return;
    }
    await next();
    logger.info(
      { action: ctx.path.slice('/queues/api/queues/'.length), status: ctx.status },
      'queues: changed by an operator',
    );
  };
}

/** A dashboard under `/queues`: waiting, active and failed jobs with their causes, and an operator's actions. */
export function queuePages(queues: readonly Queue[], logger: Pick<Logger, 'info'>): readonly Middleware[] {
  const pages = new KoaAdapter();
  pages.setBasePath('/queues');
  createBullBoard({
    queues: queues.map((queue) => new BullMQAdapter(queue)),
    serverAdapter: pages,
    options: { uiConfig: { boardTitle: 'job-search queues' } },
  });
  return [localFontsOnly, refuseParameters, guardActions(logger), pages.registerPlugin()];
}
