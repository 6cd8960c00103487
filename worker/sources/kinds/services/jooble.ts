import { z } from 'zod';
import { ownKey } from '../../parse/board-settings.js';
import { defineListing } from '../../parse/listing-kind.js';
import { companyNamed, emptyPosting, payWith, placeText } from '../../posting.js';
import { commonSettings } from '../../source.js';

const settings = commonSettings.extend({
  kind: z.literal('jooble'),
  apiKey: ownKey(8, 'Your own API key'),
});

/** Default postings per page. */
const pageSize = 20;

/**
 * Jobs found by Jooble, searched by keyword and place, in pages of 20, with the operator's own key. Descriptions are
 * only snippets. Documented at https://jooble.org/api/about (POST /api/{key}).
 */
export const jooble = defineListing({
  kind: 'jooble',
  summary: 'Jobs found by Jooble, with your own API key.',
  evidence: {
    requests: ['POST jooble.org/api/{apiKey}'],
    access: 'documented',
    robots: 'Forbids results and postings (`/SearchResult`, `/desc/`, `/away/`); no rule for `/api/` is reported.',
    basis: ['https://jooble.org/api/about', 'https://github.com/ever-jobs/ever-jobs (packages/plugins/source-jooble)'],
    compared: '2026-11-28',
    recording: 'none',
  },
  terms: 'For showing its jobs, with your own key and under the terms accepted with it.',
  cost: { perRequest: pageSize, details: false },
  attribution: 'Jobs by Jooble (https://jooble.org).',
  defaults: { maxPages: 5, perMinute: 20, freshSeconds: 10_800 },
  // biome-ignore lint/suspicious/noTemplateCurlyInString: this is how operators name a value of the environment.
  addresses: [{ address: 'jooble.org', settings: { apiKey: '${JOOBLE_API_KEY}' } }],
  keyed: true,
  settings,
  narrows: () => ['keyword', 'location'],
  request: ({ baseUrl = 'https://jooble.org', apiKey }, { page, narrow }) => ({
    url: `${baseUrl}/api/${encodeURIComponent(apiKey)}`,
    method: 'POST' as const,
    json: { keywords: narrow.keyword ?? '', location: narrow.location ?? '', page: String(page + 1) },
  }),
  entries: 'jobs',
  hasMore: (page, read) => read < page.count('totalCount'),
  asPosting: (job) => ({
    ...emptyPosting(job.needed('title'), job.needed('link')),
    sourceJobId: job.needed('id'),
    company: companyNamed(job.text('company')),
    places: placeText(job.text('location')),
    jobType: job.texts('type'),
    salary: payWith({ text: job.text('salary') }),
    postedAt: job.text('updated'),
    descriptionHtml: job.text('snippet'),
  }),
});
