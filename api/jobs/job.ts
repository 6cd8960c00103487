import { Problem } from '../../shared/problems/problem.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { readJob } from '../../shared/search/collection-store.js';
import { noCopies, readJobCopies } from '../../shared/search/job-copies.js';
import type { WholeJob } from '../../shared/search/whole-job.js';
import type { Middleware } from '../middleware/request-context.js';

type JobContext = { redis: RedisConnection };

/** GET /api/jobs/{id}: one held job whole, with its description as text and as sanitised HTML; 404 once it is let go. */
export function job(context: JobContext): Middleware {
  return async function job(ctx) {
    const { id = '' } = (ctx as typeof ctx & { params: Record<string, string> }).params;
    ctx.body = await askJob(context, id);
  };
}

/** The held job of this id, whole; throws the problem that there is none. */
export async function askJob({ redis }: JobContext, id: string): Promise<WholeJob> {
  const isId = /^job_[0-9A-Za-z]{16}$/.test(id);
  const [held, copies] = isId ? await Promise.all([readJob(redis, id), readJobCopies(redis, id)]) : [null, noCopies];
  if (held === null)
    throw new Problem('not-found', {
      detail: `We hold no job "${id.slice(0, 60)}". Search again: a closed or old posting is let go.`,
    });
  const {
    places: _places,
    remoteRegions: _regions,
    tags: _tags,
    requisitionId: _requisition,
    description,
    ...record
  } = held.job;
  return { ...record, ...copies, description, descriptionHtml: held.descriptionHtml };
}
