import { z } from 'zod';

/** The answer of `GET /api/me` (docs/reference/api.md, GET /api/me): the caller's plan and remaining quota. */
export const meSchema = z.strictObject({
  plan: z.string(),
  key: z.string().nullable().describe('The id of your key, never the key itself; `null` without one.'),
  quota: z.strictObject({
    requests: z.int().describe('Searches in a window.'),
    windowSeconds: z.int(),
    remaining: z.int().describe('Searches left in this window.'),
    resetSeconds: z.int().describe('Seconds until the window ends; the length of a window when none has begun.'),
    resetsAt: z.iso.datetime().nullable().describe('When the window ends; `null` when none has begun.'),
  }),
  searchesAtOnce: z.int().describe('Searches that may be collected for you at the same time.'),
  exportsAtOnce: z.int().describe('Exports that may run for you at the same time; 0 without a key.'),
  watches: z.int().describe('Watches that you may have; 0 without a key.'),
  descriptions: z.boolean().describe('Whether lists and exports may have full descriptions; requires a key.'),
});

export type Me = z.infer<typeof meSchema>;
