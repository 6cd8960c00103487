import { pressed } from '../components/job-card.js';
import { under } from '../lib/base-path.js';

/** The content before the first search; not included in a page loaded with a search. */
export const start = document.getElementById('start');

/** Makes the language links lead to the search on screen. */
export function languagesFollow(): void {
  document.getElementById('languages')?.addEventListener('click', ({ target }) => {
    const link = target instanceof Element ? target.closest('a') : null;
    if (link === null) return;
    const parameters = new URLSearchParams(location.search);
    parameters.set('lang', link.lang);
    link.search = `?${parameters}`;
  });
}

/** Runs the searches offered on the start page with `open`, without reloading the page. */
export function onStartSearch(open: (address: string) => void): void {
  start?.addEventListener('click', (event) => {
    const link =
      event.target instanceof Element ? event.target.closest<HTMLAnchorElement>(`a[href^="${under('/?')}"]`) : null;
    if (link !== null) pressed(() => open(link.search))(event);
  });
}
