import { z } from 'zod';
import { companyName, subdomainOf } from '../../parse/board-settings.js';
import { coerceAmount, coerceText, listOf, neededId, neededText, placeText } from '../../parse/coerce.js';
import { defineListing } from '../../parse/listing-kind.js';
import { emptyPosting, type PostingSalary } from '../../posting.js';
import { commonSettings } from '../../source.js';

const settings = commonSettings.extend({
  kind: z.literal('hibob'),
  company: subdomainOf('careers.hibob.com'),
  companyName,
});

/** The text of an ad stands in up to four members, each HTML. */
const adSchema = z.object({
  id: neededId,
  title: neededText,
  department: coerceText,
  employmentType: coerceText,
  site: coerceText,
  country: coerceText,
  workspaceType: coerceText,
  publishedAt: coerceText,
  description: coerceText,
  responsibilities: coerceText,
  requirements: coerceText,
  benefits: coerceText,
  payTransparencyMinSalary: coerceAmount,
  payTransparencyMaxSalary: coerceAmount,
  payTransparencySalaryCurrency: coerceText,
  payTransparencySalaryPayPeriod: coerceText,
});
type Ad = z.infer<typeof adSchema>;

function payOf(ad: Ad): PostingSalary | null {
  const { payTransparencyMinSalary: min, payTransparencyMaxSalary: max } = ad;
  if (min === null && max === null) return null;
  const { payTransparencySalaryCurrency: currency, payTransparencySalaryPayPeriod: per } = ad;
  return { text: null, min, max, currency, per };
}

/**
 * A company's job ads on HiBob, whole and in one answer: GET /api/job-ad of the career site, which learns from the header
 * `companyidentifier` whose ads are meant.
 */
export const hibob = defineListing({
  kind: 'hibob',
  summary: 'Job ads on HiBob, by the endpoint of the career site.',
  evidence: {
    requests: ['GET {company}.careers.hibob.com/api/job-ad'],
    access: 'undocumented',
    robots: null,
    basis: [
      'https://github.com/colophon-group/jobseek (apps/crawler/src/core/monitors/hibob.py)',
      'https://github.com/ever-jobs/ever-jobs (packages/plugins/source-ats-hibob)',
    ],
    compared: '2026-11-28',
    recording: 'read',
  },
  terms: 'Public, without a key.',
  cost: { perRequest: 'all', details: false },
  addresses: ['{company}.careers.hibob.com'],
  settings,
  request: ({ baseUrl, company }) => ({
    url: `${baseUrl ?? `https://${company}.careers.hibob.com`}/api/job-ad`,
    headers: { companyidentifier: company },
  }),
  page: z.object({ jobAdDetails: z.array(z.unknown()) }),
  shape: 'an object with a list "jobAdDetails"',
  list: { member: 'jobAdDetails' },
  entriesOf: ({ jobAdDetails }) => jobAdDetails,
  entry: adSchema,
  asPosting: (ad, { company, companyName: name }) => ({
    ...emptyPosting(ad.title, `https://${company}.careers.hibob.com/jobs/${encodeURIComponent(ad.id)}`),
    sourceJobId: ad.id,
    company: { name: name ?? company, url: null, logoUrl: null },
    places: placeText(listOf(ad.site, ad.country).join(', ')),
    workplace: listOf(ad.workspaceType),
    jobType: listOf(ad.employmentType),
    salary: payOf(ad),
    postedAt: ad.publishedAt,
    descriptionHtml: listOf(ad.description, ad.responsibilities, ad.requirements, ad.benefits).join('\n') || null,
    tags: listOf(ad.department),
  }),
});
