import { z } from 'zod';
import { coerceFlag, coerceText, coerceTexts, neededText, placeText, told } from './coerce.js';
import { emptyPosting } from './posting.js';
import { readEntries } from './read-entries.js';
import { readJson } from './read-json.js';
import { type Ask, commonSettings, defineKind } from './source.js';
import { sourceChanged } from './source-errors.js';

const settings = commonSettings.extend({ kind: z.literal('arbeitnow') });

const home = 'https://www.arbeitnow.com';

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
 * Arbeitnow's open job board, mostly of Europe, page by page.
 * Documented at https://www.arbeitnow.com/blog/job-board-api (GET /api/job-board-api?page=).
 */
export const arbeitnow = defineKind({
  kind: 'arbeitnow',
  summary: 'Arbeitnow’s open job board, mostly of Europe.',
  documentation: 'https://www.arbeitnow.com/blog/job-board-api',
  terms: 'The API is free and needs no key; its owner asks for a link back to the posting.',
  attribution: 'Postings from Arbeitnow (https://www.arbeitnow.com).',
  defaults: { freshSeconds: 3600, maxPages: 10 },
  settings,
  narrows: () => [],
  pool: () => 'http',
  ask: ({ baseUrl = home }) => [pageAsk(baseUrl, 1)],
  read(answer, ask, { baseUrl = home }) {
    const page = z
      .object({ data: z.array(z.unknown()), links: z.object({ next: coerceText }).nullish() })
      .safeParse(readJson(answer));
    if (!page.success) throw sourceChanged('an object with a list "data"', answer.body.slice(0, 80));
    const read = readEntries(page.data.data, jobSchema, (job) => ({
      ...emptyPosting(job.title, job.url),
      sourceJobId: job.slug,
      company: { name: job.company_name, url: null, logoUrl: null },
      places: placeText(job.location),
      workplace: told(job.remote ? 'remote' : null),
      // Arbeitnow keeps kinds of contract and levels in one list.
      jobType: job.job_types,
      level: job.job_types,
      postedAt: job.created_at ?? null,
      descriptionHtml: job.description,
      tags: job.tags,
    }));
    const more = page.data.data.length > 0 && (page.data.links?.next ?? null) !== null;
    return { ...read, follow: more ? [pageAsk(baseUrl, (ask.memo as number) + 1)] : [] };
  },
});

function pageAsk(baseUrl: string, page: number): Ask {
  return {
    url: `${baseUrl}/api/job-board-api${page === 1 ? '' : `?page=${page}`}`,
    role: 'listing',
    accept: 'json',
    memo: page,
  };
}
