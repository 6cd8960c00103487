import { z } from 'zod';
import { tableOf } from '../../../../shared/table-of.js';
import { coerceFlag, coerceText, listOf, neededId, neededText } from '../../parse/coerce.js';
import { defineListing } from '../../parse/listing-kind.js';
import { emptyPosting } from '../../posting.js';
import { commonSettings } from '../../source.js';

const settings = commonSettings.extend({
  kind: z.literal('gupy'),
  company: z
    .string()
    .min(1)
    .max(120)
    .optional()
    .describe('Name of one company’s careers page, as the portal writes it; all companies without it.'),
});

/** The API gives out at most this many postings per page, and none from 10,000 on. */
const pageSize = 100;
const lastStart = 9_900;

const jobSchema = z.object({
  id: neededId,
  name: neededText,
  jobUrl: neededText,
  description: coerceText,
  careerPageName: coerceText,
  careerPageLogo: coerceText,
  type: coerceText,
  publishedDate: coerceText,
  applicationDeadline: coerceText,
  isRemoteWork: coerceFlag,
  workplaceType: coerceText,
  city: coerceText,
  state: coerceText,
  country: coerceText,
});

/** Gupy's words for the type of contract, in those of the portal. */
export const gupyJobTypes = tableOf<string>({
  vacancy_type_effective: 'efetivo',
  vacancy_type_temporary: 'temporário',
  vacancy_type_internship: 'estágio',
  vacancy_type_apprentice: 'jovem aprendiz',
  vacancy_type_freelancer: 'freelancer',
});

/**
 * Jobs of companies on Gupy, by the interface of its portal: of one company, or narrowed by a keyword.
 * The portal's own endpoint: GET /api/v1/jobs.
 */
export const gupy = defineListing({
  kind: 'gupy',
  summary: 'Brazil: jobs of companies on Gupy, by its portal’s interface.',
  evidence: {
    requests: [
      'GET employability-portal.gupy.io/api/v1/jobs?limit=100&offset={offset}[&careerPageName={company}][&jobName={keyword}]',
    ],
    access: 'undocumented',
    robots: null,
    basis: [
      'https://github.com/strelov1/freehire (internal/sources/gupy.go)',
      'https://github.com/NathanLCR/gupy-job-scraper (services/scraper_service.py)',
    ],
    compared: '2026-11-28',
    recording: 'none',
  },
  terms: 'Public, without a key.',
  cost: { perRequest: pageSize, details: false },
  addresses: ['portal.gupy.io', 'employability-portal.gupy.io'],
  settings,
  absence: 'uncertain',
  defaults: { maxPages: 20, perMinute: 30, concurrency: 1 },
  narrows: ({ company }) => (company === undefined ? ['keyword'] : []),
  request({ baseUrl = 'https://employability-portal.gupy.io', company }, { read, narrow }) {
    const page = company === undefined ? '' : `&careerPageName=${encodeURIComponent(company)}`;
    const name = narrow.keyword ? `&jobName=${encodeURIComponent(narrow.keyword)}` : '';
    return { url: `${baseUrl}/api/v1/jobs?limit=${pageSize}&offset=${read}${page}${name}` };
  },
  page: z.object({ data: z.array(z.unknown()), pagination: z.object({ total: z.number() }) }),
  shape: 'a page with data and pagination.total',
  entriesOf: ({ data }) => data,
  // With full pages the API states their size as the total.
  hasMore: ({ data, pagination }, read) => read <= lastStart && (data.length === pageSize || read < pagination.total),
  isTruncated: ({ pagination }) => pagination.total > lastStart + pageSize,
  entry: jobSchema,
  asPosting: (job) => ({
    ...emptyPosting(job.name, job.jobUrl),
    sourceJobId: job.id,
    company: { name: job.careerPageName, url: null, logoUrl: job.careerPageLogo },
    places: [{ text: null, city: job.city, region: job.state, country: job.country }],
    workplace: listOf(job.workplaceType, job.isRemoteWork ? 'remote' : null),
    jobType: listOf(job.type === null ? null : (gupyJobTypes[job.type] ?? job.type)),
    postedAt: job.publishedDate,
    validUntil: job.applicationDeadline,
    descriptionHtml: job.description,
  }),
});
