import { z } from 'zod';
import { jobTypes, levels, orders, workplaces } from '../words/words.js';
import { fields } from './fields.js';
import { jobSchema } from './job.js';

/** The outcome of one source in one search (contract 3.4); clients treat an unknown status as "not ok". */
export const sourceReportSchema = z.strictObject({
  name: z.string().describe('Id of the source, as the operator named it.'),
  status: z
    .enum(['ok', 'timeout', 'failed', 'resting', 'pending'])
    .describe('Treat a status you do not know as "not ok".'),
  jobs: z.int().min(0).describe('Jobs of this source that match.'),
  tookMs: z.int().min(0),
  detail: z.string().nullable().describe('What went wrong, in a sentence.'),
});
export type SourceReport = z.infer<typeof sourceReportSchema>;

/** A search as understood: canonical words, every field present, `""` = not asked for. */
export const canonicalQuerySchema = z
  .strictObject({
    keyword: z.string(),
    location: z.string(),
    dateSincePosted: z.string().describe('`""`, `24hr`, `past week`, `past month` or hours such as `72hr`.'),
    salary: z.string().regex(/^\d{0,8}$/),
    jobType: z.enum(['', ...jobTypes.words]),
    remoteFilter: z.enum(['', ...workplaces.words]),
    experienceLevel: z.enum(['', ...levels.words]),
    sortBy: z.enum(orders.words),
    limit: z.string().regex(/^\d{1,3}$/),
    page: z.string().regex(/^\d{1,3}$/),
  })
  .describe('The request as understood. Send it again, get the same search.');

/** The answer to a search (contract 3.3). */
export const searchAnswerSchema = z.strictObject({
  query: canonicalQuerySchema,
  page: z.strictObject({
    index: z.int().min(0).describe('Counted from 0.'),
    limit: z.int().min(1).max(Number(fields.limit.maximum)),
    count: z.int().min(0).describe('Jobs on this page.'),
    total: z.int().min(0).describe('Jobs held for this search, not jobs on the web.'),
  }),
  next: canonicalQuerySchema.nullable().describe('The ready-to-send body of the next page; `null` on the last.'),
  notices: z.array(z.string()).describe('Sentences worth showing, such as a place we do not know.'),
  partial: z.boolean().describe('At least one source is missing: see `sources`.'),
  stale: z.boolean().describe('Older than its fresh lifetime; a fresh one is being collected.'),
  collectedAt: z.iso.datetime().nullable(),
  ageSeconds: z.int().min(0).nullable(),
  tookMs: z.int().min(0).describe('How long you waited.'),
  sources: z.array(sourceReportSchema),
  jobs: z.array(jobSchema),
});

/** The response for a search that is still in flight, sent only on `Prefer: respond-async` (contract 3.6). */
export const acceptedSchema = z.strictObject({
  status: z.literal('collecting'),
  detail: z.string(),
  retryAfterSeconds: z.int().min(1),
  query: canonicalQuerySchema,
  sources: z.array(sourceReportSchema),
});

/** The first event of a streamed search: the canonical query and the sources it uses. */
export const searchStartedSchema = z.strictObject({
  query: canonicalQuerySchema,
  sources: z.array(sourceReportSchema),
});
