import type { Query } from './answer.js';
import { button, el } from './dom.js';
import { type Defaults, queryFrom } from './query.js';

/** Example searches; each shows another filter. */
const examples: readonly [label: string, query: Partial<Query>][] = [
  ['Software engineer, hybrid', { keyword: 'software engineer', remoteFilter: 'hybrid' }],
  ['Nurse, full time, past month', { keyword: 'nurse', jobType: 'full time', dateSincePosted: 'past month' }],
  ['Remote, pays 100,000 or more', { location: 'Remote', salary: '100000' }],
  ['Entry level, newest first', { experienceLevel: 'entry level', sortBy: 'recent' }],
];

/** The page before the first search. */
export function showWelcome({ defaults, search }: { defaults: Defaults; search(query: Query): void }): HTMLElement[] {
  const start = (query: Partial<Query>) => search(queryFrom((name) => query[name] ?? '', defaults));
  return [
    el(
      'div',
      { class: 'welcome' },
      el('h2', {}, 'Try one of these'),
      el(
        'ul',
        { class: 'examples' },
        ...examples.map(([label, query]) =>
          el(
            'li',
            {},
            button({ class: 'chip' }, () => start(query), label),
          ),
        ),
        el(
          'li',
          {},
          button({ class: 'chip strong' }, () => start({}), 'All jobs'),
        ),
      ),
      el(
        'ul',
        { class: 'promises' },
        promise('Every filter is verified', 'A job is shown only if it is known to match, with the reasons.'),
        promise('Nothing is hidden', 'A board that did not respond is named. A cached answer shows its age.'),
        promise('Deduced facts are marked', 'Facts that the posting does not state literally have a dotted underline.'),
      ),
    ),
  ];
}

const promise = (title: string, text: string): HTMLElement =>
  el('li', {}, el('strong', {}, title), el('span', {}, text));
