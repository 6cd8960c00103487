import { z } from 'zod';
import { defineListing } from '../../parse/listing-kind.js';
import { companyNamed, emptyPosting, listOf, placeText } from '../../posting.js';
import { commonSettings } from '../../source.js';

const settings = commonSettings.extend({ kind: z.literal('arbeitnow') });

/**
 * Arbeitnow's open job board, mostly for Europe, page by page.
 * Documented at https://www.arbeitnow.com/blog/job-board-api (GET /api/job-board-api?page=).
 */
export const arbeitnow = defineListing({
  kind: 'arbeitnow',
  summary: 'Arbeitnow’s open job board, mostly of Europe.',
  evidence: {
    requests: ['GET www.arbeitnow.com/api/job-board-api[?page={page}]'],
    access: 'documented',
    robots: null,
    basis: [
      'https://www.arbeitnow.com/blog/job-board-api',
      'https://github.com/ever-jobs/ever-jobs (packages/plugins/source-arbeitnow)',
      'https://github.com/strelov1/freehire (internal/sources/arbeitnow.go)',
    ],
    compared: '2026-11-28',
    recording: 'read',
  },
  terms: 'Free, without a key; the owner requests a link back to the posting.',
  cost: { perRequest: 100, details: false },
  attribution: 'Postings from Arbeitnow (https://www.arbeitnow.com).',
  defaults: { freshSeconds: 3600, maxPages: 10 },
  addresses: ['arbeitnow.com'],
  settings,
  request: ({ baseUrl = 'https://www.arbeitnow.com' }, { page }) => ({
    url: `${baseUrl}/api/job-board-api${page === 0 ? '' : `?page=${page + 1}`}`,
  }),
  entries: 'data',
  hasMore: (page) => page.link('links.next') !== null,
  asPosting: (job) => ({
    ...emptyPosting(job.needed('title'), job.needed('url')),
    sourceJobId: job.needed('slug'),
    company: companyNamed(job.text('company_name')),
    places: placeText(job.text('location')),
    workplace: listOf(job.flag('remote') ? 'remote' : null),
    // Arbeitnow mixes contract types and levels in one list.
    jobType: job.texts('job_types'),
    level: job.texts('job_types'),
    postedAt: job.moment('created_at'),
    descriptionHtml: job.text('description'),
    tags: job.texts('tags'),
  }),
});
