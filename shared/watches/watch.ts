import { z } from 'zod';
import { canonicalQuerySchema } from '../search/result.js';

/** What a watch looks for: a search without its order and page. */
export const watchedSearchSchema = canonicalQuerySchema.omit({ sortBy: true, limit: true, page: true });

/** A watch as its owner sees it. Its secret is shown once, when it is made. */
export const watchSchema = z.strictObject({
  id: z.string(),
  search: watchedSearchSchema,
  url: z
    .string()
    .describe(
      'Where new openings are sent: by POST as the Standard Webhooks specification says (https), by mail (mailto:) or to a topic of ntfy (ntfy:).',
    ),
  state: z.enum(['active', 'paused']),
  reason: z.string().nullable().describe('Why it is paused; `null` while it is active.'),
  createdAt: z.iso.datetime(),
  lastDeliveryAt: z.iso.datetime().nullable().describe('When an address last accepted a delivery.'),
});
export type Watch = z.infer<typeof watchSchema>;

export const createdWatchSchema = watchSchema.extend({
  secret: z.string().describe('Signs the deliveries; it is shown this once.'),
});
export const watchListSchema = z.strictObject({ watches: z.array(watchSchema) });

/**
 * A watch as it is stored, by a later release perhaps with more. `since`: openings first seen earlier (epoch ms) are not told;
 * `hangs`: how often in succession its address has not answered in time.
 */
const storedWatchSchema = z.object({
  ...createdWatchSchema.shape,
  ...{ owner: z.string(), since: z.number(), hangs: z.number().optional() },
});
export type StoredWatch = z.infer<typeof storedWatchSchema>;

/** Reads a watch as it is stored; what is wrong with it when this release cannot. */
export function readStored(text: string): StoredWatch | Error {
  try {
    return storedWatchSchema.parse(JSON.parse(text));
  } catch (error) {
    return new Error('A watch cannot be read.', { cause: error });
  }
}

/** What the owner may see. */
export const shownWatch = ({ owner: _o, since: _s, hangs: _h, secret: _x, ...watch }: StoredWatch): Watch => watch;
