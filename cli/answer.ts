import { z } from 'zod';

/** The report of one source; an unknown status counts as "not ok". */
export const reportSchema = z.object({
  name: z.string(),
  status: z.string(),
  jobs: z.number(),
  tookMs: z.number(),
  detail: z.string().nullable(),
});
export type Report = z.infer<typeof reportSchema>;

/** How many sources a search has, by status; absent in answers of a service before release 0.3. */
export const countsSchema = z.object({
  total: z.number(),
  ok: z.number(),
  pending: z.number(),
});
export type Counts = z.infer<typeof countsSchema>;

/** The sources a body names, and the counts of all. */
export type ReportedSources = { sources: readonly Report[]; sourceCounts?: Counts | undefined };

/** The counts in a body, derived from its reports if absent: then it names every source. */
export function countsOf({ sources, sourceCounts }: ReportedSources): Counts {
  const count = (status: string): number => sources.filter((source) => source.status === status).length;
  return sourceCounts ?? { total: sources.length, ok: count('ok'), pending: count('pending') };
}

const text = z.string().nullable();

/** The members of a job that the command prints; others are kept unchanged for `--json`. */
export const printedJobSchema = z.looseObject({
  id: z.string(),
  title: z.string(),
  company: z.looseObject({ name: text }),
  location: z.looseObject({ text }),
  workplace: text,
  salary: z.looseObject({ text: z.string() }).nullable(),
  postedAt: text,
  url: z.string(),
  source: z.string(),
  alsoOn: z.array(z.unknown()),
  inferred: z.array(z.string()),
  match: z.looseObject({
    near: z.literal(true).optional(),
    inText: z.literal(true).optional(),
    why: z.array(z.string()),
  }),
});
export type PrintedJob = z.infer<typeof printedJobSchema>;

/** The answer to a search; unknown members are kept and ignored. */
export const answerSchema = z.looseObject({
  page: z.looseObject({ index: z.number(), limit: z.number(), count: z.number(), total: z.number() }),
  next: z.record(z.string(), z.string()).nullable(),
  notices: z.array(z.string()),
  partial: z.boolean(),
  stale: z.boolean(),
  ageSeconds: z.number().nullable(),
  sources: z.array(reportSchema),
  sourceCounts: countsSchema.optional(),
  jobs: z.array(printedJobSchema),
});
export type PrintedAnswer = z.infer<typeof answerSchema>;

/** The members of a problem (RFC 9457) that the command prints; `errors` point to fields of the request. */
export const problemSchema = z.object({
  code: z.string(),
  status: z.number(),
  title: z.string(),
  detail: z.string().default(''),
  requestId: z.string().default(''),
  retryAfterSeconds: z.number().optional(),
  errors: z
    .array(
      z.object({
        pointer: z.string(),
        detail: z.string(),
        allowed: z
          .array(z.string())
          .or(z.object({ min: z.string(), max: z.string() }))
          .optional(),
      }),
    )
    .default([]),
  sources: z.array(reportSchema).default([]),
  sourceCounts: countsSchema.optional(),
});
export type PrintedProblem = z.infer<typeof problemSchema>;
