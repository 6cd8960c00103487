import { z } from 'zod';
import { parseForeignJson } from '../../../structured-data/parse-json.js';
import { companyName, subdomainOf } from '../../parse/board-settings.js';
import { defineListing } from '../../parse/listing-kind.js';
import { Members } from '../../parse/members.js';
import { companyNamed, emptyPosting, listOf, type PostingPlace, payWith, placeText, placeWith } from '../../posting.js';
import { commonSettings } from '../../source.js';

const settings = commonSettings.extend({
  kind: z.literal('traffit'),
  company: subdomainOf('traffit.com'),
  companyName,
});

/** The most posts per request. */
const pageSize = 100;

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
    // The query only distinguishes the pages: the headers select them.
    url: `${baseUrl ?? `https://${company}.traffit.com`}/public/job_posts/published?page=${page + 1}`,
    headers: { 'x-request-page-size': String(pageSize), 'x-request-current-page': String(page + 1) },
  }),
  entries: '',
  hasMore: (page) => page.list().length >= pageSize,
  asPosting(post, { company, companyName: name }) {
    const id = post.needed('id');
    const options = post.at('options');
    const types = [['_job_type.translation'], '_job_type', 'job_type'].map((path) => options.texts(path));
    const sections = ['description', 'requirements', 'responsibilities', 'benefits'].map((field) =>
      fieldOf(post, field),
    );
    return {
      ...emptyPosting(post.needed('advert.name'), post.text('url') ?? `https://${company}.traffit.com/public/an/${id}`),
      sourceJobId: id,
      applyUrl: post.text('application_form'),
      company: companyNamed(name ?? company),
      places: placesOf(post),
      workplace: options.texts('_work_model'),
      jobType: types.find(({ length }) => length > 0) ?? [],
      salary: payWith({
        min: options.amount('_Salary_MIN'),
        max: options.amount('_Salary_MAX'),
        currency: options.texts('_Salary_Currency')[0] ?? null,
        per: options.texts('_Salary_Rate')[0] ?? null,
      }),
      postedAt: post.text('valid_start'),
      validUntil: post.text('valid_end'),
      descriptionHtml: listOf(...sections.map((section) => section?.text([]))).join('\n') || null,
    };
  },
});

/** The value of a field of the advertisement. */
const fieldOf = (post: Members, id: string): Members | undefined =>
  post
    .rows('advert.values')
    .find((each) => each.text('field_id') === id)
    ?.at('value');

/** The place is an object, the same as JSON text, or a line of text. */
function placesOf(post: Members): PostingPlace[] {
  const stated = fieldOf(post, 'geolocation') ?? new Members(null);
  const text = stated.text([]);
  const place = text?.startsWith('{') ? new Members(parsed(text)) : stated;
  if (place.isObject())
    return [placeWith({ city: place.text('locality'), region: place.text('region1'), country: place.text('country') })];
  const line = text ?? post.texts('options._location', 'options.job_location')[0] ?? null;
  return line === null || line.startsWith('{') ? [] : placeText(line);
}

function parsed(text: string): unknown {
  try {
    return parseForeignJson(text);
  } catch {
    return null;
  }
}
