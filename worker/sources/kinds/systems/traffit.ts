import { z } from 'zod';
import { parseForeignJson } from '../../../structured-data/parse-json.js';
import { companyName, subdomainOf } from '../../parse/board-settings.js';
import { coerceAmount, coerceText, coerceTexts, listOf, neededId, neededText } from '../../parse/coerce.js';
import { defineListing } from '../../parse/listing-kind.js';
import { emptyPosting, type PostingPlace, type PostingSalary } from '../../posting.js';
import { commonSettings } from '../../source.js';

const settings = commonSettings.extend({
  kind: z.literal('traffit'),
  company: subdomainOf('traffit.com'),
  companyName,
});

/** The most posts of one request. */
const pageSize = 100;

const place = z.object({ locality: coerceText, region1: coerceText, country: coerceText });
const postSchema = z.object({
  id: neededId,
  url: coerceText,
  application_form: coerceText,
  valid_start: coerceText,
  valid_end: coerceText,
  advert: z.object({
    name: neededText,
    values: z.array(z.object({ field_id: z.string(), value: z.unknown() })).nullish(),
  }),
  options: z.record(z.string(), z.unknown()).nullish(),
});
type Post = z.infer<typeof postSchema>;

/**
 * A company's published posts on Traffit, in pages of 100 that are selected by headers.
 * Documented in its knowledge base as the public integration API (GET /public/job_posts/published).
 */
export const traffit = defineListing({
  kind: 'traffit',
  summary: 'Posts on Traffit, by the integration API.',
  evidence: {
    requests: ['GET {company}.traffit.com/public/job_posts/published?page={page}'],
    access: 'documented',
    robots: null,
    basis: [
      'https://traffit.com/en/knowledge-base (public integration API, /public/job_posts/published)',
      'https://github.com/colophon-group/jobseek (apps/crawler/src/core/monitors/traffit.py)',
      'https://github.com/ever-jobs/ever-jobs (packages/plugins/source-ats-traffit)',
    ],
    compared: '2026-11-28',
    recording: 'read',
  },
  terms: 'Public, made for other sites.',
  cost: { perRequest: pageSize, details: false },
  addresses: ['{company}.traffit.com'],
  settings,
  request: ({ baseUrl, company }, { page }) => ({
    // The query only tells the pages apart: the headers select them.
    url: `${baseUrl ?? `https://${company}.traffit.com`}/public/job_posts/published?page=${page + 1}`,
    headers: { 'x-request-page-size': String(pageSize), 'x-request-current-page': String(page + 1) },
  }),
  page: z.array(z.unknown()),
  shape: 'a list of posts',
  entriesOf: (page) => page,
  hasMore: (page) => page.length >= pageSize,
  entry: postSchema,
  asPosting(post, { company, companyName: name }) {
    const address = post.url ?? `https://${company}.traffit.com/public/an/${post.id}`;
    return {
      ...emptyPosting(post.advert.name, address),
      sourceJobId: post.id,
      applyUrl: post.application_form,
      company: { name: name ?? company, url: null, logoUrl: null },
      places: placesOf(post),
      workplace: options(post, '_work_model'),
      jobType: jobTypesOf(post),
      salary: payOf(post),
      postedAt: post.valid_start,
      validUntil: post.valid_end,
      descriptionHtml:
        listOf(...['description', 'requirements', 'responsibilities', 'benefits'].map((id) => field(post, id))).join(
          '\n',
        ) || null,
    };
  },
});

const field = ({ advert }: Post, id: string): string | null => {
  const value = advert.values?.find((each) => each.field_id === id)?.value;
  return typeof value === 'string' && value.trim() !== '' ? value : null;
};

/** An option is a text, or a list of them. */
const options = (post: Post, name: string): string[] => coerceTexts.safeParse(post.options?.[name]).data ?? [];

const jobTypesOf = (post: Post): string[] =>
  ['_job_type.translation', '_job_type', 'job_type']
    .map((name) => options(post, name))
    .find((stated) => stated.length > 0) ?? [];

function payOf(post: Post): PostingSalary | null {
  const amount = (name: string) => coerceAmount.safeParse(post.options?.[name]).data ?? null;
  const min = amount('_Salary_MIN');
  const max = amount('_Salary_MAX');
  if (min === null && max === null) return null;
  const [currency = null] = options(post, '_Salary_Currency');
  const [per = null] = options(post, '_Salary_Rate');
  return { text: null, min, max, currency, per };
}

/** The place is an object, the same as JSON text, or a line of text. */
function placesOf(post: Post): PostingPlace[] {
  const stated = post.advert.values?.find((each) => each.field_id === 'geolocation')?.value;
  const text = typeof stated === 'string' ? stated : null;
  const read = place.safeParse(text?.startsWith('{') ? parsed(text) : stated);
  if (read.success) {
    const { locality: city, region1: region, country } = read.data;
    return [{ text: null, city, region, country }];
  }
  const line = text ?? options(post, '_location')[0] ?? options(post, 'job_location')[0] ?? null;
  return line === null || line.startsWith('{') ? [] : [{ text: line, city: null, region: null, country: null }];
}

function parsed(text: string): unknown {
  try {
    return parseForeignJson(text);
  } catch {
    return null;
  }
}
