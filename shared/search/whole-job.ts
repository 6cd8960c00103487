import { z } from 'zod';
import { jobSchema } from './job.js';

/**
 * One job whole, as `GET /api/jobs/{id}` answers it: the record of a search without its match, with the description and
 * whether it is still open.
 */
export const wholeJobSchema = jobSchema.omit({ match: true }).extend({
  lastSeenAt: z.iso.datetime().describe('When its source last listed it.'),
  closedAt: z.iso
    .datetime()
    .nullable()
    .describe(
      'When its source was found to list it no longer; `null` while it is open. Closed ones are kept for 30 days.',
    ),
  description: z.string().describe('Readable text; lists kept as lists.'),
  skillEvidence: z
    .record(z.string(), z.string())
    .describe('The sentence of this posting, or the tag of its source, that names each of its skills.'),
  descriptionHtml: z.string().describe('Sanitised HTML.'),
});
export type WholeJob = z.infer<typeof wholeJobSchema>;
