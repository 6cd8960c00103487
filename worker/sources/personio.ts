import { decodeXML } from 'entities';
import { XMLParser } from 'fast-xml-parser';
import { z } from 'zod';
import { emptyPosting } from '../posting.js';
import { sourceChanged } from '../source-errors.js';
import { looseText, placeText, told } from './loose.js';
import { readEntries } from './read-entries.js';
import { commonSettings, defineKind } from './source.js';

const settings = commonSettings.extend({
  kind: z.literal('personio'),
  company: z
    .string()
    .regex(/^[\w-]{1,80}$/, 'The subdomain, as in COMPANY.jobs.personio.de.')
    .describe('Subdomain, as in COMPANY.jobs.personio.de.'),
  language: z
    .string()
    .regex(/^[a-z]{2}$/, 'Two letters, such as en.')
    .default('en')
    .describe('Language of the feed.'),
});

const parser = new XMLParser({
  ignoreAttributes: true,
  processEntities: false,
  parseTagValue: false,
  cdataPropName: '#cdata',
  isArray: (name, path) =>
    name === 'position' || name === 'jobDescription' || String(path).endsWith('additionalOffices.office'),
});

/** Text of an element that may hold character data or nothing. */
const element = z
  .unknown()
  .optional()
  .transform((value) => {
    const raw = typeof value === 'object' && value !== null && '#cdata' in value ? value['#cdata'] : value;
    return typeof raw === 'string' && raw.trim() !== '' ? decodeXML(raw.trim()) : null;
  });

const jobSchema = z.object({
  id: looseText,
  name: element,
  subcompany: element,
  office: element,
  additionalOffices: z.union([z.object({ office: z.array(element) }), z.string()]).nullish(),
  department: element,
  recruitingCategory: element,
  employmentType: element,
  seniority: element,
  schedule: element,
  keywords: element,
  createdAt: element,
  jobDescriptions: z
    .union([z.object({ jobDescription: z.array(z.object({ name: element, value: element })) }), z.string()])
    .nullish(),
});

/**
 * A company's openings on Personio, whole in one XML feed.
 * Documented at https://support.personio.de/hc/en-us/articles/207576365 (GET /xml?language=).
 */
export const personio = defineKind({
  kind: 'personio',
  summary: 'A company’s openings on Personio, by its public XML feed.',
  documentation: 'https://support.personio.de/hc/en-us/articles/207576365',
  terms: 'The XML feed is public and made for showing a company’s openings on other sites.',
  settings,
  narrows: () => [],
  wing: () => 'http',
  ask: ({ baseUrl, company, language }) => [
    {
      url: `${baseUrl ?? `https://${company}.jobs.personio.de`}/xml?language=${language}`,
      role: 'listing',
      accept: 'xml',
    },
  ],
  read(answer, _ask, { baseUrl, company }) {
    const feed = z
      .object({ 'workzag-jobs': z.union([z.object({ position: z.array(z.unknown()) }), z.literal('')]) })
      .safeParse(parser.parse(answer.body));
    if (!feed.success) throw sourceChanged('an element <workzag-jobs>', answer.body.trim().slice(0, 80));
    const positions = feed.data['workzag-jobs'] === '' ? [] : feed.data['workzag-jobs'].position;
    const schema = jobSchema.refine(({ id, name }) => id !== null && name !== null, 'A position has an id and a name.');
    const read = readEntries(positions, schema, (job) => {
      const offices = typeof job.additionalOffices === 'object' ? (job.additionalOffices?.office ?? []) : [];
      const parts = typeof job.jobDescriptions === 'object' ? (job.jobDescriptions?.jobDescription ?? []) : [];
      return {
        ...emptyPosting(job.name ?? '', `${baseUrl ?? `https://${company}.jobs.personio.de`}/job/${job.id}`),
        sourceJobId: job.id,
        company: { name: job.subcompany ?? company, url: null, logoUrl: null },
        places: placeText(job.office, ...offices),
        jobType: told(job.schedule === 'full-or-part-time' ? null : job.schedule, job.employmentType),
        level: told(job.seniority),
        postedAt: job.createdAt,
        descriptionHtml: parts.map(({ name, value }) => `<h3>${name ?? ''}</h3>${value ?? ''}`).join('\n') || null,
        tags: [
          ...told(job.department, job.recruitingCategory),
          ...(job.keywords?.split(',').map((word) => word.trim()) ?? []),
        ],
      };
    });
    return { ...read, follow: [] };
  },
});
