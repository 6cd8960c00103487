import { z } from 'zod';
import { companyName, subdomainOf } from '../../parse/board-settings.js';
import { coerceText, listOf, neededId, neededText } from '../../parse/coerce.js';
import { defineListing } from '../../parse/listing-kind.js';
import { emptyPosting } from '../../posting.js';
import { commonSettings } from '../../source.js';

const settings = commonSettings.extend({
  kind: z.literal('hirehive'),
  company: subdomainOf('hirehive.com'),
  companyName,
});

const pageSize = 100;

const named = z
  .object({ name: coerceText })
  .nullish()
  .transform((value) => value?.name ?? null);
const jobSchema = z.object({
  id: neededId,
  title: neededText,
  hosted_url: neededText,
  location: coerceText,
  state_code: coerceText,
  country: named,
  category: named,
  type: named,
  experience: named,
  salary: coerceText,
  published_date: coerceText,
  description: z.object({ html: coerceText, text: coerceText }).nullish(),
});

/**
 * A company's jobs on HireHive, in pages of 100, by the interface of its careers site.
 * Documented at https://developers.hirehive.com, as an endpoint that needs no key.
 */
export const hirehive = defineListing({
  kind: 'hirehive',
  summary: 'Career sites on HireHive, by the jobs API.',
  evidence: {
    requests: ['GET {company}.hirehive.com/api/v2/jobs?page={page}&page_size=100'],
    access: 'documented',
    robots: null,
    basis: [
      'https://developers.hirehive.com',
      'https://github.com/colophon-group/jobseek (apps/crawler/src/core/monitors/hirehive.py)',
      'https://github.com/ever-jobs/ever-jobs (packages/plugins/source-ats-hirehive)',
    ],
    compared: '2026-11-28',
    recording: 'none',
  },
  terms: 'Documented, without a key.',
  cost: { perRequest: pageSize, details: false },
  addresses: ['{company}.hirehive.com'],
  settings,
  request: ({ baseUrl, company }, { page }) => ({
    url: `${baseUrl ?? `https://${company}.hirehive.com`}/api/v2/jobs?page=${page + 1}&page_size=${pageSize}`,
  }),
  page: z.object({ meta: z.object({ has_next_page: z.boolean() }), items: z.array(z.unknown()) }),
  shape: 'a page with meta.has_next_page and items',
  entriesOf: ({ items }) => items,
  hasMore: ({ meta }) => meta.has_next_page,
  entry: jobSchema,
  asPosting: (job, { company, companyName: name }) => ({
    ...emptyPosting(job.title, job.hosted_url),
    sourceJobId: job.id,
    company: { name: name ?? company, url: null, logoUrl: null },
    places: [{ text: null, city: job.location, region: job.state_code, country: job.country }],
    jobType: listOf(job.type),
    level: listOf(job.experience),
    salary: job.salary === null ? null : { text: job.salary, min: null, max: null, currency: null, per: null },
    postedAt: job.published_date,
    descriptionHtml: job.description?.html ?? null,
    descriptionText: job.description?.html ? null : (job.description?.text ?? null),
    tags: listOf(job.category),
  }),
});
