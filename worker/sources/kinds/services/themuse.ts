import { z } from 'zod';
import { coerceText, listOf, neededId, neededText, placeText } from '../../parse/coerce.js';
import { readEntries } from '../../parse/read-entries.js';
import { readShape } from '../../parse/read-shape.js';
import { emptyPosting } from '../../posting.js';
import { commonSettings, defineKind, type PageRequest } from '../../source.js';

const settings = commonSettings.extend({ kind: z.literal('themuse') });

const named = z
  .array(z.object({ name: coerceText }))
  .nullish()
  .transform((list) => (list ?? []).map(({ name }) => name));
const pageSchema = z.object({ page: z.number(), page_count: z.number(), results: z.array(z.unknown()) });
const jobSchema = z.object({
  id: neededId,
  name: neededText,
  contents: coerceText,
  publication_date: coerceText,
  locations: named,
  levels: named,
  categories: named,
  tags: named,
  company: z.object({ name: coerceText }).nullish(),
  refs: z.object({ landing_page: neededText }),
});

/** The API answers 400 to requests for pages beyond this one. */
const lastPage = 99;

/**
 * The Muse's jobs, newest first, in pages of 20, of which the API returns 99.
 * Documented at https://www.themuse.com/developers/api/v2 (GET /api/public/jobs?page=).
 */
export const themuse = defineKind({
  kind: 'themuse',
  summary: 'The Muse’s jobs.',
  evidence: {
    requests: ['GET www.themuse.com/api/public/jobs?page={page}&descending=true'],
    access: 'documented',
    robots: null,
    basis: [
      'https://www.themuse.com/developers/api/v2',
      'https://github.com/ever-jobs/ever-jobs (packages/plugins/source-themuse)',
      'https://github.com/santifer/career-ops (providers/themuse.mjs)',
    ],
    compared: '2026-11-28',
    recording: 'none',
  },
  terms: 'Public, at most 500 requests an hour; the owner requests a link back to each job.',
  cost: { perRequest: 20, details: false },
  attribution: 'Postings from The Muse (https://www.themuse.com).',
  defaults: { freshSeconds: 3600, maxPages: 25, perMinute: 30 },
  addresses: ['themuse.com'],
  settings,
  requests: ({ baseUrl = 'https://www.themuse.com' }) => [pageRequest(baseUrl, 1)],
  parse(response, _ask, { baseUrl = 'https://www.themuse.com' }) {
    const page = readShape(response, pageSchema, 'a page with page, page_count and results');
    const read = readEntries(page.results, jobSchema, (job) => {
      // "Flexible / Remote" is The Muse's term for remote.
      const remote = job.locations.some((name) => /remote/i.test(name ?? ''));
      return {
        ...emptyPosting(job.name, job.refs.landing_page),
        sourceJobId: job.id,
        company: { name: job.company?.name ?? null, url: null, logoUrl: null },
        places: placeText(...job.locations.filter((name) => !/remote/i.test(name ?? ''))),
        workplace: listOf(remote ? 'remote' : null),
        level: listOf(...job.levels),
        postedAt: job.publication_date,
        descriptionHtml: job.contents,
        tags: listOf(...job.categories, ...job.tags),
      };
    });
    const next = page.page + 1;
    const more = page.results.length > 0 && next <= Math.min(page.page_count, lastPage);
    const truncated = page.page_count > lastPage ? { truncated: true } : {};
    return { ...read, ...truncated, follow: more ? [pageRequest(baseUrl, next)] : [] };
  },
});

function pageRequest(baseUrl: string, page: number): PageRequest {
  return { url: `${baseUrl}/api/public/jobs?page=${page}&descending=true`, role: 'listing', accept: 'json' };
}
