import { z } from 'zod';
import { versionSchema } from '../queue/queues.js';
import type { RedisConnection } from '../redis/redis.js';
import { redisKeys } from '../redis/redis-keys.js';

/** Openings that may be asked about in one lookup: addresses and ids together. */
export const mostLookedUp = 100;

/** Characters of an address, more than any real one has. */
export const longestLookedUp = 4000;

/** What is known of an opening. */
export const openingStates = ['open', 'closed', 'unknown'] as const;

/** The answer about one opening. */
const lookedUpSchema = z.strictObject({
  asked: z.string().describe('The address or id as it was sent.'),
  state: z
    .enum(openingStates)
    .describe(
      '`open`: its source lists it; `closed`: its source was found to list it no longer, or the date until which it is valid has passed; `unknown`: this service does not hold it, which does not mean that it is closed.',
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
    .describe('Not all held postings could be searched for the addresses: some that are unknown may be held.'),
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

/** What the queue `export` carries besides chunks: the openings at these addresses are to be found among all that is held. */
export const lookupJobSchema = z.object({
  v: versionSchema,
  kind: z.literal('lookup'),
  id: z.string(),
  urls: z.array(z.string()),
});
export type LookupJob = z.infer<typeof lookupJobSchema>;

/** The key under which it is announced that they were looked for. */
export const announcedLookup = ({ id }: Pick<LookupJob, 'id'>): string => `lookup:${id}`;

/** The ids of the openings at each address, the open ones first; `partial`: not all held postings could be searched. */
const locatedSchema = z.object({ ids: z.array(z.array(z.string())), partial: z.boolean() });
export type Located = z.infer<typeof locatedSchema>;

/** Longer than anyone waits for it. */
const locatedMs = 60_000;

/** Hands the API what a worker has found. */
export async function writeLocated(
  redis: RedisConnection,
  { id }: Pick<LookupJob, 'id'>,
  located: Located,
): Promise<void> {
  await redis.set(redisKeys.lookup(id), JSON.stringify(located), 'PX', locatedMs);
}

/** What a worker has found, which is deleted; `null` = nothing yet. */
export async function takeLocated(redis: RedisConnection, { id }: Pick<LookupJob, 'id'>): Promise<Located | null> {
  const text = await redis.getdel(redisKeys.lookup(id));
  return text === null ? null : locatedSchema.parse(JSON.parse(text));
}
