import type { Job } from '../../shared/search/job.js';
import { manyWords, secondsWords } from '../../shared/words/job-words.js';
import { jobRow } from '../pages/job-words.js';
import { html, type Markup } from '../pages/write-html.js';
import type { HomeFigures } from './home-figures.js';

/** Searches by their label and their address. */
type Searches = readonly (readonly [label: string, search: Readonly<Record<string, string>>])[];

/** Example searches; each shows another filter. */
const examples: Searches = [
  ['Software engineer, hybrid', { keyword: 'software engineer', remoteFilter: 'hybrid' }],
  ['Nurse, full time, past month', { keyword: 'nurse', jobType: 'full time', dateSincePosted: 'past month' }],
  ['Remote, pays 100,000 or more', { location: 'Remote', salary: '100000' }],
  ['Entry level, newest first', { experienceLevel: 'entry level', sortBy: 'recent' }],
];

/** A title or place of fewer jobs is no popular one. */
const leastPopular = 3;

/** As many companies are named at most. */
const mostCompanies = 2000;

type Start = { home: HomeFigures | null; newest: readonly Job[]; hasOnlyDemo: boolean };

/**
 * What the page shows before the first search: what is held, searches to begin with, the newest jobs. `home`: `null` while nothing is
 * held; `hasOnlyDemo`: no board is read but the demo board.
 */
export function writeStart({ home, newest, hasOnlyDemo }: Start): Markup {
  return html`<div id="start"><div class="welcome">${home === null ? null : heldLine(home)}${hasOnlyDemo ? invitation : null}
<p class="examples">${chip('Newest jobs', { sortBy: 'recent' }, 'chip strong')} ${chip('All jobs', { keyword: '' }, 'chip strong')}</p>
${home === null ? chips('Try one of these', examples) : popular(home)}${
  // People who come to search real jobs have read it before.
  home !== null && !hasOnlyDemo ? null : promises
}</div>${newest.length === 0 ? null : writeNewest(newest)}</div>`;
}

const chip = (label: string, search: Readonly<Record<string, string>>, kind = 'chip'): Markup =>
  html`<a class="${kind}" dir="auto" href="/?${new URLSearchParams(search).toString()}">${label}</a>`;

const chips = (title: string, searches: Searches): Markup | null =>
  searches.length === 0
    ? null
    : html`<h2>${title}</h2><ul class="examples">${searches.map(([label, search]) => html`<li>${chip(label, search)}</li>`)}</ul>`;

/** "12,345 jobs at 800 companies, from 72 boards, each read within the last 3 hours." */
function heldLine({ jobs, boards, companies, oldestAgeSeconds }: HomeFigures): Markup {
  const read = oldestAgeSeconds === null ? '' : `, each read within the last ${secondsWords(oldestAgeSeconds + 60)}`;
  const at = `${manyWords(companies, 'company', 'companies')}${companies >= mostCompanies ? ' or more' : ''}`;
  return html`<p class="held">${manyWords(jobs, 'job')} at <a href="/companies">${at}</a>, from ${manyWords(boards, 'board')}${read}.</p>`;
}

/** Searches for the titles and places that most postings have. */
function popular({ titles, places }: HomeFigures): Markup {
  const searches = (rows: HomeFigures['titles'], searchOf: (word: string) => Record<string, string>): Searches =>
    rows
      .filter(({ jobs }) => jobs >= leastPopular)
      .map(({ word, jobs }) => [`${word} · ${jobs.toLocaleString('en')}`, searchOf(word)] as const);
  const keyword = (word: string): string => word.replace(/["()|:\s]+/g, ' ').trim();
  return html`${[
    chips(
      'Popular titles',
      searches(titles, (word) => ({ keyword: keyword(word) })),
    ),
    chips(
      'Popular places',
      searches(places, (location) => ({ location })),
    ),
  ]}`;
}

const promise = (title: string, text: string): Markup => html`<li><strong>${title}</strong><span>${text}</span></li>`;

const promises = html`<ul class="promises">${[
  promise('Every filter is verified', 'A job is shown only if it is known to match, with the reasons.'),
  promise('Nothing is hidden', 'A board that did not respond is named. A cached answer shows its age.'),
  promise('Deduced facts are marked', 'Facts that the posting does not state literally have a dotted underline.'),
]}</ul>`;

/** How the first real boards are added, for who runs the service. */
const invitation = html`<section class="invitation" aria-labelledby="invitation"><h2 id="invitation">These jobs are invented</h2>
<p>They are from a demo board. To search real ones, start the service with boards of the catalogue:</p>
<p><code>npx job-search start --boards technology</code></p>
<p class="quiet">Another industry, a size (51-200), a country, names of companies or “all” will do, too. With ADMIN_PORT set, boards are chosen on the operator’s page, /admin/catalogue.</p></section>`;

const writeNewest = (jobs: readonly Job[]): Markup =>
  html`<section id="newest" class="newest" aria-labelledby="newest-title"><h2 id="newest-title">Newest jobs</h2>
<ol class="jobs">${jobs.map((job) => jobRow(job))}</ol>
<p><a class="act" href="/?sortBy=recent">All of the newest jobs</a> <a class="act" href="/salaries">What jobs pay</a></p></section>`;
