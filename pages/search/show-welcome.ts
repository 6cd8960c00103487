import { copyText } from '../lib/copy-text.js';
import { button, el } from '../lib/dom.js';
import { formatCount, formatMany, formatSeconds } from '../lib/format.js';
import type { Query } from './answer.js';
import { type Defaults, queryFromForm } from './query.js';

/** Example searches; each shows another filter. */
const examples: Searches = [
  ['Software engineer, hybrid', { keyword: 'software engineer', remoteFilter: 'hybrid' }],
  ['Nurse, full time, past month', { keyword: 'nurse', jobType: 'full time', dateSincePosted: 'past month' }],
  ['Remote, pays 100,000 or more', { location: 'Remote', salary: '100000' }],
  ['Entry level, newest first', { experienceLevel: 'entry level', sortBy: 'recent' }],
];

type Row = { word: string; jobs: number };

/** What the service says of itself in the start page (api/feed/home-figures.ts). */
type Home = {
  jobs: number;
  boards: number;
  companies: number;
  oldestAgeSeconds: number | null;
  titles: Row[];
  places: Row[];
};

/** The figures that the page came with; `null` when nothing is held yet, or the page came with a search. */
const home = JSON.parse(document.getElementById('home')?.textContent ?? 'null') as Home | null;

type Welcome = { defaults: Defaults; search(query: Query): void; hasOnlyDemo: boolean };

/** The page before the first search. `hasOnlyDemo`: no board is read but the demo board. */
export function showWelcome({ defaults, search, hasOnlyDemo }: Welcome): HTMLElement[] {
  const start = (query: Partial<Query>) => search(queryFromForm((name) => query[name] ?? '', defaults));
  return [
    el(
      'div',
      { class: 'welcome' },
      home === null ? null : el('p', { class: 'held' }, ...heldWords(home)),
      el(
        'p',
        { class: 'examples' },
        button({ class: 'chip strong' }, () => start({ sortBy: 'recent' }), 'Newest jobs'),
        button({ class: 'chip strong' }, () => start({}), 'All jobs'),
      ),
      ...(home === null ? [['Try one of these', examples] as const] : popular(home)).flatMap(([title, searches]) =>
        searches.length === 0
          ? []
          : [
              el('h2', {}, title),
              el(
                'ul',
                { class: 'examples' },
                ...searches.map(([label, query]) =>
                  el(
                    'li',
                    {},
                    button({ class: 'chip' }, () => start(query), label),
                  ),
                ),
              ),
            ],
      ),
      // People who come to search real jobs have read it before.
      home !== null && !hasOnlyDemo
        ? null
        : el(
            'ul',
            { class: 'promises' },
            promise('Every filter is verified', 'A job is shown only if it is known to match, with the reasons.'),
            promise('Nothing is hidden', 'A board that did not respond is named. A cached answer shows its age.'),
            promise(
              'Deduced facts are marked',
              'Facts that the posting does not state literally have a dotted underline.',
            ),
          ),
      hasOnlyDemo ? showInvitation() : null,
    ),
  ];
}

/** "12,345 jobs at 800 companies, from 72 boards, each read within the last 3 hours." */
function heldWords({ jobs, boards, companies, oldestAgeSeconds }: Home): (HTMLElement | string)[] {
  const read = oldestAgeSeconds === null ? '' : `, each read within the last ${formatSeconds(oldestAgeSeconds + 60)}`;
  // As many companies are named at most.
  const at = `${formatMany(companies, 'company', 'companies')}${companies >= 2000 ? ' or more' : ''}`;
  return [
    `${formatMany(jobs, 'job')} at `,
    el('a', { href: '/companies' }, at),
    `, from ${formatMany(boards, 'board')}${read}.`,
  ];
}

type Searches = readonly (readonly [label: string, query: Partial<Query>])[];

/** A title or place of fewer jobs is no popular one. */
const leastPopular = 3;

/** Searches for the titles and places that most postings have. */
function popular({ titles, places }: Home): (readonly [title: string, searches: Searches])[] {
  const rows = (all: readonly Row[], queryOf: (word: string) => Partial<Query>): Searches =>
    all
      .filter(({ jobs }) => jobs >= leastPopular)
      .map(({ word, jobs }) => [`${word} · ${formatCount(jobs)}`, queryOf(word)] as const);
  return [
    ['Popular titles', rows(titles, (word) => ({ keyword: word.replace(/["()|:]+/g, ' ').trim() }))],
    ['Popular places', rows(places, (location) => ({ location }))],
  ];
}

/** How the first real boards are added, for who runs the service. */
function showInvitation(): HTMLElement {
  const command = el('code', {}, 'npx job-search start --boards technology');
  const told = el('span', { class: 'quiet', role: 'status' });
  return el(
    'section',
    { class: 'invitation', 'aria-labelledby': 'invitation' },
    el('h2', { id: 'invitation' }, 'These jobs are invented'),
    el('p', {}, 'They are from a demo board. To search real ones, start the service with boards of the catalogue:'),
    el(
      'p',
      { class: 'command' },
      command,
      button(
        { class: 'act' },
        () => {
          void copyText(command).then((text) => {
            told.textContent = text;
          });
        },
        'Copy',
      ),
      told,
    ),
    el(
      'p',
      { class: 'quiet' },
      'Another industry, a size (51-200), a country, names of companies or “all” will do, too. With ADMIN_PORT set, boards are chosen on the operator’s page, /admin/catalogue.',
    ),
  );
}

const promise = (title: string, text: string): HTMLElement =>
  el('li', {}, el('strong', {}, title), el('span', {}, text));
