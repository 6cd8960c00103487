import { z } from 'zod';
import { ownKey } from '../../parse/board-settings.js';
import { coerceAmount, coerceText, neededId, neededText } from '../../parse/coerce.js';
import { defineListing } from '../../parse/listing-kind.js';
import { emptyPosting } from '../../posting.js';
import { commonSettings } from '../../source.js';

const settings = commonSettings.extend({
  kind: z.literal('reed'),
  apiKey: ownKey(8, 'Your own API key'),
});

/** The API returns at most this many postings per page. */
const pageSize = 100;

/** Days are written as in Britain, 21/11/2026. */
const day = coerceText.transform((text) => text?.replace(/^(\d{2})\/(\d{2})\/(\d{4})$/, '$3-$2-$1') ?? null);

const jobSchema = z.object({
  jobId: neededId,
  jobTitle: neededText,
  jobUrl: neededText,
  employerName: coerceText,
  locationName: coerceText,
  minimumSalary: coerceAmount,
  maximumSalary: coerceAmount,
  currency: coerceText,
  date: day,
  expirationDate: day,
  jobDescription: coerceText,
});

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
      ...{ keywords: narrow.keyword ?? '', locationName: narrow.location ?? '' },
      ...{ resultsToTake: String(pageSize), resultsToSkip: String(read) },
    });
    // The key is the name of a user without a password.
    const login = Buffer.from(`${apiKey}:`).toString('base64');
    return { url: `${baseUrl}/api/1.0/search?${query}`, headers: { authorization: `Basic ${login}` } };
  },
  page: z.object({ results: z.array(z.unknown()), totalResults: z.number() }),
  shape: 'an object with results and totalResults',
  entriesOf: ({ results }) => results,
  hasMore: ({ totalResults }, read) => read < totalResults,
  entry: jobSchema,
  asPosting: ({ minimumSalary: min, maximumSalary: max, ...job }) => ({
    ...emptyPosting(job.jobTitle, job.jobUrl),
    sourceJobId: job.jobId,
    company: { name: job.employerName, url: null, logoUrl: null },
    places: [{ text: job.locationName, city: null, region: null, country: 'GB' }],
    salary:
      min === null && max === null ? null : { text: null, min, max, currency: job.currency ?? 'GBP', per: 'year' },
    postedAt: job.date,
    validUntil: job.expirationDate,
    descriptionHtml: job.jobDescription,
  }),
});
