import { z } from 'zod';
import { tableOf } from '../../../../shared/table-of.js';
import { ownKey } from '../../parse/board-settings.js';
import { defineListing } from '../../parse/listing-kind.js';
import type { Members } from '../../parse/members.js';
import { companyNamed, emptyPosting, type Posting, payWith, placeText } from '../../posting.js';
import { commonSettings } from '../../source.js';

const settings = commonSettings.extend({
  kind: z.literal('adzuna'),
  country: z
    .string()
    .regex(/^[a-z]{2}$/, 'Two letters of a country Adzuna covers, such as gb.')
    .describe('Country, such as gb, us or de.'),
  appId: ownKey(4, 'Your own application id'),
  appKey: ownKey(8, 'Your own application key'),
});

/** The API returns at most this many postings per page. */
const pageSize = 50;

/** The currency of yearly pay, by country. */
const currencies: Readonly<Record<string, string>> = tableOf({
  gb: 'GBP',
  us: 'USD',
  de: 'EUR',
  at: 'EUR',
  fr: 'EUR',
  nl: 'EUR',
  it: 'EUR',
  es: 'EUR',
  be: 'EUR',
  au: 'AUD',
  nz: 'NZD',
  ca: 'CAD',
  in: 'INR',
  pl: 'PLN',
  br: 'BRL',
  mx: 'MXN',
  za: 'ZAR',
  sg: 'SGD',
  ch: 'CHF',
});

/** The country of each of Adzuna’s sites, by the ending of its host. */
const countrySites = {
  com: 'us',
  'co.uk': 'gb',
  de: 'de',
  fr: 'fr',
  at: 'at',
  nl: 'nl',
  pl: 'pl',
  it: 'it',
  es: 'es',
  ca: 'ca',
  'com.au': 'au',
  'co.nz': 'nz',
  sg: 'sg',
  in: 'in',
  'com.br': 'br',
  'co.za': 'za',
  'com.mx': 'mx',
  ch: 'ch',
  be: 'be',
};

/**
 * Adzuna's jobs in one country, searched by keyword and place, in pages of 50, with the operator's own keys. Descriptions
 * are only the beginnings of the original ones.
 * Documented at https://developer.adzuna.com/docs/search (GET /v1/api/jobs/{country}/search/{page}).
 */
export const adzuna = defineListing({
  kind: 'adzuna',
  summary: 'Adzuna’s jobs of a country, with your own keys.',
  evidence: {
    requests: [
      'GET api.adzuna.com/v1/api/jobs/{country}/search/{page}?app_id={appId}&app_key={appKey}&results_per_page=50&what={keyword}&where={location}',
    ],
    access: 'documented',
    robots: 'Reported as `Disallow: /`.',
    basis: [
      'https://developer.adzuna.com/docs/search',
      'https://github.com/ever-jobs/ever-jobs (packages/plugins/source-adzuna)',
    ],
    compared: '2026-11-28',
    recording: 'none',
  },
  terms: 'Free with your own keys, under the terms accepted with them: 25 requests a minute and 250 a day.',
  cost: { perRequest: pageSize, details: false },
  attribution: 'Jobs by Adzuna (https://www.adzuna.com).',
  defaults: { maxPages: 5, perMinute: 20, freshSeconds: 10_800 },
  addresses: Object.entries(countrySites).map(([ending, country]) => ({
    address: `adzuna.${ending}`,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: this is how operators name a value of the environment.
    settings: { country, appId: '${ADZUNA_APP_ID}', appKey: '${ADZUNA_APP_KEY}' },
  })),
  keyed: true,
  settings,
  narrows: () => ['keyword', 'location'],
  request: ({ baseUrl = 'https://api.adzuna.com', country, appId, appKey }, { page, narrow }) => {
    const query = new URLSearchParams({
      app_id: appId,
      app_key: appKey,
      results_per_page: String(pageSize),
      what: narrow.keyword ?? '',
      where: narrow.location ?? '',
    });
    return { url: `${baseUrl}/v1/api/jobs/${country}/search/${page + 1}?${query}` };
  },
  entries: 'results',
  hasMore: (page, _read, pages) => pages * pageSize < page.count('count'),
  asPosting: (job, { country }) => ({
    ...emptyPosting(job.needed('title'), job.needed('redirect_url')),
    sourceJobId: job.needed('id'),
    company: companyNamed(job.text('company.display_name')),
    places: placeText(job.text('location.display_name') ?? job.texts('location.area').toReversed().join(', ')).map(
      (place) => ({ ...place, country: country.toUpperCase() }),
    ),
    jobType: jobTypesOf(job),
    salary: payOf(job, country),
    postedAt: job.text('created'),
    descriptionHtml: job.text('description'),
    tags: job.texts('category.label'),
  }),
});

/** A temporary contract is more specific than the hours, a permanent one less. */
function jobTypesOf(job: Members): string[] {
  const hours = job.texts('contract_time').map((each) => each.replaceAll('_', ' '));
  const type = job.texts('contract_type');
  return type[0] === 'permanent' ? [...hours, ...type] : [...type, ...hours];
}

/** Yearly pay in the country's currency. Predicted pay is Adzuna's estimate, not stated by the posting. */
function payOf(job: Members, country: string): Posting['salary'] {
  if (job.flag('salary_is_predicted') === true || job.text('salary_is_predicted') === '1') return null;
  const currency = currencies[country] ?? null;
  return payWith({ min: job.amount('salary_min'), max: job.amount('salary_max'), currency, per: 'year' });
}
