import { z } from 'zod';
import { coerceAmount, coerceText, listOf, neededText } from '../../parse/coerce.js';
import { defineListing } from '../../parse/listing-kind.js';
import { emptyPosting, type Posting } from '../../posting.js';
import { commonSettings } from '../../source.js';

const settings = commonSettings.extend({
  kind: z.literal('welcomekit'),
  organization: z
    .string()
    .regex(/^[\w-]{4,20}$/, 'The organisation’s reference, such as Pg4eV6k.')
    .describe('Reference of the organisation (case matters), as the widget of its careers page states it.'),
});

const translated = z
  .union([z.object({ en: coerceText, fr: coerceText }).transform(({ en, fr }) => en ?? fr), coerceText])
  .nullish()
  .transform((value) => value ?? null);
const jobSchema = z.object({
  reference: neededText,
  name: neededText,
  description: coerceText,
  profile: coerceText,
  published_at: coerceText,
  office: z.object({ city: coerceText, country: translated }).nullish(),
  contract_type: translated,
  salary: z.object({ min: coerceAmount, max: coerceAmount, currency: coerceText, period: coerceText }).nullish(),
  department: z.object({ name: coerceText }).nullish(),
  websites_urls: z.array(z.object({ url: z.string() })).nullish(),
});

/**
 * A company's openings on Welcome to the Jungle's recruiting software (Welcome Kit), complete in one request, as its widget
 * for careers pages asks. Documented at https://developers.welcomekit.co.
 */
export const welcomekit = defineListing({
  kind: 'welcomekit',
  summary: 'Openings on Welcome Kit (Welcome to the Jungle), by the careers widget.',
  evidence: {
    requests: ['GET www.welcomekit.co/api/v1/embed?organization_reference={organization}'],
    access: 'documented',
    robots: null,
    basis: [
      'https://github.com/WTTJ/wk-api-docs (source/includes/_embed.md)',
      'https://github.com/cindy-sf/dream-job (src/__mocks__/stubs/organization/index.ts)',
    ],
    compared: '2026-11-28',
    recording: 'read',
  },
  terms: 'Public, made for other sites.',
  cost: { perRequest: 'all', details: false },
  addresses: ['www.welcomekit.co/api/v1/embed?organization_reference={organization}'],
  settings,
  request: ({ baseUrl = 'https://www.welcomekit.co', organization }) => ({
    url: `${baseUrl}/api/v1/embed?organization_reference=${organization}`,
  }),
  page: z.object({ name: coerceText, jobs: z.array(z.unknown()) }),
  shape: 'an object with a list "jobs"',
  entriesOf: ({ jobs }) => jobs,
  entry: jobSchema,
  asPosting(job, { organization }, page) {
    const address = job.websites_urls?.[0]?.url ?? `https://www.welcomekit.co/jobs/${job.reference}`;
    return {
      ...emptyPosting(job.name, address),
      sourceJobId: job.reference,
      company: { name: page.name ?? organization, url: null, logoUrl: null },
      places: job.office ? [{ text: null, city: job.office.city, region: null, country: job.office.country }] : [],
      jobType: listOf(job.contract_type),
      salary: payOf(job),
      postedAt: job.published_at,
      descriptionHtml: listOf(job.description, job.profile).join('\n') || null,
      tags: listOf(job.department?.name),
    };
  },
});

/** Offers without pay state "none" as its period. */
function payOf({ salary }: z.infer<typeof jobSchema>): Posting['salary'] {
  if (!salary || (salary.min === null && salary.max === null)) return null;
  const { min, max, currency, period } = salary;
  return { text: null, min, max, currency, per: period === 'none' ? null : period };
}
