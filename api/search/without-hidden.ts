import type { RedisConnection } from '../../shared/redis/redis.js';
import { hasHidden, hiddenAmong } from '../../shared/search/hidden-jobs.js';
import { parseJobs } from '../../shared/search/search-document.js';
import type { Caller } from '../auth/request-windows.js';
import type { SearchPage } from './answer/answer.js';

/**
 * A page without the jobs its caller has hidden, possibly shorter than its limit; made for this answer only. Hiding
 * requires a key.
 */
export async function withoutHidden<Page extends SearchPage>(
  redis: RedisConnection,
  page: Page,
  { keyId, bucket }: Pick<Caller, 'keyId' | 'bucket'>,
): Promise<Page> {
  if (keyId === null || page.facets !== undefined || page.jobs.count === 0) return page;
  if (!(await hasHidden(redis, bucket))) return page;
  const jobs = parseJobs(page.jobs);
  const ids = jobs.map(({ id }) => id);
  const hidden = await hiddenAmong(redis, bucket, ids);
  if (hidden.size === 0) return page;
  const lines = jobs.filter(({ id }) => !hidden.has(id)).map((job) => JSON.stringify(job));
  const { bodyOf: _bodyOf, ...rest } = page;
  const shown = { ...page.jobs, bytes: Buffer.from(lines.join(',')), count: lines.length };
  return { ...(rest as Page), jobs: shown, hidden: hidden.size };
}
