import { z } from 'zod';
import { emptyPosting, type Posting } from '../posting.js';
import { sourceChanged } from '../source-errors.js';
import { readEntries } from './read-entries.js';
import { readJson } from './read-json.js';
import { commonSettings, defineKind } from './source.js';

const settings = commonSettings.extend({
  kind: z.literal('greenhouse'),
  board: z
    .string()
    .regex(/^[\w-]{1,80}$/, 'The board token: the last part of job-boards.greenhouse.io/TOKEN.')
    .describe('Board token, as in job-boards.greenhouse.io/TOKEN.'),
  company: z.string().min(1).max(120).optional().describe('Company name, should the board not state it.'),
});

const named = z.object({ name: z.string().nullish() });
const jobSchema = z.object({
  id: z.union([z.number(), z.string()]),
  title: z.string(),
  absolute_url: z.string(),
  company_name: z.string().nullish(),
  location: named.nullish(),
  offices: z.array(named).nullish(),
  departments: z.array(named).nullish(),
  requisition_id: z.string().nullish(),
  first_published: z.string().nullish(),
  updated_at: z.string().nullish(),
  application_deadline: z.string().nullish(),
  content: z.string().nullish(),
  metadata: z.array(z.object({ name: z.string().nullish(), value: z.unknown() })).nullish(),
  pay_input_ranges: z
    .array(
      z.object({
        min_cents: z.number().nullish(),
        max_cents: z.number().nullish(),
        currency_type: z.string().nullish(),
        title: z.string().nullish(),
      }),
    )
    .nullish(),
});
const boardSchema = z.object({ jobs: z.array(z.unknown()) });

/**
 * A company's Greenhouse job board, whole in one request.
 * Documented at https://developers.greenhouse.io/job-board.html (GET /v1/boards/{token}/jobs?content=true).
 */
export const greenhouse = defineKind({
  kind: 'greenhouse',
  summary: 'A company’s job board on Greenhouse, by its public Job Board API.',
  documentation: 'https://developers.greenhouse.io/job-board.html',
  terms: 'The Job Board API is public and unauthenticated, made for showing a company’s postings elsewhere.',
  settings,
  narrows: () => [],
  wing: () => 'http',
  ask({ baseUrl = 'https://boards-api.greenhouse.io', board }) {
    return [{ url: `${baseUrl}/v1/boards/${board}/jobs?content=true`, role: 'listing', accept: 'json' }];
  },
  read(answer, _ask, { company }) {
    const board = boardSchema.safeParse(readJson(answer));
    if (!board.success) throw sourceChanged('an object with a list "jobs"', answer.body.slice(0, 80));
    return { ...readEntries(board.data.jobs, jobSchema, (job) => asPosting(job, company ?? null)), follow: [] };
  },
});

/** Metadata fields that boards name for what a posting says of itself. */
const metadataFields: { field: 'jobType' | 'workplace' | 'level'; name: RegExp }[] = [
  { field: 'jobType', name: /employment type|job type|contract type|time type/i },
  { field: 'workplace', name: /workplace|remote|location type|work model/i },
  { field: 'level', name: /seniority|job level|career level|experience level/i },
];

function asPosting(job: z.infer<typeof jobSchema>, company: string | null): Posting {
  const posting: Posting = {
    ...emptyPosting(job.title, job.absolute_url),
    sourceJobId: String(job.id),
    requisitionId: job.requisition_id ?? null,
    applyUrl: `${job.absolute_url}#app`,
    company: { name: job.company_name ?? company, url: null, logoUrl: null },
    places: places(job),
    postedAt: job.first_published ?? job.updated_at ?? null,
    validUntil: job.application_deadline ?? null,
    // The API escapes the HTML once more than JSON needs; `normalise/description.ts` undoes it.
    descriptionHtml: job.content ?? null,
    salary: pay(job),
    tags: (job.departments ?? []).flatMap(({ name }) => (name ? [name] : [])),
  };
  for (const { name, value } of job.metadata ?? [])
    for (const { field, name: known } of metadataFields)
      if (typeof value === 'string' && known.test(name ?? '')) posting[field].push(value);
  return posting;
}

function places({ location, offices }: z.infer<typeof jobSchema>): Posting['places'] {
  const names = location?.name ? [location.name] : (offices ?? []).flatMap(({ name }) => (name ? [name] : []));
  return names.map((text) => ({ text, city: null, region: null, country: null }));
}

function pay({ pay_input_ranges: ranges }: z.infer<typeof jobSchema>): Posting['salary'] {
  const range = ranges?.[0];
  if (!range) return null;
  const whole = (cents: number | null | undefined) => (typeof cents === 'number' ? cents / 100 : null);
  const per = /hour/i.test(range.title ?? '') ? 'hour' : null;
  return {
    text: null,
    min: whole(range.min_cents),
    max: whole(range.max_cents),
    currency: range.currency_type ?? null,
    per,
  };
}
