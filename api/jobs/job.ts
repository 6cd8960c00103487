import { Problem } from '../../shared/problems/problem.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { readJob } from '../../shared/search/collection-store.js';
import { noCopies, readJobCopies } from '../../shared/search/job-copies.js';
import type { WholeJob } from '../../shared/search/whole-job.js';
import type { Middleware } from '../middleware/request-context.js';

type JobContext = { redis: RedisConnection };

/** GET /api/jobs/{id}: one stored job with its description as text and as sanitised HTML; 404 once it is deleted. */
export function job(context: JobContext): Middleware {
  return async function job(ctx) {
    const { id = '' } = (ctx as typeof ctx & { params: Record<string, string> }).params;
    ctx.body = await findJob(context, id);
  };
}

/** The stored job with this id. Throws a `not-found` problem. */
export async function findJob({ redis }: JobContext, id: string): Promise<WholeJob> {
  const isId = /^job_[0-9A-Za-z]{16}$/.test(id);
  const [stored, copies] = isId ? await Promise.all([readJob(redis, id), readJobCopies(redis, id)]) : [null, noCopies];
  if (stored === null)
    throw new Problem('not-found', {
      detail: `There is no job "${id.slice(0, 60)}". Closed and old postings are deleted; search again.`,
    });
  const {
    places: _places,
    remoteRegions: _regions,
    tags: _tags,
    requisitionId: _requisition,
    description,
    ...record
  } = stored.job;
  return { ...record, ...copies, description, descriptionHtml: stored.descriptionHtml };
}
