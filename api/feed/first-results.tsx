import { SearchApp } from '../../pages/components/search-app.js';
import { under } from '../../pages/lib/base-path.js';
import { usesMiles } from '../../pages/lib/distance.js';
import type { Query } from '../../pages/search/answer.js';
import { searchTitle } from '../../pages/search/query.js';
import { isDemoSource } from '../../shared/catalogue/known-boards.js';
import { say, sayWith } from '../../shared/messages/messages.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { isWithoutSources } from '../../shared/schedule/listed-sources.js';
import { fieldNames } from '../../shared/search/fields.js';
import { parseQuery } from '../../shared/search/query/parse-query.js';
import type { SearchAnswer } from '../../shared/search/result.js';
import { offersAlerts } from '../../shared/watches/destinations.js';
import { entityTagOf, sendTagged } from '../middleware/answer.js';
import { notBuilt, type Pages, pageHeaders } from '../pages/pages.js';
import { Data, type PageParts, writePage } from '../pages/write-page.js';
import type { SearchMiddleware, SearchRequest } from '../search/search-context.js';
import { giveTicket } from '../search/wait/in-flight-searches.js';
import { givenFields } from './feed.js';
import { createHomeFigures, createNewestJobs } from './home-figures.js';
import { offeredCurrencies, viewOf } from './list-page.js';
import { Start } from './write-start.js';

type FirstContext = Parameters<typeof createHomeFigures>[0] &
  Parameters<typeof createNewestJobs>[0] & {
    redis: RedisConnection;
    sourceNames: () => Promise<readonly string[]>;
    config: Parameters<typeof offersAlerts>[0];
  };

type First = { answer: SearchAnswer | null; ticket: string | null };

const type = 'text/html; charset=utf-8';

/**
 * GET /: the search page. A search answered within a second is sent with its first jobs and the answer for the script,
 * which then sends no further request or follows the boards still being read; this counts as the search. Any other
 * search continues while the script loads, with a ticket, so that it is counted once.
 */
export function searchPage(
  context: FirstContext,
  pages: Pages,
  innerSearch: readonly SearchMiddleware[],
): SearchMiddleware {
  if (pages.edition === '') return notBuilt;
  const hasAlerts = offersAlerts(context.config);
  const figures = createHomeFigures(context);
  const newest = createNewestJobs(context);
  const send = (ctx: SearchRequest, parts: Omit<PageParts, 'script' | 'styles' | 'current'>): void => {
    const body = writePage(pages, {
      ...parts,
      address: ctx.url,
      script: 'search',
      styles: ['search', 'results'],
      current: '/',
    });
    ctx.set({ ...pageHeaders, 'Cache-Control': 'no-cache' });
    sendTagged(ctx, { tag: entityTagOf(body), type, body });
  };

  return async function searchPage(ctx) {
    const given = givenFields(ctx.query);
    const miles = usesMiles(ctx.acceptsLanguages());
    const main = (answer: SearchAnswer | null, ticket: string | null) => (
      <>
        <div id="app">
          <SearchApp view={viewOf(answer, { given, miles })} />
        </div>
        <noscript>
          <p class="note">{sayWith('start.plain', { plain: (text: string) => <a href="/search">{text}</a> })}</p>
        </noscript>
        <Data
          type="application/json"
          id="page-data"
          value={{ answer, ticket, hasAlerts, currencies: offeredCurrencies() }}
        />
      </>
    );
    if (Object.keys(given).length === 0) {
      if (await isWithoutSources(context.redis).catch(() => false)) return ctx.redirect('/boards');
      const [home, names, jobs] = await Promise.all([
        figures().catch(() => null),
        context.sourceNames().catch(() => []),
        newest(),
      ]);
      const hasOnlyDemo = names.length > 0 && names.every(isDemoSource);
      const body = [main(null, null), <Start key="start" home={home} newest={jobs} hasOnlyDemo={hasOnlyDemo} />];
      return send(ctx, { title: say('jobSearch'), description: say('start.about'), main: body, isStart: true });
    }
    const { answer, ticket } = await readFirst(ctx, given).catch(() => ({ answer: null, ticket: null }));
    const name = answer === null ? null : searchTitle(answer.query as Query);
    ctx.set('X-Robots-Tag', 'noindex');
    return send(ctx, {
      title: [name, say('jobSearch')].filter((word) => word !== null).join(' · '),
      description: say('start.about'),
      main: main(answer, ticket),
      isSplit: (answer?.jobs.length ?? 0) > 0,
      head: <PlainRefresh given={given} />,
    });
  };

  /**
   * The answer if it arrives in time; `null` when it does not, or is refused to this caller, whose script is then given
   * the reason; and the ticket of a search that the script continues.
   */
  async function readFirst(ctx: SearchRequest, given: Record<string, string>): Promise<First> {
    const parsed = parseQuery(given);
    if ('errors' in parsed || parsed.query.descriptions !== undefined) return { answer: null, ticket: null };
    const { query } = parsed;
    ctx.state.query = query;
    ctx.state.format = 'json';
    // Reloading the page must not read boards more often than loading it.
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

/** Leads browsers without scripts to the plain page of the same search. */
function PlainRefresh({ given }: { given: Readonly<Record<string, string>> }) {
  const fields = fieldNames.flatMap((name): [string, string][] => {
    const value = given[name];
    return value === undefined ? [] : [[name, value.slice(0, 200)]];
  });
  return (
    <noscript>
      <meta http-equiv="refresh" content={`0; url=${under(`/search?${new URLSearchParams(fields)}`)}`} />
    </noscript>
  );
}
