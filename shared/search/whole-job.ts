import { z } from 'zod';
import { jobSchema } from './job.js';

/** One held job whole, as `GET /api/jobs/{id}` answers it: the record of a search without its match, with the description. */
export const wholeJobSchema = jobSchema.omit({ match: true }).extend({
  description: z.string().describe('Readable text; lists kept as lists.'),
  descriptionHtml: z.string().describe('Sanitised HTML.'),
});
export type WholeJob = z.infer<typeof wholeJobSchema>;
