import { z } from 'zod';
import { emptyPosting } from '../posting.js';
import { sourceChanged } from '../source-errors.js';
import { looseAmount, looseText, placeText, told } from './loose.js';
import { readEntries } from './read-entries.js';
import { readJson } from './read-json.js';
import { type Ask, commonSettings, defineKind, type Narrow } from './source.js';

const settings = commonSettings.extend({
  kind: z.literal('adzuna'),
  country: z
    .string()
    .regex(/^[a-z]{2}$/, 'Two letters of a country Adzuna covers, such as gb.')
    .describe('Country, such as gb, us or de.'),
  appId: z
    .string()
    .min(4)
    .max(80)
    .describe('Your own application id; may be taken from the environment (docs/sources.md).'),
  appKey: z
    .string()
    .min(8)
    .max(200)
    .describe('Your own application key; may be taken from the environment (docs/sources.md).'),
});
type Settings = z.infer<typeof settings>;

const pageSize = 50;

const jobSchema = z.object({
  id: z.union([z.number(), z.string()]).transform(String),
  title: z.string(),
  redirect_url: z.string(),
  description: looseText,
  created: looseText,
  company: z.object({ display_name: looseText }).nullish(),
  location: z.object({ display_name: looseText }).nullish(),
  category: z.object({ label: looseText }).nullish(),
  contract_time: looseText,
  contract_type: looseText,
  salary_min: looseAmount,
  salary_max: looseAmount,
  salary_is_predicted: looseText,
});

/** What a year's pay is stated in, by country. */
const currencies: Readonly<Record<string, string>> = {
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
};

/**
 * Adzuna's jobs of a country, searched by keyword and place, page by page, with the operator's own keys.
 * Documented at https://developer.adzuna.com/docs/search.
 */
export const adzuna = defineKind({
  kind: 'adzuna',
  summary: 'Adzuna’s jobs of a country, with your own keys.',
  documentation: 'https://developer.adzuna.com/docs/search',
  terms: 'The API is free with keys of one’s own, under the terms agreed to when asking for them.',
  attribution: 'Jobs by Adzuna (https://www.adzuna.com).',
  defaults: { maxPages: 5, perMinute: 20 },
  settings,
  narrows: () => ['keyword', 'location'],
  wing: () => 'http',
  ask: (chosen, narrow) => [pageAsk(chosen, narrow, 1)],
  read(answer, ask, chosen) {
    const page = z.object({ count: z.number().default(0), results: z.array(z.unknown()) }).safeParse(readJson(answer));
    if (!page.success) throw sourceChanged('an object with a list "results"', answer.body.slice(0, 80));
    const read = readEntries(page.data.results, jobSchema, (job) => {
      // A predicted pay is Adzuna's guess, not the posting's word.
      const stated = job.salary_is_predicted !== '1' && (job.salary_min !== null || job.salary_max !== null);
      return {
        ...emptyPosting(job.title, job.redirect_url),
        sourceJobId: job.id,
        company: { name: job.company?.display_name ?? null, url: null, logoUrl: null },
        places: placeText(job.location?.display_name ?? null),
        jobType: told(
          job.contract_time?.replaceAll('_', ' '),
          job.contract_type === 'permanent' && job.contract_time !== null ? null : job.contract_type,
        ),
        salary: stated
          ? {
              text: null,
              min: job.salary_min,
              max: job.salary_max,
              currency: currencies[chosen.country] ?? null,
              per: 'year',
            }
          : null,
        postedAt: job.created,
        descriptionHtml: job.description,
        tags: told(job.category?.label),
      };
    });
    const { narrow, number } = ask.memo as { narrow: Narrow; number: number };
    return { ...read, follow: number * pageSize < page.data.count ? [pageAsk(chosen, narrow, number + 1)] : [] };
  },
});

function pageAsk(
  { baseUrl = 'https://api.adzuna.com', country, appId, appKey }: Settings,
  narrow: Narrow,
  number: number,
): Ask {
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
