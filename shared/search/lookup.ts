import { z } from 'zod';
import { versionSchema } from '../queue/queues.js';
import type { RedisConnection } from '../redis/redis.js';
import { redisKeys } from '../redis/redis-keys.js';
import { type Job, jobSchema } from './job.js';

/** Maximum openings of one lookup: addresses and ids together. */
export const mostLookedUp = 100;

/** Characters of an address, more than any real one. */
export const longestLookedUp = 4000;

/** The known state of an opening. */
const openingStates = ['open', 'closed', 'unknown'] as const;

/** The answer about one opening. */
const lookedUpSchema = z.strictObject({
  asked: z.string().describe('The address or id as it was sent.'),
  state: z
    .enum(openingStates)
    .describe(
      '`open`: its source lists it; `closed`: its source was found to list it no longer, or the date until which it is valid has passed; `unknown`: not stored by this service, which does not mean that it is closed.',
    ),
  closedAt: z.iso.datetime().nullable().describe('When it was found to be closed; `null` unless it is.'),
  lastSeenAt: z.iso.datetime().nullable().describe('When its source last listed it; `null` when it is unknown.'),
  id: z.string().nullable().describe('Its id; `null` when it is unknown.'),
  title: z.string().nullable(),
  company: z.string().nullable(),
  url: z.string().nullable().describe('The address that its source gives.'),
  source: z.string().nullable(),
});
export type LookedUp = z.infer<typeof lookedUpSchema>;

/** The answer to `POST /api/jobs/lookup`. */
export const lookupAnswerSchema = z.strictObject({
  jobs: z
    .array(lookedUpSchema)
    .max(mostLookedUp)
    .describe('One for each address, then one for each id, in the order in which they were sent.'),
  partial: z
    .boolean()
    .describe('Not all stored postings could be searched for the addresses: unknown ones may still be stored.'),
});
export type LookupAnswer = z.infer<typeof lookupAnswerSchema>;

/** The request of a lookup as OpenAPI describes it. */
export const lookupRequestSchema = z.strictObject({
  urls: z
    .array(z.string().max(longestLookedUp))
    .max(mostLookedUp)
    .optional()
    .describe('Addresses of postings, as any board or its application form shows them.'),
  ids: z.array(z.string()).max(mostLookedUp).optional().describe('Ids of jobs, as answers of this service have them.'),
});

/** A job of the queue `export` other than chunks: find the openings at these addresses among all stored postings. */
export const lookupJobSchema = z.object({
  v: versionSchema,
  kind: z.literal('lookup'),
  id: z.string(),
  urls: z.array(z.string()),
});
export type LookupJob = z.infer<typeof lookupJobSchema>;

/** The key that announces the end of the lookup. */
export const announcedLookup = ({ id }: Pick<LookupJob, 'id'>): string => `lookup:${id}`;

/** The ids of the openings at each address, the open ones first; `partial`: not all stored postings could be searched. */
const locatedSchema = z.object({ ids: z.array(z.array(z.string())), partial: z.boolean() });
export type Located = z.infer<typeof locatedSchema>;

/** Longer than any caller waits. */
const locatedMs = 60_000;

/** Passes a worker's findings to the API. */
export async function writeLocated(
  redis: RedisConnection,
  { id }: Pick<LookupJob, 'id'>,
  located: Located,
): Promise<void> {
  await redis.set(redisKeys.lookup(id), JSON.stringify(located), 'PX', locatedMs);
}

/** A worker's findings, which are deleted; `null` = none yet. */
export async function takeLocated(redis: RedisConnection, { id }: Pick<LookupJob, 'id'>): Promise<Located | null> {
  const text = await redis.getdel(redisKeys.lookup(id));
  return text === null ? null : locatedSchema.parse(JSON.parse(text));
}

/** The facts that a record takes from its duplicates if it does not state them itself. */
const completedSchema = jobSchema.pick({
  company: true,
  workplace: true,
  jobType: true,
  experienceLevel: true,
  salary: true,
  postedAt: true,
  validUntil: true,
  applyUrl: true,
  inferred: true,
  skills: true,
  remoteFrom: true,
  visaSponsorship: true,
  securityClearance: true,
  degree: true,
  yearsOfExperience: true,
  language: true,
  postedBy: true,
  evidence: true,
  seen: true,
  label: true,
  jobTypes: true,
  experienceLevels: true,
});
type CompletedFacts = z.infer<typeof completedSchema>;

/**
 * Duplicates of a job found by merging; `firstSeenAt` is the earliest of them, `null` = none. `completed`: its facts in
 * lists, if it is the posting they show.
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
  // An earlier release may have left out members.
  completed: completedSchema.optional().catch(undefined),
});

/** A job of the queue `export` other than chunks: find the duplicates of one posting now, among all stored postings. */
export const copiesJobSchema = z.object({
  v: versionSchema,
  kind: z.literal('copies'),
  /** The posting's id, and the source that lists it. */
  id: z.string(),
  source: z.string(),
});
export type CopiesJob = z.infer<typeof copiesJobSchema>;

/** The key that announces the end of the search. */
export const announcedCopies = ({ id }: Pick<CopiesJob, 'id'>): string => `copies:${id}`;

/** A job without duplicates. */
export const noCopies: JobCopies = { alsoOn: [], repeats: 0, firstSeenAt: null };

/** The known duplicates of a job. `shown`: the record as lists show it, or facts of a posting not in lists. */
export function copiesOf(shown: Pick<Job, 'alsoOn' | 'repeats' | 'firstSeenAt'> & Partial<Job>): JobCopies {
  const { alsoOn, repeats, firstSeenAt } = shown;
  if (alsoOn.length === 0) return repeats === 0 ? noCopies : { alsoOn, repeats, firstSeenAt };
  const facts = completedSchema.strip().safeParse(shown);
  return { alsoOn, repeats, firstSeenAt, ...(facts.success && { completed: facts.data }) };
}

/** Stores the copies of a job for `keepMs`; nothing for a job without any. */
export async function writeJobCopies(
  redis: RedisConnection,
  { id, ...copies }: JobCopies & { id: string },
  keepMs: number,
): Promise<void> {
  const name = redisKeys.jobCopies(id);
  if (copies.alsoOn.length === 0 && copies.repeats === 0) await redis.del(name);
  else await redis.set(name, JSON.stringify(copies), 'PX', Math.max(1, Math.ceil(keepMs)));
}

/** The copies of a job found last: when it was requested, or when a search showed it. */
export async function readJobCopies(redis: RedisConnection, id: string): Promise<JobCopies> {
  const held = await redis.get(redisKeys.jobCopies(id));
  return held === null ? noCopies : copiesSchema.parse(JSON.parse(held));
}
