import { z } from 'zod';
import { coerceFlag, coerceText, listOf, neededId, neededText } from '../../parse/coerce.js';
import { readEntries } from '../../parse/read-entries.js';
import { readShape } from '../../parse/read-shape.js';
import { emptyPosting, type Posting } from '../../posting.js';
import { commonSettings, defineKind, type Narrow, type PageRequest } from '../../source.js';

const settings = commonSettings.extend({ kind: z.literal('jobtech') });
type Settings = z.infer<typeof settings>;

/** The API gives out 100 ads of one request, and none beyond this offset. */
const pageSize = 100;
const lastOffset = 2000;

const labelled = z
  .object({ label: coerceText })
  .nullish()
  .transform((value) => value?.label ?? null);
const address = z.object({ municipality: coerceText, region: coerceText, country: coerceText, city: coerceText });
const adSchema = z.object({
  id: neededId,
  headline: neededText,
  webpage_url: coerceText,
  logo_url: coerceText,
  publication_date: coerceText,
  application_deadline: coerceText,
  salary_description: coerceText,
  remote_work: coerceFlag,
  employment_type: labelled,
  working_hours_type: labelled,
  occupation: labelled,
  occupation_field: labelled,
  employer: z.object({ name: coerceText, url: coerceText }).nullish(),
  workplace_address: address.nullish(),
  description: z.object({ text: coerceText, text_formatted: coerceText }).nullish(),
  application_details: z.object({ url: coerceText }).nullish(),
});
type Ad = z.infer<typeof adSchema>;
const listSchema = z.object({ total: z.object({ value: z.number() }), hits: z.array(z.unknown()) });

type Memo = { offset: number; query: string };

/**
 * Ads of the Swedish public employment service, by its open API JobSearch: a search in pages of 100 that ends at 2,000 ads.
 * Documented at https://jobsearch.api.jobtechdev.se.
 */
export const jobtech = defineKind({
  kind: 'jobtech',
  summary: 'Sweden: ads of Arbetsförmedlingen, by its open API JobSearch.',
  evidence: {
    requests: ['GET jobsearch.api.jobtechdev.se/search?limit=100&offset={offset}&sort=pubdate-desc[&q={query}]'],
    access: 'documented',
    robots: null,
    basis: [
      'https://jobsearch.api.jobtechdev.se',
      'https://github.com/ever-jobs/ever-jobs (packages/plugins/source-jobtechdev)',
    ],
    compared: '2026-11-28',
    recording: 'none',
  },
  terms: 'Open data of JobTech Development, without a key.',
  cost: { perRequest: pageSize, details: false },
  addresses: ['arbetsformedlingen.se/platsbanken', 'jobsearch.api.jobtechdev.se'],
  settings,
  absence: 'unknown',
  defaults: { maxPages: 21 },
  narrows: () => ['keyword', 'location'],
  requests: (chosen, narrow) => [listRequest(chosen, { offset: 0, query: queryOf(narrow) })],
  parse(response, request, chosen) {
    const { total, hits } = readShape(response, listSchema, 'a page with total.value and hits');
    const { offset, query } = request.memo as Memo;
    const next = offset + pageSize;
    const more = hits.length > 0 && next < total.value && next <= lastOffset;
    return {
      ...readEntries(hits, adSchema, asPosting),
      follow: more ? [listRequest(chosen, { offset: next, query })] : [],
      ...(total.value > lastOffset + pageSize ? { truncated: true } : {}),
    };
  },
});

/** The free text of a search is matched against occupations and places alike. */
const queryOf = ({ keyword = '', location = '' }: Narrow): string => `${keyword} ${location}`.trim();

function listRequest({ baseUrl = 'https://jobsearch.api.jobtechdev.se' }: Settings, memo: Memo): PageRequest {
  const query = memo.query === '' ? '' : `&q=${encodeURIComponent(memo.query)}`;
  return {
    url: `${baseUrl}/search?limit=${pageSize}&offset=${memo.offset}&sort=pubdate-desc${query}`,
    role: 'listing',
    accept: 'json',
    memo,
  };
}

function asPosting(ad: Ad): Posting {
  const pay = ad.salary_description;
  const place = ad.workplace_address;
  return {
    ...emptyPosting(ad.headline, ad.webpage_url ?? `https://arbetsformedlingen.se/platsbanken/annonser/${ad.id}`),
    sourceJobId: ad.id,
    applyUrl: ad.application_details?.url ?? null,
    company: { name: ad.employer?.name ?? null, url: ad.employer?.url ?? null, logoUrl: ad.logo_url },
    places: place
      ? [{ text: null, city: place.city ?? place.municipality, region: place.region, country: place.country ?? 'SE' }]
      : [],
    workplace: ad.remote_work ? ['remote'] : [],
    jobType: listOf(ad.working_hours_type, ad.employment_type),
    salary: pay === null ? null : { text: pay, min: null, max: null, currency: null, per: null },
    postedAt: ad.publication_date,
    validUntil: ad.application_deadline,
    descriptionHtml: ad.description?.text_formatted ?? null,
    descriptionText: ad.description?.text_formatted ? null : (ad.description?.text ?? null),
    tags: listOf(ad.occupation, ad.occupation_field),
  };
}
