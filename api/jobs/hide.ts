import type { RedisConnection } from '../../shared/redis/redis.js';
import { hideJob, listHidden, unhideJob } from '../../shared/search/hidden-jobs.js';
import type { CallerState, Middleware, RequestContext } from '../middleware/identify.js';
import { findJob, type JobContext } from './job.js';

const idOf = (ctx: RequestContext<CallerState>): string => String(ctx.params.id).slice(0, 100);

/** PUT /api/jobs/{id}/hidden: searches with the caller's key omit the job. Throws `not-found` if not stored. */
export const hide = (context: JobContext): Middleware<CallerState> =>
  async function hide(ctx) {
    const { id } = await findJob(context, idOf(ctx));
    await hideJob(context.redis, ctx.state.caller.bucket, { id, at: context.now() });
    ctx.status = 204;
  };

/** DELETE /api/jobs/{id}/hidden: searches show it again. */
export const unhide = ({ redis }: { redis: RedisConnection }): Middleware<CallerState> =>
  async function unhide(ctx) {
    await unhideJob(redis, ctx.state.caller.bucket, idOf(ctx));
    ctx.status = 204;
  };

/** GET /api/me/hidden: the jobs the caller has hidden. */
export const hiddenJobs = ({ redis }: { redis: RedisConnection }): Middleware<CallerState> =>
  async function hiddenJobs(ctx) {
    ctx.set('Cache-Control', 'no-store');
    ctx.body = await listHidden(redis, ctx.state.caller.bucket);
  };
