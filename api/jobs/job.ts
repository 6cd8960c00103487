import { Problem } from '../../shared/problems/problem.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { companyOf, levelsOf, locationsOf, typesOf, type WholeJob } from '../../shared/search/job.js';
import { type JobCopies, readJobCopies } from '../../shared/search/lookup.js';
import { statedFactsOf } from '../../shared/search/stated-facts.js';
import { joinSeen, tellSeen } from '../../shared/words/seen.js';
import { entityTagOf, sendTagged } from '../middleware/answer.js';
import type { Middleware } from '../middleware/identify.js';
import type { OpeningById } from './ask-held.js';
import type { AskedPosting } from './ask-worker.js';

export type JobContext = {
  redis: RedisConnection;
  now: () => Date;
  readHeld(id: string): Promise<OpeningById | null>;
  /** The current duplicates of a posting. */
  askCopies(posting: AskedPosting): Promise<JobCopies>;
};

/** GET /api/jobs/{id}: a stored job with its description as text and sanitised HTML, until 30 days after it closed. */
export function job(context: JobContext): Middleware {
  return async function job(ctx) {
    const { id = '' } = (ctx as typeof ctx & { params: Record<string, string> }).params;
    const { lastSeenAt, ...record } = await findJob(context, id);
    // When its source last listed it does not count as a change of the job.
    const tag = entityTagOf(JSON.stringify({ ...record, seen: { ...record.seen, last: '' } }));
    // The client may keep its copy to revalidate it; `no-store` would forbid that.
    ctx.set('Cache-Control', 'private, no-cache');
    sendTagged(ctx, { tag, type: 'application/json; charset=utf-8', body: JSON.stringify({ ...record, lastSeenAt }) });
  };
}

/** The stored job with this id. Throws a `not-found` problem. */
export async function findJob(context: JobContext, id: string): Promise<WholeJob> {
  const isId = /^job_[0-9A-Za-z]{16}$/.test(id);
  const stored = isId ? await context.readHeld(id) : null;
  if (stored === null)
    throw new Problem('not-found', {
      title: 'There is no such job.',
      detail: `There is no job "${id.slice(0, 60)}". Closed and old postings are deleted; search again.`,
    });
  const {
    places: _places,
    remoteRegions: _regions,
    tags: _tags,
    requisitionId: _requisition,
    stated: _stated,
    skills = [],
    seen: observed,
    description,
    ...record
  } = stored.job;
  // A closed opening has the duplicates it had while open.
  const { alsoOn, repeats, firstSeenAt, completed } =
    stored.closedAt === null
      ? await context.askCopies({ id, source: stored.job.source })
      : await readJobCopies(context.redis, id);
  const first = firstSeenAt !== null && firstSeenAt < record.firstSeenAt ? firstSeenAt : record.firstSeenAt;
  const { lastSeenAt, closedAt } = stored;
  const own = { source: record.source, firstSeenAt: first, seen: observed, repeats };
  const { seen, label, evidence } = tellSeen([own], record.postedAt, {
    now: context.now().getTime(),
    readAt: () => lastSeenAt,
  });
  const stated = statedFactsOf(stored.job);
  const shown: Partial<NonNullable<JobCopies['completed']>> = completed ?? {};
  const { company, skills: named = skills, ...facts } = shown;
  return {
    ...record,
    locations: locationsOf(stored.job),
    jobTypes: typesOf(stored.job),
    experienceLevels: levelsOf(stored.job),
    skills: named,
    skillEvidence: stored.evidence,
    ...stated,
    ...facts,
    evidence: closedAt === null ? { ...stated.evidence, ...evidence, ...facts.evidence } : stated.evidence,
    // Its board may have been read since its duplicates were found, or for another search.
    seen: shown.seen === undefined ? seen : joinSeen(shown.seen, seen),
    label: closedAt !== null ? null : shown.label === undefined ? label : shown.label,
    company: company ?? companyOf(stored.job.company),
    firstSeenAt: first,
    alsoOn,
    repeats,
    lastSeenAt: new Date(lastSeenAt).toISOString(),
    closedAt: closedAt === null ? null : new Date(closedAt).toISOString(),
    description,
    descriptionHtml: stored.descriptionHtml,
  };
}
