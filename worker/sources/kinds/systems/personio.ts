import { z } from 'zod';
import { subdomainOf } from '../../parse/board-settings.js';
import { listOf, neededText, placeText } from '../../parse/coerce.js';
import { readEntries } from '../../parse/read-entries.js';
import { cdataName, readXml, xmlParser, xmlText } from '../../parse/read-xml.js';
import { emptyPosting } from '../../posting.js';
import { commonSettings, defineKind, sourceChanged } from '../../source.js';

const settings = commonSettings.extend({
  kind: z.literal('personio'),
  company: subdomainOf('jobs.personio.de'),
  language: z
    .string()
    .regex(/^[a-z]{2}$/, 'Two letters, such as en.')
    .optional()
    .describe('Language of the texts; postings without this translation have none. The company’s own unless given.'),
});

const parser = xmlParser({
  ignoreAttributes: true,
  processEntities: false,
  parseTagValue: false,
  cdataPropName: cdataName,
  isArray: (name, path) =>
    name === 'position' || name === 'jobDescription' || String(path).endsWith('additionalOffices.office'),
});

const jobSchema = z.object({
  id: neededText,
  name: xmlText.pipe(neededText),
  subcompany: xmlText,
  office: xmlText,
  additionalOffices: z.union([z.object({ office: z.array(xmlText) }), z.string()]).nullish(),
  department: xmlText,
  recruitingCategory: xmlText,
  employmentType: xmlText,
  seniority: xmlText,
  schedule: xmlText,
  yearsOfExperience: xmlText,
  occupation: xmlText,
  occupationCategory: xmlText,
  keywords: xmlText,
  createdAt: xmlText,
  jobDescriptions: z
    .union([z.object({ jobDescription: z.array(z.object({ name: xmlText, value: xmlText })) }), z.string()])
    .nullish(),
});

/**
 * A company's openings on Personio, complete in one XML feed.
 * Documented at https://support.personio.de/hc/en-us/articles/207576365 (GET /xml?language=).
 */
export const personio = defineKind({
  kind: 'personio',
  summary: 'Openings on Personio, by the XML feed.',
  evidence: {
    requests: ['GET {company}.jobs.personio.de/xml[?language={language}]'],
    access: 'documented',
    robots: null,
    basis: [
      'https://support.personio.de/hc/en-us/articles/207576365',
      'https://developer.personio.de/docs/retrieving-open-job-positions',
      'https://github.com/sarthakjain004/headstart (src/headstart/scrapers/personio.py, measured on 296 companies)',
    ],
    compared: '2026-11-28',
    recording: 'read',
  },
  terms: 'Public, made for other sites.',
  cost: { perRequest: 'all', details: false },
  addresses: [
    '{company}.jobs.personio.de',
    { address: '{company}.jobs.personio.com', settings: { baseUrl: 'https://{company}.jobs.personio.com' } },
  ],
  settings,
  requests: ({ baseUrl, company, language }) => [
    {
      url: `${baseUrl ?? `https://${company}.jobs.personio.de`}/xml${language === undefined ? '' : `?language=${language}`}`,
      role: 'listing',
      accept: 'xml',
    },
  ],
  parse(response, _ask, { baseUrl, company }) {
    const feed = z
      .object({ 'workzag-jobs': z.union([z.object({ position: z.array(z.unknown()) }), z.literal('')]) })
      .safeParse(readXml(response, parser));
    if (!feed.success) throw sourceChanged('an element <workzag-jobs>', response.body.trim().slice(0, 80));
    const positions = feed.data['workzag-jobs'] === '' ? [] : feed.data['workzag-jobs'].position;
    const read = readEntries(positions, jobSchema, (job) => {
      const url = `${baseUrl ?? `https://${company}.jobs.personio.de`}/job/${job.id}`;
      const offices = typeof job.additionalOffices === 'object' ? (job.additionalOffices?.office ?? []) : [];
      const parts = typeof job.jobDescriptions === 'object' ? (job.jobDescriptions?.jobDescription ?? []) : [];
      return {
        ...emptyPosting(job.name, url),
        sourceJobId: job.id,
        company: { name: job.subcompany ?? company, url: null, logoUrl: null },
        places: placeText(job.office, ...offices),
        jobType: jobTypesOf(job),
        level: listOf(job.seniority),
        postedAt: job.createdAt,
        descriptionHtml: parts.map(({ name, value }) => `<h3>${name ?? ''}</h3>${value ?? ''}`).join('\n') || null,
        tags: [
          ...listOf(job.department, job.recruitingCategory, inWords(job.occupation), inWords(job.occupationCategory)),
          ...(job.yearsOfExperience === null ? [] : [`${job.yearsOfExperience} years of experience`]),
          ...listOf(...(job.keywords?.split(',').map((word) => word.trim()) ?? [])),
        ],
      };
    });
    return { ...read, follow: [] };
  },
});

const inWords = (code: string | null): string | null => code?.replaceAll('_', ' ') ?? null;

/** `permanent` says nothing about the hours; any other employment (`intern`, `temporary`) says more than they do. */
function jobTypesOf({ schedule, employmentType }: z.infer<typeof jobSchema>): string[] {
  const hours = schedule === 'full-or-part-time' ? null : schedule;
  const employment = inWords(employmentType);
  return employment === 'permanent' ? listOf(hours, employment) : listOf(employment, hours);
}
