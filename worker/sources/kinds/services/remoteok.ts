import { z } from 'zod';
import { defineListing } from '../../parse/listing-kind.js';
import { companyNamed, emptyPosting, payWith, placeText } from '../../posting.js';
import { commonSettings } from '../../source.js';

const settings = commonSettings.extend({ kind: z.literal('remoteok') });

/**
 * Remote OK's remote jobs, complete in one request. Pay is stated in US dollars per year.
 * Documented by its own first element and at https://remoteok.com/api.
 */
export const remoteok = defineListing({
  kind: 'remoteok',
  summary: 'Remote OK’s remote jobs.',
  evidence: {
    requests: ['GET remoteok.com/api'],
    access: 'documented',
    robots: 'Allows everything with `Crawl-delay: 1`, except to AI crawlers.',
    basis: [
      'https://remoteok.com/api',
      'https://github.com/ever-jobs/ever-jobs (packages/plugins/source-remoteok)',
      'https://github.com/strelov1/freehire (internal/sources/remoteok.go)',
    ],
    compared: '2026-11-28',
    recording: 'read',
  },
  terms: 'Public; the owner requires a followed link back and its name as the source.',
  cost: { perRequest: 'all', details: false },
  attribution: 'Postings from Remote OK (https://remoteok.com).',
  defaults: { freshSeconds: 3600 },
  addresses: ['remoteok.com', 'remoteok.io'],
  settings,
  absence: 'newest',
  request: ({ baseUrl = 'https://remoteok.com' }) => ({ url: `${baseUrl}/api` }),
  entries: '',
  inParts: [],
  // The first element of the response is the owner's legal notice, not a posting.
  isShown: (job) => job.text('legal') === null,
  asPosting: (job) => ({
    ...emptyPosting(job.needed('position'), job.needed('url')),
    sourceJobId: job.needed('id'),
    applyUrl: job.text('apply_url'),
    company: companyNamed(job.text('company'), { logoUrl: job.text('company_logo', 'logo') }),
    // The location of the company or the work; the API does not state where applicants must live.
    places: placeText(job.text('location')?.replace(/(?<![\s,])[\s,]+$/, '') ?? null),
    workplace: ['remote'],
    salary: payWith({ min: job.amount('salary_min'), max: job.amount('salary_max'), currency: 'USD', per: 'year' }),
    postedAt: job.text('date') ?? job.moment('epoch'),
    descriptionHtml: job.text('description'),
    tags: job.texts('tags'),
  }),
});
