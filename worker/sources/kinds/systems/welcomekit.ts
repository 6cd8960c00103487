import { z } from 'zod';
import { defineListing } from '../../parse/listing-kind.js';
import type { Members } from '../../parse/members.js';
import { companyNamed, emptyPosting, listOf, payWith, placeWith } from '../../posting.js';
import { commonSettings } from '../../source.js';

const settings = commonSettings.extend({
  kind: z.literal('welcomekit'),
  organization: z
    .string()
    .regex(/^[\w-]{4,20}$/, 'The organisation’s reference, such as Pg4eV6k.')
    .describe('Reference of the organisation (case matters), as the widget of its careers page states it.'),
});

/**
 * A company's openings on Welcome to the Jungle's recruiting software (Welcome Kit), complete in one request, like its
 * widget for careers pages. Documented at https://developers.welcomekit.co.
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
  entries: 'jobs',
  asPosting(job, { organization }, page) {
    const reference = job.needed('reference');
    const [address] = job.texts('websites_urls.url');
    const period = job.text('salary.period');
    return {
      ...emptyPosting(job.needed('name'), address ?? `https://www.welcomekit.co/jobs/${reference}`),
      sourceJobId: reference,
      company: companyNamed(page.text('name') ?? organization),
      places: job
        .rows('office')
        .map((office) => placeWith({ city: office.text('city'), country: translated(office, 'country') })),
      jobType: listOf(translated(job, 'contract_type')),
      salary: payWith({
        min: job.amount('salary.min'),
        max: job.amount('salary.max'),
        currency: job.text('salary.currency'),
        // Offers without pay state "none" as its period.
        per: period === 'none' ? null : period,
      }),
      postedAt: job.text('published_at'),
      descriptionHtml: job.texts('description', 'profile').join('\n') || null,
      tags: job.texts('department.name'),
    };
  },
});

/** A text, or its translations. */
const translated = (stated: Members, path: string): string | null => stated.text(path, `${path}.en`, `${path}.fr`);
