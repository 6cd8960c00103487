import type { DemoPosting } from '../postings/posting.js';
import { type Board, type BoardRequest, pageNumber, searchUrl } from './board-request.js';
import { escapeHtml } from './escape-html.js';
import { type Json, jobLd, scriptJson } from './job-ld.js';
import { htmlPage } from './layout.js';
import { countSentence, cutPage, findForm, pagerHtml } from './listing-page.js';
import { cardHtml, postingHtml } from './posting-page.js';
import { found, moved, type Reply } from './reply.js';
import { createSearch } from './search-postings.js';
import { sites } from './sites.js';

const site = sites.careers;
const cardsOnPage = 20;
const alsoShown = 6;

/** The board of server-side pages: listings with links, details with schema.org JobPosting, a sitemap. */
export function createCareersBoard(postings: readonly DemoPosting[]): Board {
  const search = createSearch(postings);
  const byId = new Map(postings.map((posting) => [posting.id, posting]));
  const newestFirst = search({ q: '', where: '' });
  return ({ path, query, origin }) => {
    if (path === site.home) return listingPage(search, query);
    if (path === '/careers' || path === `${site.home}/`) return moved(site.home);
    if (path === '/careers/sitemap.xml') return sitemap(newestFirst, origin);
    const posting = byId.get(/^\/careers\/jobs\/(\d+)(?:\/[^/]*)?$/.exec(path)?.[1] ?? '');
    if (!posting) return null;
    return path === posting.path ? detailPage(posting, origin, newestFirst) : moved(posting.path);
  };
}

function listingPage(search: ReturnType<typeof createSearch>, query: BoardRequest['query']): Reply {
  const asked = { q: query.get('q') ?? '', where: query.get('where') ?? '' };
  const { items, at } = cutPage(search(asked), pageNumber(query), cardsOnPage);
  const address = (page: number): string => searchUrl(site.home, { ...asked, page });
  const next = at.page < at.pages ? `<link rel="next" href="${escapeHtml(address(at.page + 1))}">\n` : '';
  const body = `<h1>Find your next job</h1>
${findForm(site.home, asked)}
<p class="sub">${countSentence(at, asked)}</p>
<ul class="cards" id="results">${items.map(cardHtml).join('\n')}</ul>
${pagerHtml(at, address)}`;
  return found('html', htmlPage({ title: `Jobs · ${site.name}`, site, head: next, body }));
}

function detailPage(posting: DemoPosting, origin: string, all: readonly DemoPosting[]): Reply {
  const canonical = `<link rel="canonical" href="${origin}${posting.path}">\n`;
  const head = `${canonical}${structuredData(posting, origin)}`;
  const body = `<nav class="sub" aria-label="Breadcrumb"><a href="/careers/jobs">Jobs</a> › ${escapeHtml(posting.opening.occupation.department)}</nav>
${postingHtml(posting, `mailto:apply+${posting.id}@fairhaven.example`)}
${similarOpenings(posting, all)}`;
  const page = htmlPage({ title: `${posting.title} at ${posting.companyName} · ${site.name}`, site, head, body });
  return found('html', page, new Date(posting.updatedAt));
}

/** The JobPosting alone, with a breadcrumb in a separate block, or with one in the same graph. */
function structuredData(posting: DemoPosting, origin: string): string {
  const block = (value: Json): string => `<script type="application/ld+json">${scriptJson(value)}</script>\n`;
  const job = jobLd(posting, origin);
  const crumbs = breadcrumb(posting, origin);
  const style = posting.opening.index % 6;
  if (style === 0) return block({ '@context': 'https://schema.org', '@graph': [crumbs, job] });
  if (style === 1) return block([job]);
  return style === 2 ? block(job) : block(crumbs) + block(job);
}

function breadcrumb({ title, path }: DemoPosting, origin: string): Json {
  const step = (position: number, name: string, item: string): Json => ({
    '@type': 'ListItem',
    position,
    name,
    item: `${origin}${item}`,
  });
  const itemListElement = [step(1, site.name, site.home), step(2, title, path)];
  return { '@context': 'https://schema.org', '@type': 'BreadcrumbList', itemListElement };
}

/** Openings of the same line of work, newest first; they are not results, so their links have another class. */
function similarOpenings(posting: DemoPosting, all: readonly DemoPosting[]): string {
  const { occupation } = posting.opening;
  const others = all.filter((one) => one !== posting && one.opening.occupation === occupation).slice(0, alsoShown);
  if (others.length === 0) return '';
  const rows = others.map(
    (one) =>
      `<li class="card"><a class="also" href="${one.path}">${escapeHtml(one.title)}</a><p>${escapeHtml(one.companyName)} · ${escapeHtml(one.locationText)}</p></li>`,
  );
  return `<h2>Similar openings</h2>\n<ul class="cards">${rows.join('\n')}</ul>`;
}

function sitemap(postings: readonly DemoPosting[], origin: string): Reply {
  const rows = postings.map(
    ({ path, updatedAt }) => `<url><loc>${origin}${path}</loc><lastmod>${updatedAt}</lastmod></url>`,
  );
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${rows.join('\n')}\n</urlset>\n`;
  return found('xml', body);
}
