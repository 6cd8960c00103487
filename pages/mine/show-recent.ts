import { button, el } from '../lib/dom.js';
import type { MyJobs } from './my-jobs.js';
import { forgetSearches, recentSearches } from './recent-searches.js';

type RecentActions = { mine: Pick<MyJobs, 'search'>; open?: (address: string) => void; redraw(): void };

/** The searches made in this browser that are not saved, to make again; nothing while there are none. */
export function showRecent({ mine, open, redraw }: RecentActions): HTMLElement | null {
  const searches = recentSearches().filter(({ address }) => mine.search(address) === undefined);
  if (searches.length === 0) return null;
  return el(
    'section',
    { class: 'recent', 'aria-label': 'Recent searches', 'data-key': 'recent' },
    el('h2', {}, 'Recent searches'),
    el(
      'ul',
      { class: 'examples' },
      ...searches.map(({ address, name }) => {
        const link = el('a', { class: 'chip', href: `/${address}`, dir: 'auto' }, name);
        link.onclick = (event) => {
          if (open === undefined || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
          event.preventDefault();
          open(address);
        };
        return el('li', { 'data-key': address }, link);
      }),
      el(
        'li',
        { 'data-key': 'forget' },
        button(
          { class: 'link small' },
          () => {
            forgetSearches();
            redraw();
          },
          'Forget these',
        ),
      ),
    ),
  );
}
