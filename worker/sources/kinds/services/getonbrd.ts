import { z } from 'zod';
import { tableOf } from '../../../../shared/table-of.js';
import { coerceAmount, coerceText, coerceTexts, listOf, neededId, neededText, placeText } from '../../parse/coerce.js';
import { defineListing } from '../../parse/listing-kind.js';
import { emptyPosting, type Posting } from '../../posting.js';
import { commonSettings } from '../../source.js';

const settings = commonSettings.extend({
  kind: z.literal('getonbrd'),
  category: z
    .string()
    .regex(/^[\w-]{1,60}$/)
    .default('programming')
    .describe('Category of jobs, such as programming or design-ux.'),
});

const pageSize = 100;

const jobSchema = z.object({
  id: neededId,
  attributes: z.object({
    title: neededText,
    description: coerceText,
    functions: coerceText,
    desirable: coerceText,
    benefits: coerceText,
    remote_modality: coerceText,
    min_salary: coerceAmount,
    max_salary: coerceAmount,
    countries: coerceTexts,
    published_at: z.number().nullish(),
    company: z.object({ data: z.object({ attributes: z.object({ name: coerceText }).nullish() }).nullish() }).nullish(),
  }),
  links: z.object({ public_url: coerceText }).nullish(),
});
type Job = z.infer<typeof jobSchema>;

/** Get on Board's words for the workplace. */
const words = tableOf<string>({
  fully_remote: 'remote',
  remote_local: 'remote',
  temporarily_remote: 'remote',
  hybrid: 'hybrid',
  no_remote: 'on site',
});

/**
 * Jobs of a category on Get on Board, in pages of 100; pay is in US dollars a month.
 * Documented at https://api-doc.getonbrd.com (GET /api/v0/categories/{id}/jobs).
 */
export const getonbrd = defineListing({
  kind: 'getonbrd',
  summary: 'Latin America: technology jobs of Get on Board, by the API.',
  evidence: {
    requests: ['GET www.getonbrd.com/api/v0/categories/{category}/jobs?per_page=100&page={page}&expand%5B%5D=company'],
    access: 'documented',
    robots: 'Allows everything, except to AI crawlers; pages are marked `search=yes, ai-train=no`.',
    basis: [
      'https://api-doc.getonbrd.com',
      'https://github.com/santifer/career-ops (providers/getonbrd.mjs)',
      'https://github.com/strelov1/freehire (internal/sources/getonbrd.go)',
    ],
    compared: '2026-11-28',
    recording: 'in part',
  },
  terms: 'Public and documented for showing the jobs elsewhere, with links to Get on Board.',
  attribution: 'Jobs link to Get on Board (getonbrd.com).',
  cost: { perRequest: pageSize, details: false },
  addresses: ['www.getonbrd.com/api/v0/categories/{category}', 'www.getonbrd.com/jobs/{category}', 'www.getonbrd.com'],
  settings,
  request: ({ baseUrl = 'https://www.getonbrd.com', category }, { page }) => ({
    url: `${baseUrl}/api/v0/categories/${category}/jobs?per_page=${pageSize}&page=${page + 1}&expand%5B%5D=company`,
  }),
  page: z.object({ data: z.array(z.unknown()), meta: z.object({ page: z.number(), total_pages: z.number() }) }),
  shape: 'a page with data and meta.total_pages',
  entriesOf: ({ data }) => data,
  hasMore: ({ meta }) => meta.page < meta.total_pages,
  entry: jobSchema,
  asPosting({ id, attributes: job, links }) {
    const { description, functions, desirable, benefits, remote_modality: modality } = job;
    return {
      ...emptyPosting(job.title, links?.public_url ?? `https://www.getonbrd.com/jobs/${id}`),
      sourceJobId: id,
      company: { name: job.company?.data?.attributes?.name ?? null, url: null, logoUrl: null },
      places: placeText(...job.countries.filter((country) => country.toLowerCase() !== 'remote')),
      workplace: listOf(modality === null ? null : (words[modality] ?? modality)),
      salary: payOf(job),
      postedAt: job.published_at ?? null,
      descriptionHtml: listOf(description, functions, desirable, benefits).join('\n') || null,
    };
  },
});

function payOf({ min_salary: min, max_salary: max }: Job['attributes']): Posting['salary'] {
  return min === null && max === null ? null : { text: null, min, max, currency: 'USD', per: 'month' };
}
