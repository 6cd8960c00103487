import { z } from 'zod';
import { defineListing } from '../../parse/listing-kind.js';
import type { Members } from '../../parse/members.js';
import { companyNamed, emptyPosting, type Posting, payWith, placeParts, placeWith } from '../../posting.js';
import { commonSettings } from '../../source.js';

const settings = commonSettings.extend({
  kind: z.literal('recruitee'),
  company: z
    .string()
    .regex(/^[\w.-]{1,120}$/, 'The subdomain, as in NAME.recruitee.com, or the host of a career site of its own.')
    .describe('Subdomain, as in NAME.recruitee.com, or the host of the career site, such as careers.acme.example.'),
});

/**
 * A company's career site on Recruitee, complete in one request.
 * Documented at https://career.recruitee.com/docs/index.html (the Careers Site API: GET /api/offers/).
 */
export const recruitee = defineListing({
  kind: 'recruitee',
  summary: 'Career sites on Recruitee, by the careers site API.',
  evidence: {
    requests: ['GET {company}.recruitee.com/api/offers/'],
    access: 'documented',
    robots: 'Some tenants forbid `/`.',
    basis: [
      'https://career.recruitee.com/docs/index.html',
      'https://docs.recruitee.com/reference/offers',
      'https://github.com/colophon-group/jobseek (apps/crawler/src/core/monitors/recruitee.py)',
      'https://github.com/santifer/career-ops (providers/recruitee.mjs)',
    ],
    compared: '2026-11-28',
    recording: 'none',
  },
  terms: 'Public, made for other sites.',
  cost: { perRequest: 'all', details: false },
  addresses: [
    { address: '{company}.recruitee.com', except: ['career', 'careers', 'jobs', 'tellent'] },
    '{company}/api/offers',
  ],
  settings,
  request: ({ baseUrl, company }) => ({
    url: `${baseUrl ?? `https://${company.includes('.') ? company : `${company}.recruitee.com`}`}/api/offers/`,
  }),
  entries: 'offers',
  inParts: [],
  asPosting: (job, { company }) => ({
    ...emptyPosting(job.needed('title'), job.needed('careers_url')),
    sourceJobId: job.needed('id'),
    applyUrl: job.text('careers_apply_url'),
    company: companyNamed(job.text('company_name') ?? company),
    places: placesOf(job),
    workplace: ['hybrid', 'remote', 'on_site'].filter((name) => job.flag(name)).map(inWords),
    jobType: jobTypesOf(job.text('employment_type_code')),
    level: job.texts('experience_code').map(inWords),
    // Amounts are texts; an object of nulls states nothing.
    salary: payWith({
      min: job.amount('salary.min'),
      max: job.amount('salary.max'),
      currency: job.text('salary.currency'),
      per: job.text('salary.period'),
    }),
    postedAt: job.text('published_at', 'created_at'),
    validUntil: job.text('close_at'),
    descriptionHtml: job.texts('description', 'requirements').join('\n') || null,
    tags: [...job.texts('department'), ...job.texts('category_code').map(inWords), ...job.texts('tags')],
  }),
});

const inWords = (code: string): string => code.replaceAll('_', ' ');

/** Codes such as `fulltime_permanent` name hours and term; a limited term is more specific than the hours. */
function jobTypesOf(code: string | null): string[] {
  if (code === null) return [];
  const [, hours, term] = /^(full|part)time(?:_(.+))?$/.exec(code) ?? [];
  if (hours === undefined) return [inWords(code)];
  const kept = `${hours} time`;
  return term === undefined || term === 'permanent' ? [kept] : [inWords(term), kept];
}

function placesOf(job: Members): Posting['places'] {
  const places = job.rows('locations');
  if (places.length > 1)
    return places.flatMap((each) => placeParts(each.text('city'), each.text('state'), each.text('country')));
  const [text, country] = [job.text('location'), job.text('country', 'country_code')];
  return text === null ? placeParts(job.text('city'), job.text('state_code'), country) : [placeWith({ text, country })];
}
