import { z } from 'zod';
import {
  coerceAmount,
  coerceFlag,
  coerceText,
  coerceTexts,
  listOf,
  neededId,
  neededText,
  placeParts,
} from '../../parse/coerce.js';
import { readEntries } from '../../parse/read-entries.js';
import { readJson } from '../../parse/read-json.js';
import { emptyPosting, type Posting } from '../../posting.js';
import { commonSettings, defineKind, sourceChanged } from '../../source.js';

const settings = commonSettings.extend({
  kind: z.literal('recruitee'),
  company: z
    .string()
    .regex(/^[\w.-]{1,120}$/, 'The subdomain, as in NAME.recruitee.com, or the host of a career site of its own.')
    .describe('Subdomain, as in NAME.recruitee.com, or the host of the career site, such as careers.acme.example.'),
});

const jobSchema = z.object({
  id: neededId,
  title: neededText,
  careers_url: neededText,
  careers_apply_url: coerceText,
  company_name: coerceText,
  location: coerceText,
  city: coerceText,
  state_code: coerceText,
  country: coerceText,
  country_code: coerceText,
  locations: z.array(z.object({ city: coerceText, state: coerceText, country: coerceText })).nullish(),
  remote: coerceFlag,
  hybrid: coerceFlag,
  on_site: coerceFlag,
  published_at: coerceText,
  created_at: coerceText,
  close_at: coerceText,
  description: coerceText,
  requirements: coerceText,
  department: coerceText,
  category_code: coerceText,
  tags: coerceTexts,
  employment_type_code: coerceText,
  experience_code: coerceText,
  salary: z.object({ min: coerceAmount, max: coerceAmount, currency: coerceText, period: coerceText }).nullish(),
});
type Job = z.infer<typeof jobSchema>;

/**
 * A company's career site on Recruitee, complete in one request.
 * Documented at https://career.recruitee.com/docs/index.html (the Careers Site API: GET /api/offers/).
 */
export const recruitee = defineKind({
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
  requests: ({ baseUrl, company }) => [
    {
      url: `${baseUrl ?? `https://${company.includes('.') ? company : `${company}.recruitee.com`}`}/api/offers/`,
      role: 'listing',
      accept: 'json',
      list: { member: 'offers' },
    },
  ],
  parse(response, _ask, { company }) {
    const page = z.object({ offers: z.array(z.unknown()) }).safeParse(readJson(response));
    if (!page.success) throw sourceChanged('an object with a list "offers"', response.body.slice(0, 80));
    const read = readEntries(page.data.offers, jobSchema, (job) => ({
      ...emptyPosting(job.title, job.careers_url),
      sourceJobId: job.id,
      applyUrl: job.careers_apply_url,
      company: { name: job.company_name ?? company, url: null, logoUrl: null },
      places: placesOf(job),
      workplace: listOf(job.hybrid ? 'hybrid' : null, job.remote ? 'remote' : null, job.on_site ? 'on site' : null),
      jobType: jobTypesOf(job),
      level: listOf(inWords(job.experience_code)),
      salary: payOf(job),
      postedAt: job.published_at ?? job.created_at,
      validUntil: job.close_at,
      descriptionHtml: listOf(job.description, job.requirements).join('\n') || null,
      tags: listOf(job.department, inWords(job.category_code), ...job.tags),
    }));
    return { ...read, follow: [] };
  },
});

const inWords = (code: string | null): string | null => code?.replaceAll('_', ' ') ?? null;

/** Codes such as `fulltime_permanent` or `parttime_fixed_term` name hours and term; a limited term says more than the hours. */
function jobTypesOf({ employment_type_code: code }: Job): string[] {
  const [, hours, term] = /^(full|part)time(?:_(.+))?$/.exec(code ?? '') ?? [];
  if (hours === undefined) return listOf(inWords(code));
  const kept = `${hours} time`;
  return term === undefined || term === 'permanent' ? [kept] : [term.replaceAll('_', ' '), kept];
}

function placesOf({
  location,
  locations,
  city,
  state_code: state,
  country,
  country_code: code,
}: Job): Posting['places'] {
  if (locations && locations.length > 1)
    return locations.flatMap((each) => placeParts(each.city, each.state, each.country));
  if (location !== null) return [{ text: location, city: null, region: null, country: country ?? code }];
  return placeParts(city, state, country ?? code);
}

/** Amounts are texts; an object of nulls states nothing. */
function payOf({ salary }: Job): Posting['salary'] {
  if (!salary || (salary.min === null && salary.max === null)) return null;
  return { text: null, min: salary.min, max: salary.max, currency: salary.currency, per: salary.period };
}
