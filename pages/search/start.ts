import { pressed } from '../components/job-card.js';
import { under } from '../lib/base-path.js';

/** What the page shows before the first search; a page that was loaded with one came without it. */
export const start = document.getElementById('start');

/** Has the links to other languages lead to the search on screen. */
export function languagesFollow(): void {
  document.getElementById('languages')?.addEventListener('click', ({ target }) => {
    const link = target instanceof Element ? target.closest('a') : null;
    if (link === null) return;
    const parameters = new URLSearchParams(location.search);
    parameters.set('lang', link.lang);
    link.search = `?${parameters}`;
  });
}

/** Has `open` make the searches that the start offers, so that the page is not loaded anew for them. */
export function onStartSearch(open: (address: string) => void): void {
  start?.addEventListener('click', (event) => {
    const link =
      event.target instanceof Element ? event.target.closest<HTMLAnchorElement>(`a[href^="${under('/?')}"]`) : null;
    if (link !== null) pressed(() => open(link.search))(event);
  });
}
