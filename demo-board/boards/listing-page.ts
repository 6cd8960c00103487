import { escapeHtml } from './escape-html.js';

/** One page of a listing: which, of how many. */
export type ListingPage = { page: number; pages: number; total: number };

/** Cuts a list into pages, counted from 1; a page past the end is empty. */
export function cutPage<Item>(list: readonly Item[], page: number, size: number): { items: Item[]; at: ListingPage } {
  const items = list.slice((page - 1) * size, page * size);
  return { items, at: { page, pages: Math.ceil(list.length / size), total: list.length } };
}

/** The search form of a board: two fields and a button. */
export function findForm(action: string, { q, where }: { q: string; where: string }): string {
  return `<form class="find" action="${action}" method="get" role="search">
<input name="q" value="${escapeHtml(q)}" placeholder="Title, company or skill" aria-label="What">
<input name="where" value="${escapeHtml(where)}" placeholder="City, state, country or Remote" aria-label="Where">
<button>Find jobs</button>
</form>`;
}

/** The number of results, in a sentence. */
export function countSentence({ total }: ListingPage, { q, where }: { q: string; where: string }): string {
  const what = q ? ` for “${q}”` : '';
  const place = where ? ` in ${where}` : '';
  if (total === 0) return escapeHtml(`No openings${what}${place}. Try fewer words.`);
  return escapeHtml(`${total.toLocaleString('en')} ${total === 1 ? 'opening' : 'openings'}${what}${place}`);
}

/** Links to the neighbouring pages, for people and (`rel`) for machines. */
export function pagerHtml({ page, pages }: ListingPage, address: (page: number) => string): string {
  const link = (to: number, rel: string, text: string): string =>
    to < 1 || to > pages ? '<span></span>' : `<a rel="${rel}" href="${escapeHtml(address(to))}">${text}</a>`;
  if (pages < 2) return '';
  return `<nav class="pages" aria-label="Pages">${link(page - 1, 'prev', '← Newer')}<span>Page ${page} of ${pages}</span>${link(page + 1, 'next', 'Older →')}</nav>`;
}
