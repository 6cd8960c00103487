import type { DemoPosting } from '../postings/posting.js';
import { type Board, type BoardRequest, pageNumber, searchUrl } from './board-request.js';
import { contentHtml, greenhouseContent, greenhouseJob, payInputRanges } from './greenhouse-job.js';
import { htmlPage } from './layout.js';
import { countSentence, cutPage, findForm, pagerHtml } from './listing-page.js';
import { cardHtml, postingHtml } from './posting-page.js';
import { etagOf, found, type Reply } from './reply.js';
import { createSearch } from './search-postings.js';
import { sites } from './sites.js';

/** The board's token: the last part of a Greenhouse board's address. */
export const boardToken = 'northwind';

const site = sites.greenhouse;
const cardsOnPage = 25;
/** Lists take some megabytes; they are cached for a few origins (127.0.0.1, localhost). */
const originsKept = 4;

/** The board that answers JSON in the shape of a Greenhouse job board, with a readable page for every posting. */
export function createGreenhouseBoard(postings: readonly DemoPosting[]): Board {
  const search = createSearch(postings);
  const newestFirst = search({ q: '', where: '' });
  const byId = new Map(postings.map((posting) => [posting.id, posting]));
  const list = keepLists(newestFirst);
  return (request) => {
    const { path, query } = request;
    const api = /^\/greenhouse\/v1\/boards\/([^/]+)(\/.*)?$/.exec(path);
    if (api)
      return api[1] === boardToken ? apiReply(request, api[2] ?? '', { byId, list }) : missing('Job Board not found');
    if (path === site.home) return listingPage(search, query);
    const posting = byId.get(/^\/greenhouse\/northwind\/jobs\/(\d+)$/.exec(path)?.[1] ?? '');
    return posting ? postingPage(posting) : null;
  };
}

type Held = { byId: Map<string, DemoPosting>; list(origin: string, withContent: boolean): Reply };

function apiReply({ origin, query }: BoardRequest, rest: string, { byId, list }: Held): Reply {
  if (rest === '')
    return json({ name: site.name, content: '&lt;p&gt;Openings of many employers, in one place.&lt;/p&gt;' });
  if (rest === '/jobs') return list(origin, query.get('content') === 'true');
  const posting = byId.get(/^\/jobs\/(\d+)$/.exec(rest)?.[1] ?? '');
  if (!posting) return missing('Job not found');
  const pay = query.get('pay_transparency') === 'true' ? { pay_input_ranges: payInputRanges(posting) } : {};
  return json({ ...greenhouseJob(posting, origin), ...greenhouseContent(posting), ...pay });
}

const json = (value: object): Reply => found('json', JSON.stringify(value));
const missing = (error: string): Reply => ({ ...json({ status: 404, error }), status: 404 });

/** Each list is serialized once per origin; collectors request the full content repeatedly. */
function keepLists(postings: readonly DemoPosting[]): Held['list'] {
  const kept = new Map<string, Reply>();
  return (origin, withContent) => {
    const key = `${withContent} ${origin}`;
    const held = kept.get(key);
    if (held) return held;
    if (kept.size >= originsKept * 2) kept.clear();
    const reply = printList(postings, origin, withContent);
    kept.set(key, reply);
    return reply;
  };
}

function printList(postings: readonly DemoPosting[], origin: string, withContent: boolean): Reply {
  const jobs = postings.map((one) => ({
    ...greenhouseJob(one, origin),
    ...(withContent ? greenhouseContent(one) : {}),
  }));
  const body = Buffer.from(JSON.stringify({ jobs, meta: { total: jobs.length } }));
  return { ...found('json', body), etag: etagOf(body) };
}

function listingPage(search: ReturnType<typeof createSearch>, query: URLSearchParams): Reply {
  const asked = { q: query.get('q') ?? '', where: query.get('where') ?? '' };
  const { items, at } = cutPage(search(asked), pageNumber(query), cardsOnPage);
  const address = (page: number): string => searchUrl(site.home, { ...asked, page });
  const body = `<h1>Open positions</h1>
${findForm(site.home, asked)}
<p class="sub">${countSentence(at, asked)}</p>
<ul class="cards">${items.map(cardHtml).join('\n')}</ul>
${pagerHtml(at, address)}`;
  return found('html', htmlPage({ title: `Open positions · ${site.name}`, site, body }));
}

function postingPage(posting: DemoPosting): Reply {
  const shown = { ...posting, descriptionHtml: contentHtml(posting) };
  const body = postingHtml(shown, `mailto:jobs@northwind.example?subject=${encodeURIComponent(posting.title)}`);
  const page = htmlPage({ title: `${posting.title} at ${posting.companyName}`, site, body });
  return found('html', page, new Date(posting.updatedAt));
}
