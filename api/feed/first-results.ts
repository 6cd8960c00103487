import { escapeUTF8 } from 'entities';
import { isDemoSource } from '../../shared/catalogue/demo-entries.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { fieldNames } from '../../shared/search/fields.js';
import { parseQuery } from '../../shared/search/query/parse-query.js';
import type { SearchQuery } from '../../shared/search/query/query.js';
import { searchName } from '../../shared/search/query/search-address.js';
import type { SearchAnswer } from '../../shared/search/result.js';
import { offersAlerts } from '../../shared/watches/destinations.js';
import { entityTagOf, sendTagged } from '../middleware/send-tagged.js';
import { notBuilt, type Pages, pageHeaders } from '../pages/pages.js';
import { fillSearchPage } from '../pages/search-page.js';
import type { SearchMiddleware, SearchRequest } from '../search/search-context.js';
import { giveTicket } from '../search/wait/search-ticket.js';
import { givenFields } from './given-fields.js';
import { createHomeFigures, createNewestJobs } from './home-figures.js';
import { writeFirstRows } from './write-list.js';
import { writeStart } from './write-start.js';

type FirstContext = Parameters<typeof createHomeFigures>[0] &
  Parameters<typeof createNewestJobs>[0] & {
    redis: RedisConnection;
    sourceNames: () => Promise<readonly string[]>;
    config: Parameters<typeof offersAlerts>[0];
  };

type First = { answer: SearchAnswer | null; ticket: string | null };

const type = 'text/html; charset=utf-8';

/** Where the start stands in the page. */
const startMark = '<!-- start -->';

/**
 * GET /: the search page. For a search that is answered within a second, as most are while boards are held, it has the first jobs, and
 * the answer for its script, which then asks no more or follows what is still being read; this counts as the search. Any other search
 * goes on while the script is loaded, which shows how the boards answer. It goes on with a ticket, so that it is counted once.
 */
export function searchPage(
  context: FirstContext,
  pages: Pages,
  innerSearch: readonly SearchMiddleware[],
): SearchMiddleware {
  const file = pages.files.get('search.html');
  if (file === undefined) return notBuilt;
  const filled = fillSearchPage(file.body.toString());
  // The script knows at once whether there is a button for alerts, so that nothing moves for it later.
  const text = offersAlerts(context.config) ? filled.replace('<main>', '<main data-alerts>') : filled;
  const searchText = text.replace(startMark, '');
  const cacheControl = 'no-cache';
  const figures = createHomeFigures(context);
  const newest = createNewestJobs(context);

  return async function searchPage(ctx) {
    const given = givenFields(ctx.query);
    ctx.vary('Accept-Language');
    if (Object.keys(given).length === 0) {
      const [home, names, jobs] = await Promise.all([
        figures().catch(() => null),
        context.sourceNames().catch(() => []),
        newest(),
      ]);
      const start = { home, newest: jobs, hasOnlyDemo: names.length > 0 && names.every(isDemoSource) };
      const body = text.replace(startMark, () => writeStart(start).text);
      ctx.set({ ...pageHeaders, 'Cache-Control': cacheControl });
      return sendTagged(ctx, { tag: entityTagOf(body), type, body });
    }
    const { answer, ticket } = await readFirst(ctx, given).catch(() => ({ answer: null, ticket: null }));
    const filled = answer === null ? searchText : withAnswer(searchText, answer);
    const page = ticket === null ? filled : filled.replace('<main', () => `<main data-ticket="${ticket}"`);
    const body = page.replace('</head>', () => `${plainRefresh(given)}</head>`);
    ctx.set({ ...pageHeaders, 'Cache-Control': cacheControl, 'X-Robots-Tag': 'noindex' });
    sendTagged(ctx, { tag: entityTagOf(body), type, body });
    return undefined;
  };

  /**
   * The answer that is there in time, `null` when there is none, or none for this caller, whose script is then told why; and the ticket
   * of a search that the script goes on with.
   */
  async function readFirst(ctx: SearchRequest, given: Record<string, string>): Promise<First> {
    const parsed = parseQuery(given);
    if ('errors' in parsed || parsed.query.descriptions !== undefined) return { answer: null, ticket: null };
    const { query } = parsed;
    ctx.state.query = query;
    ctx.state.format = 'json';
    // Reloading the page reads the boards no more often than loading it.
    delete ctx.req.headers['cache-control'];
    ctx.req.headers.prefer = 'respond-async, wait=1';
    const run = async (index: number): Promise<void> => innerSearch[index]?.(ctx, () => run(index + 1));
    await run(0);
    ctx.remove('Preference-Applied');
    const answer = ctx.status === 200 ? (JSON.parse(String(ctx.body)) as SearchAnswer) : null;
    ctx.status = 200;
    ctx.remove('Retry-After');
    const isFinished = answer !== null && answer.sourceCounts.pending === 0 && !answer.stale;
    return { answer, ticket: isFinished ? null : await giveTicket(context.redis, ctx.state) };
  }
}

/** Leads browsers without scripts to the same search as a plain page. */
function plainRefresh(given: Readonly<Record<string, string>>): string {
  const fields = fieldNames.flatMap((name): [string, string][] => {
    const value = given[name];
    return value === undefined ? [] : [[name, value.slice(0, 200)]];
  });
  const address = escapeUTF8(`/search?${new URLSearchParams(fields)}`);
  return `<noscript><meta http-equiv="refresh" content="0; url=${address}"></noscript>`;
}

/** The page with the answer for its script. A `<` in it cannot end the element. */
function withData(page: string, answer: SearchAnswer): string {
  const text = JSON.stringify(answer).replaceAll('<', '\\u003c');
  return page.replace('</main>', () => `<script type="application/json" id="first-answer">${text}</script></main>`);
}

/** The page with the first jobs of an answer. */
function withAnswer(page: string, answer: SearchAnswer): string {
  const name = searchName(answer.query);
  return withWords(withData(page, answer), answer.query)
    .replace('<title>', () => (name === '' ? '<title>All jobs · ' : `<title>${escapeUTF8(name)} · `))
    .replace('<body>', answer.jobs.length === 0 ? '<body>' : '<body class="split">')
    .replace(/(<section id="results"[^<>]*>)/, (_, tag: string) => tag + writeFirstRows(answer).text);
}

/** The page with the words of the search in its form. */
const withWords = (page: string, { keyword, location }: SearchQuery): string =>
  page
    .replace('<input id="keyword"', () => `<input id="keyword" value="${escapeUTF8(keyword)}"`)
    .replace('<input id="location"', () => `<input id="location" value="${escapeUTF8(location)}"`);
