import { z } from 'zod';
import { versionSchema } from '../queue/queues.js';
import type { RedisConnection } from '../redis/redis.js';
import { redisKeys } from '../redis/redis-keys.js';
import { type Job, jobSchema } from './job.js';

/** The facts that a record takes from its duplicates where it does not state them itself. */
const completedSchema = jobSchema.pick({
  ...{ company: true, workplace: true, jobType: true, experienceLevel: true, salary: true, postedAt: true },
  ...{ validUntil: true, applyUrl: true, inferred: true, skills: true, remoteFrom: true, visaSponsorship: true },
  ...{ securityClearance: true, degree: true, yearsOfExperience: true, language: true, postedBy: true, evidence: true },
  ...{ seen: true, label: true },
});
type CompletedFacts = z.infer<typeof completedSchema>;

/**
 * Duplicates of a job that merging found; `firstSeenAt` is the earliest of all of them, `null` = there are none. `completed`: its
 * facts in lists, where it is the posting that these show.
 */
export type JobCopies = Pick<Job, 'alsoOn' | 'repeats'> & {
  firstSeenAt: string | null;
  completed?: CompletedFacts | undefined;
};

// Not strict: a later release may store more members.
const copiesSchema = z.object({
  alsoOn: jobSchema.shape.alsoOn,
  repeats: jobSchema.shape.repeats,
  firstSeenAt: jobSchema.shape.firstSeenAt.nullable(),
  completed: completedSchema.optional(),
});

/** What the queue `export` carries besides chunks: the duplicates of one posting are to be found now, among all that is held. */
export const copiesJobSchema = z.object({
  v: versionSchema,
  kind: z.literal('copies'),
  /** The posting's id, and the source that lists it. */
  id: z.string(),
  source: z.string(),
});
export type CopiesJob = z.infer<typeof copiesJobSchema>;

/** The key under which it is announced that they were looked for. */
export const announcedCopies = ({ id }: Pick<CopiesJob, 'id'>): string => `copies:${id}`;

/** A job without duplicates. */
export const noCopies: JobCopies = { alsoOn: [], repeats: 0, firstSeenAt: null };

/** What a search found of a job's duplicates. `shown`: the record as lists show it, or what is known of a posting that they do not. */
export function copiesOf(shown: Pick<Job, 'alsoOn' | 'repeats' | 'firstSeenAt'> & Partial<Job>): JobCopies {
  const { alsoOn, repeats, firstSeenAt } = shown;
  if (alsoOn.length === 0) return repeats === 0 ? noCopies : { alsoOn, repeats, firstSeenAt };
  const facts = completedSchema.strip().safeParse(shown);
  return { alsoOn, repeats, firstSeenAt, ...(facts.success && { completed: facts.data }) };
}

/** Keeps the copies of a job for `keepMs`; a job without any has nothing kept. */
export async function writeJobCopies(
  redis: RedisConnection,
  { id, ...copies }: JobCopies & { id: string },
  keepMs: number,
): Promise<void> {
  const name = redisKeys.jobCopies(id);
  if (copies.alsoOn.length === 0 && copies.repeats === 0) await redis.del(name);
  else await redis.set(name, JSON.stringify(copies), 'PX', Math.max(1, Math.ceil(keepMs)));
}

/** The copies of a job as they were last found: when it was asked for, or when a search showed it. */
export async function readJobCopies(redis: RedisConnection, id: string): Promise<JobCopies> {
  const held = await redis.get(redisKeys.jobCopies(id));
  return held === null ? noCopies : copiesSchema.parse(JSON.parse(held));
}
