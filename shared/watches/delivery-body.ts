import { z } from 'zod';
import { exportedJobSchema } from '../export/export-line.js';

/** What a watch sends to its webhook, as the body of a POST: openings, or nothing in a test. */
export const deliveryBodySchema = z.strictObject({
  type: z.enum(['jobs.found', 'watch.test']).describe('`watch.test`: a test that was asked for; it has no jobs.'),
  timestamp: z.iso.datetime().describe('When the delivery was made.'),
  data: z.strictObject({
    watch: z.string().describe('The id of the watch.'),
    jobs: z.array(exportedJobSchema).describe('The new openings, each as in a search without `match`.'),
  }),
});
