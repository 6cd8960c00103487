import { z } from 'zod';
import { emptyPosting } from '../posting.js';
import { sourceChanged } from '../source-errors.js';
import { looseFlag, looseText, placeText, told } from './loose.js';
import { readEntries } from './read-entries.js';
import { readJson } from './read-json.js';
import { commonSettings, defineKind } from './source.js';

const settings = commonSettings.extend({
  kind: z.literal('breezy'),
  company: z
    .string()
    .regex(/^[\w-]{1,80}$/, 'The subdomain, as in COMPANY.breezy.hr.')
    .describe('Subdomain, as in COMPANY.breezy.hr.'),
});

const named = z.object({ name: looseText }).nullish();
const jobSchema = z.object({
  id: z.string(),
  name: z.string(),
  url: z.string(),
  published_date: looseText,
  type: named,
  location: z
    .object({ name: looseText, is_remote: looseFlag, remote_details: z.object({ label: looseText }).nullish() })
    .nullish(),
  locations: z.array(z.object({ name: looseText })).nullish(),
  department: looseText,
  salary: looseText,
  experience: named,
  description: looseText,
  company: named,
});

/**
 * A company's positions on Breezy, whole in one request.
 * Documented at https://developer.breezy.hr (GET /json of a career portal, with ?verbose=true for descriptions).
 */
export const breezy = defineKind({
  kind: 'breezy',
  summary: 'A company’s positions on Breezy, by the public feed of its career portal.',
  documentation: 'https://developer.breezy.hr',
  terms: 'The portal’s feed is public and made for showing a company’s positions on other sites.',
  settings,
  narrows: () => [],
  wing: () => 'http',
  ask: ({ baseUrl, company }) => [
    { url: `${baseUrl ?? `https://${company}.breezy.hr`}/json?verbose=true`, role: 'listing', accept: 'json' },
  ],
  read(answer, _ask, { company }) {
    const list = z.array(z.unknown()).safeParse(readJson(answer));
    if (!list.success) throw sourceChanged('a list of positions', answer.body.slice(0, 80));
    const read = readEntries(list.data, jobSchema, (job) => ({
      ...emptyPosting(job.name, job.url),
      sourceJobId: job.id,
      company: { name: job.company?.name ?? company, url: null, logoUrl: null },
      places: placeText(
        ...(job.locations?.length ? job.locations.map(({ name }) => name) : [job.location?.name ?? null]),
      ),
      workplace: told(job.location?.remote_details?.label, job.location?.is_remote ? 'remote' : null),
      jobType: told(job.type?.name),
      level: told(job.experience?.name),
      salary: job.salary === null ? null : { text: job.salary, min: null, max: null, currency: null, per: null },
      postedAt: job.published_date,
      descriptionHtml: job.description,
      tags: told(job.department),
    }));
    return { ...read, follow: [] };
  },
});
