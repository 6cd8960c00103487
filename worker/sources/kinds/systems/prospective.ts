import { z } from 'zod';
import { companyName } from '../../parse/board-settings.js';
import { coerceText, coerceTexts, listOf, neededId, neededText, placeText } from '../../parse/coerce.js';
import { defineListing } from '../../parse/listing-kind.js';
import { emptyPosting } from '../../posting.js';
import { commonSettings } from '../../source.js';

const settings = commonSettings.extend({
  kind: z.literal('prospective'),
  medium: z
    .string()
    .regex(/^\d{1,12}$/, 'The number in …/careercenter/NUMBER/.')
    .describe('Number of the career center, as in ohws.prospective.ch/public/v1/careercenter/NUMBER/.'),
  language: z
    .string()
    .regex(/^[a-z]{2}$/, 'Such as de, fr or en.')
    .default('de')
    .describe('Language of the postings.'),
  companyName,
});

const pageSize = 100;

/** What a posting states besides: each customer chooses what is there. */
const texts = z.object({
  sza_introduction: coerceText,
  sza_tasks: coerceText,
  sza_requirements: coerceText,
  sza_benefits: coerceText,
  sza_workplace: coerceText,
  'sza_location.city': coerceText,
  sza_employment_type: coerceText,
  sza_department: coerceText,
  sza_field_of_activity: coerceText,
  sza_apply_link: coerceText,
});
const jobSchema = z.object({
  id: neededId,
  title: neededText,
  start_date: coerceText,
  end_date: coerceText,
  links: z.object({ directlink: neededText }),
  szas: texts.nullish(),
  attributes: z.object({ arbeitsort: coerceTexts }).nullish(),
});

/** A company's postings on Prospective (CareerCenter, Switzerland), whole, in pages of 100. */
export const prospective = defineListing({
  kind: 'prospective',
  summary: 'Career centers on Prospective (Switzerland), by their endpoint.',
  evidence: {
    requests: ['GET ohws.prospective.ch/public/v1/medium/{medium}/jobs?lang={language}&offset={offset}&limit=100'],
    access: 'undocumented',
    robots: null,
    basis: [
      'https://github.com/colophon-group/jobseek (apps/crawler/src/core/monitors/api_sniffer.py)',
      'https://github.com/valerielinc-ops/frontaliere-si-o-no (scripts/lib/usz-job-parser.mjs)',
    ],
    compared: '2026-11-28',
    recording: 'none',
  },
  terms: 'Public, without a key.',
  cost: { perRequest: pageSize, details: false },
  addresses: [
    'ohws.prospective.ch/public/v1/careercenter/{medium}',
    'ohws.prospective.ch/public/v2/careercenter/{medium}',
    'ohws.prospective.ch/public/v1/medium/{medium}',
    'ohws.prospective.ch/public/v1/medium/{medium}/jobs?lang={language}',
  ],
  settings,
  request: ({ baseUrl = 'https://ohws.prospective.ch', medium, language }, { read }) => ({
    url: `${baseUrl}/public/v1/medium/${medium}/jobs?lang=${language}&offset=${read}&limit=${pageSize}`,
  }),
  page: z.object({ jobs: z.array(z.unknown()), total: z.number() }),
  shape: 'an object with jobs and total',
  entriesOf: ({ jobs }) => jobs,
  hasMore: ({ total }, read) => read < total,
  entry: jobSchema,
  asPosting({ szas, attributes, ...job }, { companyName: name }) {
    const place = szas?.['sza_location.city'] ?? szas?.sza_workplace ?? null;
    return {
      ...emptyPosting(job.title, job.links.directlink),
      sourceJobId: job.id,
      applyUrl: szas?.sza_apply_link ?? null,
      company: { name: name ?? null, url: null, logoUrl: null },
      places: place === null ? placeText(...(attributes?.arbeitsort ?? [])) : placeText(place),
      jobType: listOf(szas?.sza_employment_type),
      postedAt: job.start_date,
      validUntil: job.end_date,
      descriptionHtml:
        listOf(szas?.sza_introduction, szas?.sza_tasks, szas?.sza_requirements, szas?.sza_benefits).join('\n') || null,
      tags: listOf(szas?.sza_department, szas?.sza_field_of_activity),
    };
  },
});
