import { z } from 'zod';
import { emptyPosting } from '../posting.js';
import { sourceChanged } from '../source-errors.js';
import { looseAmount, looseFlag, looseText, looseTexts, placeText, told } from './loose.js';
import { readEntries } from './read-entries.js';
import { readJson } from './read-json.js';
import { commonSettings, defineKind } from './source.js';

const settings = commonSettings.extend({
  kind: z.literal('recruitee'),
  company: z
    .string()
    .regex(/^[\w-]{1,80}$/, 'The subdomain, as in COMPANY.recruitee.com.')
    .describe('Subdomain, as in COMPANY.recruitee.com.'),
});

const jobSchema = z.object({
  id: z.number(),
  title: z.string(),
  careers_url: z.string(),
  careers_apply_url: looseText,
  company_name: looseText,
  location: looseText,
  locations: z.array(z.object({ city: looseText, state: looseText, country: looseText })).nullish(),
  remote: looseFlag,
  hybrid: looseFlag,
  on_site: looseFlag,
  published_at: looseText,
  created_at: looseText,
  close_at: looseText,
  description: looseText,
  requirements: looseText,
  department: looseText,
  tags: looseTexts,
  employment_type_code: looseText,
  experience_code: looseText,
  salary: z.object({ min: looseAmount, max: looseAmount, currency: looseText, period: looseText }).nullish(),
});

/**
 * A company's career site on Recruitee, whole in one request.
 * Documented at https://docs.recruitee.com/reference/offers (the careers site API).
 */
export const recruitee = defineKind({
  kind: 'recruitee',
  summary: 'A company’s career site on Recruitee, by its public careers site API.',
  documentation: 'https://docs.recruitee.com/reference/offers',
  terms: 'The careers site API is public and made for showing a company’s offers elsewhere.',
  settings,
  narrows: () => [],
  wing: () => 'http',
  ask: ({ baseUrl, company }) => [
    { url: `${baseUrl ?? `https://${company}.recruitee.com`}/api/offers/`, role: 'listing', accept: 'json' },
  ],
  read(answer, _ask, { company }) {
    const page = z.object({ offers: z.array(z.unknown()) }).safeParse(readJson(answer));
    if (!page.success) throw sourceChanged('an object with a list "offers"', answer.body.slice(0, 80));
    const read = readEntries(page.data.offers, jobSchema, (job) => ({
      ...emptyPosting(job.title, job.careers_url),
      sourceJobId: String(job.id),
      applyUrl: job.careers_apply_url,
      company: { name: job.company_name ?? company, url: null, logoUrl: null },
      places: placeText(job.location),
      workplace: told(job.hybrid ? 'hybrid' : null, job.remote ? 'remote' : null, job.on_site ? 'on site' : null),
      jobType: told(job.employment_type_code?.replaceAll('_', ' ')),
      level: told(job.experience_code?.replaceAll('_', ' ')),
      salary: job.salary
        ? {
            text: null,
            min: job.salary.min,
            max: job.salary.max,
            currency: job.salary.currency,
            per: job.salary.period,
          }
        : null,
      postedAt: job.published_at ?? job.created_at,
      validUntil: job.close_at,
      descriptionHtml: told(job.description, job.requirements).join('\n') || null,
      tags: [...told(job.department), ...job.tags],
    }));
    return { ...read, follow: [] };
  },
});
