import type { DemoPosting } from '../postings/posting.js';
import { escapeHtml } from './escape-html.js';
import type { BoardSearch } from './search-postings.js';

/** The boards as sites: their names, paths, mottos and colours. */
export const sites = {
  index: { name: 'Demo board', home: '/', motto: 'Three job boards, one port', hue: 215 },
  greenhouse: {
    name: 'Northwind Talent',
    home: '/greenhouse/northwind',
    motto: 'A marketplace of employers',
    hue: 155,
  },
  careers: { name: 'Fairhaven Jobs', home: '/careers/jobs', motto: 'Work worth getting up for', hue: 265 },
  spa: { name: 'Skylark', home: '/spa/jobs', motto: 'Openings, the moment they appear', hue: 22 },
} as const;
type Site = (typeof sites)[keyof typeof sites];

const style =
  ':root{color-scheme:light dark}body{max-width:60rem;margin:0 auto;padding:1rem;font:16px/1.6 system-ui,sans-serif}.cards,.facts{list-style:none;padding:0}.card{border:1px solid #8884;border-radius:.7rem;padding:.8rem 1rem;margin:.7rem 0}a{color:hsl(var(--hue) 60% 45%)}article{overflow-wrap:anywhere}';

/** A complete HTML document in the boards' common style; everything but `title` and `site` is already HTML. */
export function htmlPage({ title, site, head = '', body }: { title: string; site: Site; head?: string; body: string }) {
  return `<!doctype html>
<html lang="en" style="--hue:${site.hue}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
${head}</head>
<body><header><a href="${site.home}">${escapeHtml(site.name)}</a> <span class="sub">${escapeHtml(site.motto)}</span></header>
<main>
${body}
</main>
<footer>A demo board: every company and every posting here is invented. <a href="/">All boards</a></footer></body></html>
`;
}

const readableDate = (iso: string): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(iso));

/** Pay is shown separately only where the board states it separately. */
const visiblePay = ({ payText, stated }: DemoPosting): string | null => (stated.pay === 'field' ? payText : null);

/** One page of a search, counted from 1, with the addresses of its neighbours; a page past the end is empty. */
export function cutPage(
  found: readonly DemoPosting[],
  query: URLSearchParams,
  { home, size }: { home: string; size: number },
) {
  const typed = query.get('page') ?? '';
  const page = /^\d{1,6}$/.test(typed) ? Math.max(1, Number(typed)) : 1;
  const pages = Math.ceil(found.length / size);
  const addressOf = (to: number): string | null => {
    if (to < 1 || to > pages) return null;
    const asked = new URLSearchParams([...query].filter(([name, value]) => name !== 'page' && value !== ''));
    if (to > 1) asked.set('page', String(to));
    return asked.size > 0 ? `${home}?${asked}` : home;
  };
  const items = found.slice((page - 1) * size, page * size);
  return { items, page, pages, total: found.length, prev: addressOf(page - 1), next: addressOf(page + 1) };
}

/** Results with their form and the links to the neighbouring pages, for people and (`rel`) for machines. */
export function listingHtml(site: Site, at: ReturnType<typeof cutPage>, asked: BoardSearch): string {
  const link = (to: string | null, rel: string, text: string): string =>
    to === null ? '<span></span>' : `<a rel="${rel}" href="${escapeHtml(to)}">${text}</a>`;
  const field = (name: keyof BoardSearch, hint: string): string =>
    `<input name="${name}" value="${escapeHtml(asked[name])}" placeholder="${hint}" aria-label="${hint}">`;
  const what = `${asked.q ? ` for “${asked.q}”` : ''}${asked.where ? ` in ${asked.where}` : ''}`;
  const count = at.total === 0 ? 'No' : at.total.toLocaleString('en');
  return `<h1>Open positions</h1>
<form class="find" action="${site.home}" role="search">${field('q', 'Title, company or skill')}${field('where', 'City, state, country or Remote')}<button>Find jobs</button></form>
<p class="sub">${escapeHtml(`${count} openings${what}`)}</p>
<ul class="cards">${at.items.map(cardHtml).join('\n')}</ul>
<nav class="pages">${link(at.prev, 'prev', '← Newer')}<span>Page ${at.page} of ${at.pages}</span>${link(at.next, 'next', 'Older →')}</nav>`;
}

/** A page of results as a document. */
export function listingPage(site: Site, at: ReturnType<typeof cutPage>, asked: BoardSearch): string {
  const head = at.next === null ? '' : `<link rel="next" href="${escapeHtml(at.next)}">\n`;
  return htmlPage({ title: `Jobs · ${site.name}`, site, head, body: listingHtml(site, at, asked) });
}

function cardHtml(posting: DemoPosting): string {
  const { path, title, companyName, locationText, postedAt } = posting;
  const pay = visiblePay(posting);
  return `<li class="card"><a class="job" href="${path}">${escapeHtml(title)}</a><p>${escapeHtml(`${companyName} · ${locationText}`)}</p>
<p>${pay ? `${escapeHtml(pay)} · ` : ''}<time datetime="${postedAt}">${readableDate(postedAt)}</time></p></li>`;
}

/** The part of a page that shows one posting to a person. */
export function postingHtml(posting: DemoPosting, description = posting.descriptionHtml): string {
  const { id, title, companyName, locationText, opening, stated, requisitionId, postedAt } = posting;
  const type = stated.jobType === 'field' ? opening.jobType : null;
  const facts = [visiblePay(posting), type, `Posted ${readableDate(postedAt)}`, requisitionId];
  const shown = facts.flatMap((fact) => (fact === null ? [] : [`<li>${escapeHtml(fact)}</li>`]));
  return `<h1>${escapeHtml(title)}</h1>
<p class="sub">${escapeHtml(companyName)} · ${escapeHtml(locationText)}</p>
<ul class="facts">${shown.join('')}</ul>
<article class="description">
${description}
</article>
<p><a href="mailto:apply+${id}@board.example">Apply for this job</a></p>`;
}
