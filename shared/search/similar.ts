import { z } from 'zod';
import { jobSchema } from './job.js';

/** Similar jobs listed. */
export const mostSimilar = 10;

/** The answer to `GET /api/jobs/{id}/similar`. */
export const similarAnswerSchema = z.strictObject({
  jobs: z
    .array(jobSchema)
    .max(mostSimilar)
    .describe(
      'Openings of other companies with the same title or a near one, first those in its place, at its level, with its workplace and its skills; `match` says why, as in a search for the title.',
    ),
  partial: z.boolean().describe('Not all stored postings could be searched.'),
});
export type SimilarAnswer = z.infer<typeof similarAnswerSchema>;
