import { z } from 'zod';
import { tableOf } from '../../../../shared/table-of.js';
import { ownKey } from '../../parse/board-settings.js';
import { coerceAmount, coerceText, coerceTexts, listOf, neededId, neededText } from '../../parse/coerce.js';
import { readEntries } from '../../parse/read-entries.js';
import { readShape } from '../../parse/read-shape.js';
import { emptyPosting, type Posting } from '../../posting.js';
import { commonSettings, defineKind, type Narrow, type PageRequest } from '../../source.js';

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

const settings = commonSettings.extend({
  kind: z.literal('adzuna'),
  country: z
    .string()
    .regex(/^[a-z]{2}$/, 'Two letters of a country Adzuna covers, such as gb.')
    .describe('Country, such as gb, us or de.'),
  appId: ownKey(4, 'Your own application id'),
  appKey: ownKey(8, 'Your own application key'),
});
type Settings = z.infer<typeof settings>;

/** The API returns at most this many postings per page. */
const pageSize = 50;

const pageSchema = z.object({ count: z.number(), results: z.array(z.unknown()) });
const jobSchema = z.object({
  id: neededId,
  title: neededText,
  redirect_url: neededText,
  description: coerceText,
  created: coerceText,
  company: z.object({ display_name: coerceText }).nullish(),
  location: z.object({ display_name: coerceText, area: coerceTexts }).nullish(),
  category: z.object({ label: coerceText }).nullish(),
  contract_time: coerceText,
  contract_type: coerceText,
  salary_min: coerceAmount,
  salary_max: coerceAmount,
  salary_is_predicted: z.union([z.string(), z.number(), z.boolean()]).nullish(),
});
type Job = z.infer<typeof jobSchema>;

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

/**
 * Adzuna's jobs in one country, searched by keyword and place, in pages of 50, with the operator's own keys. Descriptions
 * are only the beginnings of the original ones.
 * Documented at https://developer.adzuna.com/docs/search (GET /v1/api/jobs/{country}/search/{page}).
 */
export const adzuna = defineKind({
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
  requests: (chosen, narrow) => [pageRequest(chosen, narrow, 1)],
  parse(response, request, chosen) {
    const { count, results } = readShape(response, pageSchema, 'an object with count and a list "results"');
    const { narrow, number } = request.memo as { narrow: Narrow; number: number };
    const more = results.length > 0 && number * pageSize < count;
    return {
      ...readEntries(results, jobSchema, (job) => asPosting(job, chosen.country)),
      follow: more ? [pageRequest(chosen, narrow, number + 1)] : [],
    };
  },
});

function asPosting(job: Job, country: string): Posting {
  const place = job.location?.display_name ?? job.location?.area.toReversed().join(', ') ?? '';
  return {
    ...emptyPosting(job.title, job.redirect_url),
    sourceJobId: job.id,
    company: { name: job.company?.display_name ?? null, url: null, logoUrl: null },
    places: place === '' ? [] : [{ text: place, city: null, region: null, country: country.toUpperCase() }],
    jobType: jobTypesOf(job),
    salary: payOf(job, country),
    postedAt: job.created,
    descriptionHtml: job.description,
    tags: listOf(job.category?.label),
  };
}

/** A temporary contract says more than the hours do, a permanent one says less. */
function jobTypesOf({ contract_time: time, contract_type: type }: Job): string[] {
  const hours = time?.replaceAll('_', ' ') ?? null;
  return type === 'permanent' ? listOf(hours, type) : listOf(type, hours);
}

/** Yearly pay in the country's currency. Predicted pay is Adzuna's estimate, not stated by the posting. */
function payOf(
  { salary_min: min, salary_max: max, salary_is_predicted: guess }: Job,
  country: string,
): Posting['salary'] {
  const predicted = guess === true || String(guess) === '1';
  if (predicted || (min === null && max === null)) return null;
  return { text: null, min, max, currency: currencies[country] ?? null, per: 'year' };
}

function pageRequest(
  { baseUrl = 'https://api.adzuna.com', country, appId, appKey }: Settings,
  narrow: Narrow,
  number: number,
): PageRequest {
  const query = new URLSearchParams({
    app_id: appId,
    app_key: appKey,
    results_per_page: String(pageSize),
    what: narrow.keyword ?? '',
    where: narrow.location ?? '',
  });
  return {
    url: `${baseUrl}/v1/api/jobs/${country}/search/${number}?${query}`,
    role: 'listing',
    accept: 'json',
    memo: { narrow, number },
  };
}
