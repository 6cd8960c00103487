import { deflateRawSync } from 'node:zlib';
import type { DemoPosting } from '../postings/posting.js';
import { type Board, type BoardRequest, pageNumber, searchUrl } from './board-request.js';
import { jobLd } from './job-ld.js';
import { htmlPage, readableDate } from './layout.js';
import { countSentence, cutPage } from './listing-page.js';
import { postingHtml, visiblePay } from './posting-page.js';
import { found, type Reply } from './reply.js';
import { createSearch } from './search-postings.js';
import { sites } from './sites.js';
import { spaScript } from './spa-script.js';

const site = sites.spa;
const cardsOnPage = 40;

/** Every page is this one until its script has run. */
const shell = htmlPage({
  title: site.name,
  site,
  head: '<script src="/spa/app.js" defer></script>\n',
  body: '<div id="app" data-state="loading"></div>\n<noscript><p>This board needs JavaScript.</p></noscript>',
});

/** The board that only a browser can read: an empty page, a script, and data in a custom format. */
export function createSpaBoard(postings: readonly DemoPosting[]): Board {
  const search = createSearch(postings);
  const byId = new Map(postings.map((posting) => [posting.id, posting]));
  return (request) => {
    const { path } = request;
    if (path === site.home) return found('html', shell);
    if (path === '/spa/app.js') return found('script', spaScript);
    if (path === '/spa/data') return listingData(search, request);
    const [, place, id = ''] = /^\/spa\/(jobs|data)\/(\w+)$/.exec(path) ?? [];
    const posting = byId.get(id);
    if (!posting) return null;
    return place === 'jobs' ? found('html', shell) : postingData(posting, request.origin);
  };
}

/** Compressed without a name or header that an HTTP client would recognise: raw deflate (RFC 1951), as plain bytes. */
function pack(value: object): Reply {
  return found('bytes', deflateRawSync(JSON.stringify(value), { level: 1 }));
}

function listingData(search: ReturnType<typeof createSearch>, { query, origin }: BoardRequest): Reply {
  const asked = { q: query.get('q') ?? '', where: query.get('where') ?? '' };
  const { items, at } = cutPage(search(asked), pageNumber(query), cardsOnPage);
  const address = (page: number): string | null =>
    page < 1 || page > at.pages ? null : searchUrl(site.home, { ...asked, page });
  return pack({
    asked,
    count: countSentence(at, asked),
    cards: items.map(cardRow),
    prev: address(at.page - 1),
    next: address(at.page + 1),
    pages: at.pages > 1 ? `Page ${at.page} of ${at.pages}` : '',
    ld: items.map((posting) => jobLd(posting, origin)),
  });
}

function cardRow(posting: DemoPosting): string[] {
  const { path, title, companyName, locationText, postedAt } = posting;
  const pay = visiblePay(posting);
  return [path, title, `${companyName} · ${locationText}`, `${pay ? `${pay} · ` : ''}${readableDate(postedAt)}`];
}

function postingData(posting: DemoPosting, origin: string): Reply {
  const title = `${posting.title} at ${posting.companyName} · ${site.name}`;
  const html = postingHtml(posting, `mailto:hello+${posting.id}@skylark.example`);
  return pack({ title, html, ld: [jobLd(posting, origin)] });
}
