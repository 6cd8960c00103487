import { z } from 'zod';
import { tableOf } from '../../../../shared/table-of.js';
import { defineListing } from '../../parse/listing-kind.js';
import { companyNamed, emptyPosting, listOf, payWith, placeText } from '../../posting.js';
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
  entries: 'data',
  hasMore: (page) => page.count('meta.page') < page.count('meta.total_pages'),
  asPosting(entry) {
    const [id, job] = [entry.needed('id'), entry.object('attributes')];
    const modality = job.text('remote_modality');
    return {
      ...emptyPosting(job.needed('title'), entry.text('links.public_url') ?? `https://www.getonbrd.com/jobs/${id}`),
      sourceJobId: id,
      company: companyNamed(job.text('company.data.attributes.name')),
      places: placeText(...job.texts('countries').filter((country) => country.toLowerCase() !== 'remote')),
      workplace: listOf(modality === null ? null : (words[modality] ?? modality)),
      salary: payWith({ min: job.amount('min_salary'), max: job.amount('max_salary'), currency: 'USD', per: 'month' }),
      postedAt: job.number('published_at'),
      descriptionHtml: job.texts('description', 'functions', 'desirable', 'benefits').join('\n') || null,
    };
  },
});
