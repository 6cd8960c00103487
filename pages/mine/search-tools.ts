import { button, el } from '../lib/dom.js';
import type { MyJobs } from './my-jobs.js';
import { alertOf, feedLink } from './show-mine.js';

type SearchTools = { address: string; name: string; currency: string; mine: MyJobs; hasAlerts: boolean };

/** Buttons for the search as a whole: save it, have its new jobs sent, follow it in a feed reader. */
export function searchTools(
  mapButton: HTMLElement,
  { address, name, currency, mine, hasAlerts }: SearchTools,
): HTMLElement {
  const isSaved = mine.search(address) !== undefined;
  const save = button(
    { class: 'act mine', 'aria-pressed': String(isSaved) },
    () => {
      if (isSaved) mine.removeSearch(address);
      else mine.saveSearch({ address, name, visitedAt: new Date().toISOString() });
    },
    isSaved ? '★ Saved' : '☆ Save search',
  );
  return el(
    'div',
    { class: 'tools', 'data-key': 'tools' },
    mapButton,
    save,
    hasAlerts ? el('a', { class: 'act', href: alertOf(address) }, 'E-mail me new jobs') : null,
    el(
      'span',
      { class: 'links' },
      el(
        'a',
        { href: `/salaries${address}&currency=${currency}`, title: 'What these jobs pay, by level and place' },
        'Pay',
      ),
      feedLink(address, null),
    ),
  );
}
