import { z } from 'zod';
import { companyName, subdomainOf } from '../../parse/board-settings.js';
import { defineListing } from '../../parse/listing-kind.js';
import { companyNamed, emptyPosting, payWith, placeText } from '../../posting.js';
import { commonSettings } from '../../source.js';

const settings = commonSettings.extend({
  kind: z.literal('hibob'),
  company: subdomainOf('careers.hibob.com'),
  companyName,
});

/**
 * A company's complete job ads on HiBob, in one answer: GET /api/job-ad of the career site, with the company in the
 * header `companyidentifier`.
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
  entries: 'jobAdDetails',
  inParts: [],
  // The text of an ad is in up to four members, each HTML.
  asPosting: (ad, { company, companyName: name }) => ({
    ...emptyPosting(
      ad.needed('title'),
      `https://${company}.careers.hibob.com/jobs/${encodeURIComponent(ad.needed('id'))}`,
    ),
    sourceJobId: ad.needed('id'),
    company: companyNamed(name ?? company),
    places: placeText(ad.texts('site', 'country').join(', ')),
    workplace: ad.texts('workspaceType'),
    jobType: ad.texts('employmentType'),
    salary: payWith({
      min: ad.amount('payTransparencyMinSalary'),
      max: ad.amount('payTransparencyMaxSalary'),
      currency: ad.text('payTransparencySalaryCurrency'),
      per: ad.text('payTransparencySalaryPayPeriod'),
    }),
    postedAt: ad.text('publishedAt'),
    descriptionHtml: ad.texts('description', 'responsibilities', 'requirements', 'benefits').join('\n') || null,
    tags: ad.texts('department'),
  }),
});
