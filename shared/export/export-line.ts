import { z } from 'zod';
import { jobSchema } from '../search/job.js';

/** An opening as it is exported: a record of a search without what belongs to its place in a list. */
export const exportedJobSchema = jobSchema.omit({ match: true });
export type ExportedJob = z.infer<typeof exportedJobSchema>;

const id = z.string();
const cursor = z.string().describe('Send it to go on behind this line.');

/** A line of an export as NDJSON. */
export const exportLineSchema = z.discriminatedUnion('change', [
  z.strictObject({
    change: z.literal('begin'),
    total: z
      .int()
      .min(0)
      .optional()
      .describe('How many jobs match: in round 0 so many lines follow. Absent when an export goes on behind a cursor.'),
    partial: z.boolean().optional().describe('Some sources have not answered: their jobs may be missing.'),
    notices: z.array(z.string()).optional(),
    round: z.int().min(0).describe('0 while all jobs are sent, then one more each time changes are asked for.'),
    cursor,
  }),
  z.strictObject({ change: z.literal('added'), id, job: exportedJobSchema }),
  z.strictObject({ change: z.literal('changed'), id, job: exportedJobSchema }),
  z.strictObject({
    change: z.literal('closed'),
    id: id.describe('The job is no longer held, or no longer meets the search.'),
  }),
  z.strictObject({ change: z.literal('cursor'), cursor }),
  z.strictObject({
    change: z.literal('end'),
    changes: z.int().min(0).describe('Lines of this response that are about a job.'),
    cursor: z
      .string()
      .nullable()
      .describe('Send it later for what changed since; `null`: too many jobs to follow on this plan.'),
  }),
]);
export type ExportLine = z.infer<typeof exportLineSchema>;
