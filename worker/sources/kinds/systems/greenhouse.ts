import { z } from 'zod';
import { boardSetting } from '../../parse/board-settings.js';
import { defineListing } from '../../parse/listing-kind.js';
import type { Members } from '../../parse/members.js';
import { companyNamed, emptyPosting, type Posting, payWith, placeText } from '../../posting.js';
import { commonSettings } from '../../source.js';

const settings = commonSettings.extend({
  kind: z.literal('greenhouse'),
  board: boardSetting(/^[\w-]{1,80}$/, 'board token, as in job-boards.greenhouse.io/TOKEN'),
  company: z.string().min(1).max(120).optional().describe('Company name, should the board not state it.'),
});

/**
 * A company's Greenhouse job board, complete in one request.
 * Documented at https://developers.greenhouse.io/job-board.html (GET /v1/boards/{token}/jobs; `content` adds descriptions,
 * departments and offices, `pay_transparency` the pay ranges).
 */
export const greenhouse = defineListing({
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
  request: ({ baseUrl = 'https://boards-api.greenhouse.io', board }) => ({
    url: `${baseUrl}/v1/boards/${board}/jobs?content=true&pay_transparency=true`,
  }),
  entries: 'jobs',
  inParts: [],
  asPosting(job, { company }) {
    const url = job.needed('absolute_url');
    const posting: Posting = {
      ...emptyPosting(job.needed('title'), url),
      sourceJobId: job.needed('id'),
      requisitionId: job.text('requisition_id'),
      applyUrl: `${url}#app`,
      company: companyNamed(job.text('company_name') ?? company ?? null),
      places: placesOf(job),
      postedAt: job.text('first_published', 'updated_at'),
      validUntil: job.text('application_deadline'),
      // The API escapes the HTML once more than JSON requires; `normalise/text/description.ts` undoes it.
      descriptionHtml: job.text('content'),
      salary: payOfRanges(job.rows('pay_input_ranges')) ?? payOfMetadata(job.rows('metadata')),
      tags: job.texts('departments.name'),
    };
    for (const each of job.rows('metadata'))
      for (const { field, name: known } of metadataFields)
        if (known.test(each.text('name') ?? '')) posting[field].push(...words(each));
    return posting;
  },
});

/** Maps the names that boards give to metadata fields to fields of a posting. */
const metadataFields: { field: 'jobType' | 'workplace' | 'level'; name: RegExp }[] = [
  { field: 'jobType', name: /employment type|job type|contract type|time type/i },
  { field: 'workplace', name: /workplace|remote|location type|work model/i },
  { field: 'level', name: /seniority|job level|career level|experience level/i },
];

/** A field's value as a list of texts; `true` counts only if the field's name is unambiguous ("Remote?"). */
function words(field: Members): string[] {
  if (field.flag('value') !== true) return field.texts('value');
  return /^(?:fully )?remote\W*$/i.test(field.text('name') ?? '') ? ['remote'] : [];
}

function placesOf(job: Members): Posting['places'] {
  const main = job.text('location.name');
  const offices = job.rows('offices').map((office) => office.text('location', 'name'));
  return placeText(...(main === null ? offices : [main]));
}

/** Merges the ranges of several pay zones into one, from the lowest to the highest amount, if they share a currency. */
function payOfRanges(ranges: readonly Members[]): Posting['salary'] {
  const currency = ranges.map((range) => range.text('currency_type')).find((code) => code !== null) ?? null;
  const shared = ranges.filter((range) => range.text('currency_type') === currency);
  const amounts = (name: string): number[] => shared.flatMap((range) => (range.number(name) ?? 0) / 100 || []);
  const [lows, highs] = [amounts('min_cents'), amounts('max_cents')];
  const title = shared.map((range) => range.text('title') ?? '').join(' ');
  return payWith({
    min: lows.length > 0 ? Math.min(...lows) : null,
    max: highs.length > 0 ? Math.max(...highs) : null,
    currency,
    per: /hour/i.test(title) ? 'hour' : /annual|year/i.test(title) ? 'year' : null,
  });
}

/** A board's custom field for pay: a range with a currency. */
function payOfMetadata(metadata: readonly Members[]): Posting['salary'] {
  for (const field of metadata) {
    if (!/salary|pay|compensation/i.test(field.text('name') ?? '')) continue;
    const [min, max] = [field.text('value.min_value'), field.text('value.max_value')];
    if (min !== null || max !== null) return payWith({ min, max, currency: field.text('value.unit') });
  }
  return null;
}
