import { z } from 'zod';
import { coerceText, neededId, neededText, placeText, told } from './coerce.js';
import { emptyPosting } from './posting.js';
import { readEntries } from './read-entries.js';
import { readJson } from './read-json.js';
import { type Ask, commonSettings, defineKind } from './source.js';
import { sourceChanged } from './source-errors.js';

const settings = commonSettings.extend({ kind: z.literal('themuse') });

const named = z
  .array(z.object({ name: coerceText }))
  .nullish()
  .transform((list) => (list ?? []).map(({ name }) => name));
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

/** Asked for a page behind this one, the interface answers 400. */
const lastPage = 99;

/**
 * The Muse's jobs, newest first, in pages of 20, of which the interface shows 99.
 * Documented at https://www.themuse.com/developers/api/v2 (GET /api/public/jobs?page=).
 */
export const themuse = defineKind({
  kind: 'themuse',
  summary: 'The Muse’s jobs.',
  documentation: 'https://www.themuse.com/developers/api/v2',
  terms: 'The API is public, within 500 requests an hour; its owner asks for a link back to each job.',
  attribution: 'Postings from The Muse (https://www.themuse.com).',
  defaults: { freshSeconds: 3600, maxPages: 25, perMinute: 30 },
  settings,
  narrows: () => [],
  pool: () => 'http',
  ask: ({ baseUrl = 'https://www.themuse.com' }) => [pageAsk(baseUrl, 1)],
  read(answer, _ask, { baseUrl = 'https://www.themuse.com' }) {
    const page = z
      .object({ page: z.number(), page_count: z.number(), results: z.array(z.unknown()) })
      .safeParse(readJson(answer));
    if (!page.success) throw sourceChanged('a page with page, page_count and results', answer.body.slice(0, 80));
    const read = readEntries(page.data.results, jobSchema, (job) => {
      // "Flexible / Remote" is how The Muse says remote.
      const remote = job.locations.some((name) => /remote/i.test(name ?? ''));
      return {
        ...emptyPosting(job.name, job.refs.landing_page),
        sourceJobId: job.id,
        company: { name: job.company?.name ?? null, url: null, logoUrl: null },
        places: placeText(...job.locations.filter((name) => !/remote/i.test(name ?? ''))),
        workplace: told(remote ? 'remote' : null),
        level: told(...job.levels),
        postedAt: job.publication_date,
        descriptionHtml: job.contents,
        tags: told(...job.categories, ...job.tags),
      };
    });
    const next = page.data.page + 1;
    const more = page.data.results.length > 0 && next <= Math.min(page.data.page_count, lastPage);
    return { ...read, follow: more ? [pageAsk(baseUrl, next)] : [] };
  },
});

function pageAsk(baseUrl: string, page: number): Ask {
  return { url: `${baseUrl}/api/public/jobs?page=${page}&descending=true`, role: 'listing', accept: 'json' };
}
