import { z } from 'zod';
import { tableOf } from '../../../../shared/table-of.js';
import { defineListing } from '../../parse/listing-kind.js';
import { companyNamed, emptyPosting, listOf, placeWith } from '../../posting.js';
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

/** The API returns at most this many postings per page, and none from 10,000 on. */
const pageSize = 100;

const lastStart = 9_900;

/** Gupy's words for the type of contract, as in the portal. */
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
  entries: 'data',
  // With full pages the API states their size as the total.
  hasMore: (page, read) =>
    (page.count('pagination.total') > read || page.list('data').length === pageSize) && read <= lastStart,
  isTruncated: (page) => page.count('pagination.total') > lastStart + pageSize,
  asPosting(job) {
    const type = job.text('type');
    return {
      ...emptyPosting(job.needed('name'), job.needed('jobUrl')),
      sourceJobId: job.needed('id'),
      company: companyNamed(job.text('careerPageName'), { logoUrl: job.text('careerPageLogo') }),
      places: [placeWith({ city: job.text('city'), region: job.text('state'), country: job.text('country') })],
      workplace: listOf(job.text('workplaceType'), job.flag('isRemoteWork') ? 'remote' : null),
      jobType: listOf(type === null ? null : (gupyJobTypes[type] ?? type)),
      postedAt: job.text('publishedDate'),
      validUntil: job.text('applicationDeadline'),
      descriptionHtml: job.text('description'),
    };
  },
});
