import { z } from 'zod';
import { emptyPosting } from '../posting.js';
import { sourceChanged } from '../source-errors.js';
import { looseAmount, looseText, looseTexts, placeText, told } from './loose.js';
import { readEntries } from './read-entries.js';
import { readJson } from './read-json.js';
import { commonSettings, defineKind } from './source.js';

const settings = commonSettings.extend({
  kind: z.literal('lever'),
  site: z
    .string()
    .regex(/^[\w.-]{1,80}$/, 'The site name: the last part of jobs.lever.co/SITE.')
    .describe('Site name, as in jobs.lever.co/SITE.'),
  company: z.string().min(1).max(120).optional().describe('Company name; Lever’s postings do not state it.'),
});

const jobSchema = z.object({
  id: z.string(),
  text: z.string(),
  hostedUrl: z.string(),
  applyUrl: looseText,
  createdAt: z.number().nullish(),
  country: looseText,
  workplaceType: looseText,
  categories: z
    .object({
      commitment: looseText,
      department: looseText,
      team: looseText,
      location: looseText,
      allLocations: looseTexts,
    })
    .nullish(),
  description: looseText,
  lists: z.array(z.object({ text: looseText, content: looseText })).nullish(),
  additional: looseText,
  salaryRange: z.object({ min: looseAmount, max: looseAmount, currency: looseText, interval: looseText }).nullish(),
});

/**
 * A company's postings on Lever, whole in one request (the interface gives all when no limit is set).
 * Documented at https://github.com/lever/postings-api (GET /v0/postings/{site}?mode=json).
 */
export const lever = defineKind({
  kind: 'lever',
  summary: 'A company’s postings on Lever, by its public Postings API.',
  documentation: 'https://github.com/lever/postings-api',
  terms: 'The Postings API is public for published postings and made for showing them on other sites.',
  settings,
  narrows: () => [],
  wing: () => 'http',
  ask: ({ baseUrl = 'https://api.lever.co', site }) => [
    { url: `${baseUrl}/v0/postings/${site}?mode=json`, role: 'listing', accept: 'json' },
  ],
  read(answer, _ask, { company, site }) {
    const list = z.array(z.unknown()).safeParse(readJson(answer));
    if (!list.success) throw sourceChanged('a list of postings', answer.body.slice(0, 80));
    const read = readEntries(list.data, jobSchema, (job) => ({
      ...emptyPosting(job.text, job.hostedUrl),
      sourceJobId: job.id,
      applyUrl: job.applyUrl,
      company: { name: company ?? site, url: null, logoUrl: null },
      places: placeText(
        ...(job.categories?.allLocations.length ? job.categories.allLocations : told(job.categories?.location)),
      ),
      workplace: told(job.workplaceType === 'unspecified' ? null : job.workplaceType),
      jobType: told(job.categories?.commitment),
      salary: job.salaryRange
        ? {
            text: null,
            min: job.salaryRange.min,
            max: job.salaryRange.max,
            currency: job.salaryRange.currency,
            per: job.salaryRange.interval,
          }
        : null,
      postedAt: job.createdAt ?? null,
      descriptionHtml:
        [
          job.description,
          ...(job.lists ?? []).map((list) => `<h3>${list.text ?? ''}</h3><ul>${list.content ?? ''}</ul>`),
          job.additional,
        ]
          .filter((part) => part !== null)
          .join('\n') || null,
      tags: told(job.categories?.department, job.categories?.team),
    }));
    return { ...read, follow: [] };
  },
});
