import { z } from 'zod';
import { coerceFlag, coerceText, coerceTexts, listOf, neededText, placeText } from '../../parse/coerce.js';
import { readEntries } from '../../parse/read-entries.js';
import { readShape } from '../../parse/read-shape.js';
import { emptyPosting } from '../../posting.js';
import { commonSettings, defineKind, type PageRequest } from '../../source.js';

const settings = commonSettings.extend({ kind: z.literal('arbeitnow') });

const home = 'https://www.arbeitnow.com';

const pageSchema = z.object({ data: z.array(z.unknown()), links: z.object({ next: z.string().nullable() }) });
const jobSchema = z.object({
  slug: neededText,
  title: neededText,
  url: neededText,
  company_name: coerceText,
  description: coerceText,
  remote: coerceFlag,
  tags: coerceTexts,
  job_types: coerceTexts,
  location: coerceText,
  created_at: z.union([z.number(), z.string()]).nullish(),
});

/**
 * Arbeitnow's open job board, mostly for Europe, page by page.
 * Documented at https://www.arbeitnow.com/blog/job-board-api (GET /api/job-board-api?page=).
 */
export const arbeitnow = defineKind({
  kind: 'arbeitnow',
  summary: 'Arbeitnow’s open job board, mostly of Europe.',
  evidence: {
    requests: ['GET www.arbeitnow.com/api/job-board-api[?page={page}]'],
    access: 'documented',
    robots: null,
    basis: [
      'https://www.arbeitnow.com/blog/job-board-api',
      'https://github.com/ever-jobs/ever-jobs (packages/plugins/source-arbeitnow)',
      'https://github.com/strelov1/freehire (internal/sources/arbeitnow.go)',
    ],
    compared: '2026-11-28',
    recording: 'read',
  },
  terms: 'Free, without a key; the owner requests a link back to the posting.',
  cost: { perRequest: 100, details: false },
  attribution: 'Postings from Arbeitnow (https://www.arbeitnow.com).',
  defaults: { freshSeconds: 3600, maxPages: 10 },
  addresses: ['arbeitnow.com'],
  settings,
  requests: ({ baseUrl = home }) => [pageRequest(baseUrl, 1)],
  parse(response, request, { baseUrl = home }) {
    const { data, links } = readShape(response, pageSchema, 'an object with a list "data" and links.next');
    const read = readEntries(data, jobSchema, (job) => ({
      ...emptyPosting(job.title, job.url),
      sourceJobId: job.slug,
      company: { name: job.company_name, url: null, logoUrl: null },
      places: placeText(job.location),
      workplace: listOf(job.remote ? 'remote' : null),
      // Arbeitnow mixes contract types and levels in one list.
      jobType: job.job_types,
      level: job.job_types,
      postedAt: job.created_at ?? null,
      descriptionHtml: job.description,
      tags: job.tags,
    }));
    const more = data.length > 0 && links.next !== null;
    return { ...read, follow: more ? [pageRequest(baseUrl, (request.memo as number) + 1)] : [] };
  },
});

function pageRequest(baseUrl: string, page: number): PageRequest {
  return {
    url: `${baseUrl}/api/job-board-api${page === 1 ? '' : `?page=${page}`}`,
    role: 'listing',
    accept: 'json',
    memo: page,
  };
}
