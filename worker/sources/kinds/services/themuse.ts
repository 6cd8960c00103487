import { z } from 'zod';
import { defineListing } from '../../parse/listing-kind.js';
import { companyNamed, emptyPosting, listOf, placeText } from '../../posting.js';
import { commonSettings } from '../../source.js';

const settings = commonSettings.extend({ kind: z.literal('themuse') });

/** The API answers 400 to requests for pages beyond this one. */
const lastPage = 99;

/**
 * The Muse's jobs, newest first, in pages of 20, of which the API returns 99. Documented at
 * https://www.themuse.com/developers/api/v2 (GET /api/public/jobs?page=).
 */
export const themuse = defineListing({
  kind: 'themuse',
  summary: 'The Muse’s jobs.',
  evidence: {
    requests: ['GET www.themuse.com/api/public/jobs?page={page}&descending=true'],
    access: 'documented',
    robots: null,
    basis: [
      'https://www.themuse.com/developers/api/v2',
      'https://github.com/ever-jobs/ever-jobs (packages/plugins/source-themuse)',
      'https://github.com/santifer/career-ops (providers/themuse.mjs)',
    ],
    compared: '2026-11-28',
    recording: 'none',
  },
  terms: 'Public, at most 500 requests an hour; the owner requests a link back to each job.',
  cost: { perRequest: 20, details: false },
  attribution: 'Postings from The Muse (https://www.themuse.com).',
  defaults: { freshSeconds: 3600, maxPages: 25, perMinute: 30 },
  addresses: ['themuse.com'],
  settings,
  request: ({ baseUrl = 'https://www.themuse.com' }, { page }) => ({
    url: `${baseUrl}/api/public/jobs?page=${page + 1}&descending=true`,
  }),
  entries: 'results',
  hasMore: (page) => page.count('page') < Math.min(page.count('page_count'), lastPage),
  isTruncated: (page) => page.count('page_count') > lastPage,
  asPosting(job) {
    // "Flexible / Remote" is The Muse's term for remote.
    const [places, isRemote] = [job.texts('locations.name'), (name: string) => /remote/i.test(name)];
    return {
      ...emptyPosting(job.needed('name'), job.needed('refs.landing_page')),
      sourceJobId: job.needed('id'),
      company: companyNamed(job.text('company.name')),
      places: placeText(...places.filter((name) => !isRemote(name))),
      workplace: listOf(places.some(isRemote) ? 'remote' : null),
      level: job.texts('levels.name'),
      postedAt: job.text('publication_date'),
      descriptionHtml: job.text('contents'),
      tags: job.texts('categories.name', 'tags.name'),
    };
  },
});
