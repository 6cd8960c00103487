import { z } from 'zod';
import { canonicalQuerySchema } from '../search/result.js';
import { rhythmSchema } from './rhythm.js';

/** What a watch looks for: a search without its order and page. */
export const watchedSearchSchema = canonicalQuerySchema.omit({
  sortBy: true,
  limit: true,
  page: true,
  descriptions: true,
});

/** A watch as its owner sees it. Its secret is shown once, when it is made. */
export const watchSchema = z.strictObject({
  id: z.string(),
  search: watchedSearchSchema,
  url: z
    .string()
    .describe(
      'Where new openings are sent: by POST as the Standard Webhooks specification says (https), by mail (mailto:), or to a chat (ntfy:, slack:, discord:, telegram:).',
    ),
  ...rhythmSchema.shape,
  state: z
    .enum(['active', 'failing', 'paused'])
    .describe('`failing`: its address did not accept the last delivery, which is tried again.'),
  reason: z.string().nullable().describe('Why it is failing or paused; `null` while it is active.'),
  createdAt: z.iso.datetime(),
  lastDeliveryAt: z.iso.datetime().nullable().describe('When an address last accepted a delivery.'),
});
export type Watch = z.infer<typeof watchSchema>;

export const createdWatchSchema = watchSchema.extend({
  secret: z.string().describe('Signs the deliveries; it is shown this once.'),
});
const formerSecretSchema = z.object({ secret: z.string(), until: z.number() });
/** What the links in the mails of a watch are made of: the origin of this service, and the token that ends the mails. */
const mailLinksSchema = z.object({ site: z.string(), stop: z.string() });
export type MailLinks = z.infer<typeof mailLinksSchema>;
export const watchListSchema = z.strictObject({ watches: z.array(watchSchema) });

/**
 * A watch as it is stored, by a later release perhaps with more. `since`: openings first seen earlier (epoch ms) are not told;
 * `hangs`: how often in succession its address has not answered in time; `formerSecrets` sign beside `secret` until they end
 * (epoch ms). An active watch with a `reason` is shown as failing.
 */
const storedWatchSchema = z.object({
  ...createdWatchSchema.shape,
  ...{ state: z.enum(['active', 'paused']), owner: z.string(), since: z.number(), hangs: z.number().optional() },
  formerSecrets: z.array(formerSecretSchema).optional(),
  mail: mailLinksSchema.optional(),
});
export type StoredWatch = z.infer<typeof storedWatchSchema>;

/** Reads a watch as it is stored; what is wrong with it when this release cannot. */
export function readStoredWatch(text: string): StoredWatch | Error {
  try {
    return storedWatchSchema.parse(JSON.parse(text));
  } catch (error) {
    return new Error('A watch cannot be read.', { cause: error });
  }
}

/** What the owner may see. */
export function shownWatch(stored: StoredWatch): Watch {
  const { owner: _o, since: _s, hangs: _h, secret: _x, formerSecrets: _f, mail: _m, state, ...watch } = stored;
  return { ...watch, state: state === 'active' && watch.reason !== null ? 'failing' : state };
}

/** How long a secret signs beside the one that replaced it. */
export const formerSecretMs = 24 * 3_600_000;

/** Former secrets that sign at once, at most: a header for each of dozens would be refused. */
const mostFormer = 4;

/** The change of a watch that gives it a new secret; the one that it had goes on signing for a day. */
export function rotation(
  { secret, formerSecrets = [] }: StoredWatch,
  { next, now }: { next: string; now: number },
): Pick<StoredWatch, 'secret' | 'formerSecrets'> {
  const former = [{ secret, until: now + formerSecretMs }, ...formerSecrets.filter(({ until }) => until > now)];
  return { secret: next, formerSecrets: former.slice(0, mostFormer) };
}

/** The secrets that sign a delivery at a time, the newest first. */
export const signingSecrets = (
  { secret, formerSecrets = [] }: Pick<StoredWatch, 'secret' | 'formerSecrets'>,
  now: number,
): string[] => [secret, ...formerSecrets.flatMap((former) => (former.until > now ? [former.secret] : []))];
