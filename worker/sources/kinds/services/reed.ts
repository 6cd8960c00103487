import { z } from 'zod';
import { ownKey } from '../../parse/board-settings.js';
import { defineListing } from '../../parse/listing-kind.js';
import { companyNamed, emptyPosting, payWith, placeWith } from '../../posting.js';
import { commonSettings } from '../../source.js';

const settings = commonSettings.extend({
  kind: z.literal('reed'),
  apiKey: ownKey(8, 'Your own API key'),
});

/** The API returns at most this many postings per page. */
const pageSize = 100;

/**
 * Jobs of Reed (United Kingdom), searched by keyword and place, in pages of 100, with the operator's own key. Descriptions are only
 * the beginnings of the original ones. Documented at https://www.reed.co.uk/developers/jobseeker.
 */
export const reed = defineListing({
  kind: 'reed',
  summary: 'Reed’s jobs in the United Kingdom, with your own API key.',
  evidence: {
    requests: [
      'GET www.reed.co.uk/api/1.0/search?keywords={keyword}&locationName={location}&resultsToTake=100&resultsToSkip={offset}',
    ],
    access: 'documented',
    robots: 'Forbids `/api/`.',
    basis: [
      'https://www.reed.co.uk/developers/jobseeker',
      'https://github.com/strelov1/freehire (internal/sources/reed.go)',
      'https://github.com/strelov1/freehire (internal/sources/testdata/reed_search.json)',
    ],
    compared: '2026-11-28',
    recording: 'read',
  },
  terms: 'Free with your own key, under the terms accepted with it.',
  cost: { perRequest: pageSize, details: false },
  attribution: 'Jobs by Reed (https://www.reed.co.uk).',
  defaults: { maxPages: 5, perMinute: 20, freshSeconds: 10_800 },
  // biome-ignore lint/suspicious/noTemplateCurlyInString: this is how operators name a value of the environment.
  addresses: [{ address: 'reed.co.uk', settings: { apiKey: '${REED_API_KEY}' } }],
  keyed: true,
  settings,
  narrows: () => ['keyword', 'location'],
  request({ baseUrl = 'https://www.reed.co.uk', apiKey }, { read, narrow }) {
    const query = new URLSearchParams({
      keywords: narrow.keyword ?? '',
      locationName: narrow.location ?? '',
      resultsToTake: String(pageSize),
      resultsToSkip: String(read),
    });
    // The key is the user name; there is no password.
    const login = Buffer.from(`${apiKey}:`).toString('base64');
    return { url: `${baseUrl}/api/1.0/search?${query}`, headers: { authorization: `Basic ${login}` } };
  },
  entries: 'results',
  hasMore: (page, read) => read < page.count('totalResults'),
  asPosting: (job) => ({
    ...emptyPosting(job.needed('jobTitle'), job.needed('jobUrl')),
    sourceJobId: job.needed('jobId'),
    company: companyNamed(job.text('employerName')),
    places: [placeWith({ text: job.text('locationName'), country: 'GB' })],
    salary: payWith({
      min: job.amount('minimumSalary'),
      max: job.amount('maximumSalary'),
      currency: job.text('currency') ?? 'GBP',
      per: 'year',
    }),
    postedAt: dayOf(job.text('date')),
    validUntil: dayOf(job.text('expirationDate')),
    descriptionHtml: job.text('jobDescription'),
  }),
});

/** Days are in British format, 21/11/2026. */
const dayOf = (text: string | null): string | null => text?.replace(/^(\d{2})\/(\d{2})\/(\d{4})$/, '$3-$2-$1') ?? null;
