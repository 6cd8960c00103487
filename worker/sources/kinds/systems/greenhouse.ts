import { z } from 'zod';
import { boardSetting } from '../../parse/board-settings.js';
import { coerceText, listOf, neededId, neededText, placeText } from '../../parse/coerce.js';
import { readEntries } from '../../parse/read-entries.js';
import { readJson } from '../../parse/read-json.js';
import { emptyPosting, type Posting } from '../../posting.js';
import { commonSettings, defineKind, sourceChanged } from '../../source.js';

const settings = commonSettings.extend({
  kind: z.literal('greenhouse'),
  board: boardSetting(/^[\w-]{1,80}$/, 'board token, as in job-boards.greenhouse.io/TOKEN'),
  company: z.string().min(1).max(120).optional().describe('Company name, should the board not state it.'),
});

const jobSchema = z.object({
  id: neededId,
  title: neededText,
  absolute_url: neededText,
  company_name: coerceText,
  location: z.object({ name: coerceText }).nullish(),
  offices: z.array(z.object({ name: coerceText, location: coerceText })).nullish(),
  departments: z.array(z.object({ name: coerceText })).nullish(),
  requisition_id: coerceText,
  first_published: coerceText,
  updated_at: coerceText,
  application_deadline: coerceText,
  content: coerceText,
  metadata: z.array(z.object({ name: coerceText, value: z.unknown() })).nullish(),
  pay_input_ranges: z
    .array(
      z.object({
        min_cents: z.number().nullish(),
        max_cents: z.number().nullish(),
        currency_type: coerceText,
        title: coerceText,
      }),
    )
    .nullish(),
});
type Job = z.infer<typeof jobSchema>;

/**
 * A company's Greenhouse job board, complete in one request.
 * Documented at https://developers.greenhouse.io/job-board.html (GET /v1/boards/{token}/jobs; `content` adds descriptions,
 * departments and offices, `pay_transparency` the pay ranges).
 */
export const greenhouse = defineKind({
  kind: 'greenhouse',
  summary: 'Job boards on Greenhouse, by the Job Board API.',
  evidence: {
    requests: ['GET boards-api.greenhouse.io/v1/boards/{board}/jobs?content=true&pay_transparency=true'],
    access: 'documented',
    robots: 'Forbids only `/embed/`.',
    basis: [
      'https://developers.greenhouse.io/job-board.html',
      'https://github.com/colophon-group/jobseek (apps/crawler/src/core/monitors/greenhouse.py)',
      'https://github.com/santifer/career-ops (providers/greenhouse.mjs)',
    ],
    compared: '2026-11-28',
    recording: 'read',
  },
  terms: 'Public, made for other sites.',
  cost: { perRequest: 'all', details: false },
  addresses: [
    'boards.greenhouse.io/embed/job_board?for={board}',
    'boards.greenhouse.io/embed/job_board/js?for={board}',
    'boards.greenhouse.io/embed/job_app?for={board}',
    'job-boards.greenhouse.io/embed/job_board?for={board}',
    'job-boards.greenhouse.io/embed/job_board/js?for={board}',
    'job-boards.greenhouse.io/embed/job_app?for={board}',
    'boards.greenhouse.io/{board}',
    'job-boards.greenhouse.io/{board}',
    'boards.eu.greenhouse.io/embed/job_board/js?for={board}',
    'boards.eu.greenhouse.io/embed/job_board?for={board}',
    'boards.eu.greenhouse.io/embed/job_app?for={board}',
    'boards.eu.greenhouse.io/{board}',
    'job-boards.eu.greenhouse.io/{board}',
    'boards-api.greenhouse.io/v1/boards/{board}',
    'api.greenhouse.io/v1/boards/{board}',
  ],
  settings,
  requests: ({ baseUrl = 'https://boards-api.greenhouse.io', board }) => [
    {
      url: `${baseUrl}/v1/boards/${board}/jobs?content=true&pay_transparency=true`,
      role: 'listing',
      accept: 'json',
      list: { member: 'jobs' },
    },
  ],
  parse(response, _ask, { company }) {
    const board = z.object({ jobs: z.array(z.unknown()) }).safeParse(readJson(response));
    if (!board.success) throw sourceChanged('an object with a list "jobs"', response.body.slice(0, 80));
    return { ...readEntries(board.data.jobs, jobSchema, (job) => asPosting(job, company ?? null)), follow: [] };
  },
});

/** Maps the names that boards give to metadata fields to fields of a posting. */
const metadataFields: { field: 'jobType' | 'workplace' | 'level'; name: RegExp }[] = [
  { field: 'jobType', name: /employment type|job type|contract type|time type/i },
  { field: 'workplace', name: /workplace|remote|location type|work model/i },
  { field: 'level', name: /seniority|job level|career level|experience level/i },
];

function asPosting(job: Job, company: string | null): Posting {
  const posting: Posting = {
    ...emptyPosting(job.title, job.absolute_url),
    sourceJobId: job.id,
    requisitionId: job.requisition_id,
    applyUrl: `${job.absolute_url}#app`,
    company: { name: job.company_name ?? company, url: null, logoUrl: null },
    places: places(job),
    postedAt: job.first_published ?? job.updated_at,
    validUntil: job.application_deadline,
    // The API escapes the HTML once more than JSON requires; `normalise/text/description.ts` undoes it.
    descriptionHtml: job.content,
    salary: payOfRanges(job) ?? payOfMetadata(job),
    tags: listOf(...(job.departments ?? []).map(({ name }) => name)),
  };
  for (const { name, value } of job.metadata ?? [])
    for (const { field, name: known } of metadataFields)
      if (known.test(name ?? '')) posting[field].push(...words(value, name ?? ''));
  return posting;
}

/** A field's value as a list of texts; `true` counts only where the field's name is unambiguous ("Remote?"). */
function words(value: unknown, name: string): string[] {
  if (value === true) return /^(?:fully )?remote\W*$/i.test(name) ? ['remote'] : [];
  return [value].flat().filter((each): each is string => typeof each === 'string' && each !== '');
}

function places({ location, offices }: Job): Posting['places'] {
  if (location?.name) return placeText(location.name);
  return placeText(...(offices ?? []).map((office) => office.location ?? office.name));
}

/** Merges the ranges of several pay zones into one, from the lowest to the highest amount, if they share a currency. */
function payOfRanges({ pay_input_ranges: ranges }: Job): Posting['salary'] {
  const currency = ranges?.find(({ currency_type: code }) => code !== null)?.currency_type ?? null;
  const shared = (ranges ?? []).filter(({ currency_type: code }) => code === currency);
  const lows = shared.flatMap(({ min_cents: cents }) => (cents ? [cents / 100] : []));
  const highs = shared.flatMap(({ max_cents: cents }) => (cents ? [cents / 100] : []));
  if (lows.length + highs.length === 0) return null;
  const title = shared.map((range) => range.title ?? '').join(' ');
  return {
    text: null,
    min: lows.length > 0 ? Math.min(...lows) : null,
    max: highs.length > 0 ? Math.max(...highs) : null,
    currency,
    per: /hour/i.test(title) ? 'hour' : /annual|year/i.test(title) ? 'year' : null,
  };
}

const rangeSchema = z.object({ unit: coerceText, min_value: coerceText, max_value: coerceText });

/** A board's custom field for pay: a range with a currency. */
function payOfMetadata({ metadata }: Job): Posting['salary'] {
  for (const { name, value } of metadata ?? []) {
    const range = rangeSchema.safeParse(value);
    if (!range.success || !/salary|pay|compensation/i.test(name ?? '')) continue;
    const { unit, min_value: min, max_value: max } = range.data;
    if (min !== null || max !== null) return { text: null, min, max, currency: unit, per: null };
  }
  return null;
}
