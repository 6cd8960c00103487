import { z } from 'zod';
import { companyName, subdomainOf } from '../../parse/board-settings.js';
import { defineListing } from '../../parse/listing-kind.js';
import { companyNamed, emptyPosting, payWith, placeWith } from '../../posting.js';
import { commonSettings } from '../../source.js';

const settings = commonSettings.extend({
  kind: z.literal('hirehive'),
  company: subdomainOf('hirehive.com'),
  companyName,
});

const pageSize = 100;

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
  entries: 'items',
  hasMore: (page) => page.says('meta.has_next_page'),
  asPosting: (job, { company, companyName: name }) => ({
    ...emptyPosting(job.needed('title'), job.needed('hosted_url')),
    sourceJobId: job.needed('id'),
    company: companyNamed(name ?? company),
    places: [
      placeWith({ city: job.text('location'), region: job.text('state_code'), country: job.text('country.name') }),
    ],
    jobType: job.texts('type.name'),
    level: job.texts('experience.name'),
    salary: payWith({ text: job.text('salary') }),
    postedAt: job.text('published_date'),
    descriptionHtml: job.text('description.html'),
    descriptionText: job.text('description.html') === null ? job.text('description.text') : null,
    tags: job.texts('category.name'),
  }),
});
