import { z } from 'zod';

/** What became of one source in one search (contract 3.4); clients treat an unknown status as "not ok". */
export const sourceReportSchema = z.strictObject({
  name: z.string(),
  status: z.enum(['ok', 'timeout', 'failed', 'resting', 'pending']),
  jobs: z.int().min(0),
  tookMs: z.int().min(0),
  detail: z.string().nullable(),
});
export type SourceReport = z.infer<typeof sourceReportSchema>;
