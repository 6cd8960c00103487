import { z } from 'zod';
import { languages } from '../words/languages.js';
import { wordListSchema } from '../words/word-list-schema.js';
import { descriptionForms, jobTypes, levels, orders, seenLabels, workplaces } from '../words/words.js';
import { fields } from './fields.js';
import { jobSchema } from './job.js';

/** The sources of a search in documents and responses: bounded for any number of sources. */
export type SourceSummary = { sources: SourceReport[]; sourceCounts: SourceCounts };

/** In a bounded list failures come first, since clients must know them; `ok` last. */
const groups: Readonly<Record<SourceReport['status'], 0 | 1 | 2>> = {
  failed: 0,
  timeout: 0,
  resting: 0,
  pending: 1,
  ok: 2,
};

/** The counts of all reports and the reports to name, each group in the given order. */
export function summarizeSources(reports: readonly SourceReport[]): SourceSummary {
  const sourceCounts = { total: reports.length, ok: 0, pending: 0, timeout: 0, failed: 0, resting: 0 };
  const grouped: [SourceReport[], SourceReport[], SourceReport[]] = [[], [], []];
  for (const report of reports) {
    sourceCounts[report.status] += 1;
    const group = grouped[groups[report.status]];
    if (group.length < maxSourceReports) group.push(report);
  }
  return { sources: grouped.flat().slice(0, maxSourceReports), sourceCounts };
}

/** The summary in a stored document or run. In an earlier release's, every report is listed, without counts. */
export function summaryOf({ sources, sourceCounts }: StoredSources): SourceSummary {
  return sourceCounts === undefined ? summarizeSources(sources) : { sources, sourceCounts };
}

type StoredSources = { sources: SourceReport[]; sourceCounts?: SourceCounts };

/** Whether a source of the search is missing from its answer. */
export const isPartial = ({ total, ok }: SourceCounts): boolean => ok < total;

/** The outcome of one source in one search (docs/reference/api.md, The answer); clients treat an unknown status as "not ok". */
export const sourceReportSchema = z.strictObject({
  name: z.string().describe('Id of the source, as the operator named it.'),
  company: z
    .string()
    .optional()
    .describe('The board’s company; absent if unknown, or for a board of several companies.'),
  status: z
    .enum(['ok', 'timeout', 'failed', 'resting', 'pending'])
    .describe('Treat a status you do not know as "not ok".'),
  jobs: z.int().min(0).describe('Jobs of this source that match.'),
  tookMs: z.int().min(0),
  detail: z.string().nullable().describe('The error, in a sentence.'),
});
export type SourceReport = z.infer<typeof sourceReportSchema>;

/** Source reports in one body: a deployment may have thousands of sources. */
export const maxSourceReports = 100;

/** How many sources a search has, in total and by status. */
export const sourceCountsSchema = z.strictObject({
  total: z.int().min(0).describe('Sources of this search; `sources` names at most 100 of them.'),
  ok: z.int().min(0),
  pending: z.int().min(0),
  timeout: z.int().min(0),
  failed: z.int().min(0),
  resting: z.int().min(0),
});
export type SourceCounts = z.infer<typeof sourceCountsSchema>;

/** The members of a body that describe its sources. */
const sourceMembers = {
  sources: z
    .array(sourceReportSchema)
    .max(maxSourceReports)
    .describe(
      'At most 100 reports: sources that failed first, then those still pending, then those that answered; each group in the order of the sources file.',
    ),
  sourceCounts: sourceCountsSchema,
};

/** The members of a body that state its completeness and age. */
export const stateMembers = {
  notices: z.array(z.string()).describe('Sentences worth showing, such as a place we do not know.'),
  partial: z.boolean().describe('At least one source is missing: see `sourceCounts`.'),
  stale: z.boolean().describe('Older than its fresh lifetime; a fresh one is being collected.'),
  collectedAt: z.iso.datetime().nullable(),
  ageSeconds: z.int().min(0).nullable(),
  tookMs: z.int().min(0).describe('How long you waited.'),
};

const offeredPlaceSchema = z.strictObject({
  text: z.string().describe('A value of `location`.'),
  jobs: z.int().min(0).describe('Exact matches there.'),
});
export type OfferedPlace = z.infer<typeof offeredPlaceSchema>;

/** A search as understood: canonical words, every field present, `""` = no filter. */
export const canonicalQuerySchema = z
  .strictObject({
    keyword: z.string(),
    location: z.string(),
    dateSincePosted: z.string().describe('`""`, `24hr`, `past week`, `past month` or hours such as `72hr`.'),
    salary: z
      .string()
      .regex(/^(?:(?:up to )?\d{1,8}(?:-\d{1,8})?(?: [A-Z]{3})?)?$/)
      .describe(
        '`""`, or pay of a year: `80000`, `80000-120000` or `up to 60000`, with the code of a currency (`50000 EUR`) or without.',
      ),
    jobType: wordListSchema(jobTypes).describe('`""`, a word, or several such as `contract, full time`.'),
    remoteFilter: wordListSchema(workplaces).describe('`""`, a word, or several such as `hybrid, remote`.'),
    experienceLevel: wordListSchema(levels).describe('`""`, a word, or several such as `associate, entry level`.'),
    excludeCompanies: z.string().describe('`""`, or names of companies such as `Acme; Globex`.'),
    language: wordListSchema(languages).describe('`""`, a code, or several such as `de, en`.'),
    skills: z.string().describe('`""`, or names of skills such as `Python, SQL`.'),
    label: wordListSchema(seenLabels).describe('`""`, a label, or several such as `fresh, new`.'),
    sortBy: z.enum(orders.words),
    limit: z.string().regex(/^\d{1,3}$/),
    page: z.string().regex(/^\d{1,3}$/),
    descriptions: z.enum(descriptionForms.words).optional(),
  })
  .describe('The request as understood. Sending it again repeats the search.');

/** The answer to a search (docs/reference/api.md, The answer). */
export const searchAnswerSchema = z.strictObject({
  query: canonicalQuerySchema,
  page: z.strictObject({
    index: z.int().min(0).describe('Counted from 0.'),
    limit: z.int().min(1).max(Number(fields.limit.maximum)),
    count: z.int().min(0).describe('Jobs on this page.'),
    total: z.int().min(0).describe('Stored jobs of this search, including near matches; not jobs on the web.'),
    exact: z.int().min(0).describe('Exact matches, including `match.inText`: all but the near matches (`match.near`).'),
  }),
  next: canonicalQuerySchema.nullable().describe('The ready-to-send body of the next page; `null` on the last.'),
  offers: z
    .strictObject({ places: z.array(offeredPlaceSchema) })
    .optional()
    .describe('Alternative searches: the places that an unknown or ambiguous location may mean.'),
  ...stateMembers,
  ...sourceMembers,
  jobs: z.array(jobSchema),
});

export type SearchAnswer = z.infer<typeof searchAnswerSchema>;

/** The response for a search that is still in flight, sent only on `Prefer: respond-async` (docs/reference/api.md, Not waiting). */
export const acceptedSchema = z.strictObject({
  status: z.literal('collecting'),
  detail: z.string(),
  retryAfterSeconds: z.int().min(1),
  query: canonicalQuerySchema,
  ...sourceMembers,
});

/** The first event of a streamed search: the canonical query and the sources it uses. */
export const searchStartedSchema = z.strictObject({
  query: canonicalQuerySchema,
  ...sourceMembers,
});

/** An event of a streamed search: the report of one source and the counts of all. */
export const reportedSourceSchema = z.strictObject({
  ...sourceReportSchema.shape,
  sourceCounts: sourceCountsSchema,
});

/** An event of a streamed search: the counts changed without a report of a named source. */
export const searchProgressSchema = z.strictObject({ sourceCounts: sourceCountsSchema });
