import type { Answer, Query } from './answer.js';
import { button, el } from './dom.js';
import { formatCount, formatList, formatMany, formatSeconds } from './format.js';
import { type Defaults, filterNames, labels } from './query.js';
import { showJob } from './show-job.js';
import { missingOf } from './show-sources.js';

export type Actions = {
  defaults: Defaults;
  /** More results will follow without a new search. */
  isGrowing: boolean;
  /** Starts another search. */
  search(query: Query): void;
};

/** The results of a search: notes about missing sources, the jobs, and links to other pages. */
export function showAnswer(answer: Answer, actions: Actions): HTMLElement[] {
  const now = new Date();
  const { page, jobs } = answer;
  const parts: (HTMLElement | null)[] = [
    el('h2', { id: 'found' }, headline(answer)),
    showFilters(answer.query, actions),
    showPartial(answer, actions),
    showStale(answer, actions),
    ...answer.notices.map((notice) => el('p', { class: 'note' }, notice)),
  ];
  if (jobs.length === 0) parts.push(showEmpty(answer, actions));
  else
    parts.push(
      el('ol', { class: 'jobs', start: page.index * page.limit + 1 }, ...jobs.map((job) => showJob(job, now))),
      showPages(answer, actions),
    );
  return parts.filter((part) => part !== null);
}

/** "214 jobs, 11 to 20 shown"; "3 jobs and 40 near matches, 1 to 10 shown". */
export function headline({ page, jobs }: Answer): string {
  if (page.total === 0) return 'No jobs found';
  const first = page.index * page.limit + 1;
  const found = countOf(page);
  if (jobs.length === 0) return `${found}, none on this page`;
  if (page.total === jobs.length) return found;
  return `${found}, ${formatCount(first)} to ${formatCount(first + jobs.length - 1)} shown`;
}

/** "3 jobs and 40 near matches" */
function countOf({ total, exact }: Answer['page']): string {
  if (exact === total) return formatMany(total, 'job');
  const near = `${formatCount(total - exact)} near ${total - exact === 1 ? 'match' : 'matches'}`;
  return exact === 0 ? near : `${formatMany(exact, 'job')} and ${near}`;
}

/** The active filters as buttons that remove them. */
function showFilters(query: Query, actions: Actions): HTMLElement | null {
  const set = filterNames.filter((name) => query[name] !== actions.defaults[name]);
  if (set.length === 0) return null;
  const chips = set.map((name) =>
    button(
      { class: 'chip' },
      () => actions.search({ ...query, [name]: '', page: '0' }),
      el('span', { class: 'quiet' }, `${labels[name]} `),
      query[name],
      el('span', { class: 'cross', 'aria-hidden': 'true' }, '×'),
      el('span', { class: 'visually-hidden' }, ', remove this filter'),
    ),
  );
  return el('div', { class: 'chips' }, ...chips);
}

function showPartial({ partial, sources, sourceCounts }: Answer, { isGrowing }: Actions): HTMLElement | null {
  if (!partial) return null;
  const { total, ok, pending } = sourceCounts;
  const failed = missingOf(sourceCounts);
  const named = (isPending: boolean): string[] =>
    sources.filter(({ status }) => status !== 'ok' && (status === 'pending') === isPending).map(({ name }) => name);
  const sentences = [
    failed === 0
      ? ''
      : `${formatNames(named(false), failed)} could not be read, so newer jobs from ${failed === 1 ? 'it' : 'them'} may be missing.`,
    pending === 0
      ? ''
      : `${formatNames(named(true), pending)} ${pending === 1 ? 'is' : 'are'} still being read: ${isGrowing ? 'more jobs will appear here.' : 'search again in a moment for more jobs.'}`,
  ];
  return el(
    'p',
    { class: failed === 0 ? 'note' : 'note warn', id: 'partial' },
    el('strong', {}, `${formatCount(ok)} of ${formatMany(total, 'source')} answered. `),
    sentences.filter((sentence) => sentence !== '').join(' '),
  );
}

/** As many sources a sentence names; of more it says how many. */
const maxNames = 3;

const formatNames = (names: readonly string[], all: number): string =>
  all <= maxNames ? formatList(names) : formatMany(all, 'source');

function showStale(answer: Answer, actions: Actions): HTMLElement | null {
  if (!answer.stale) return null;
  const age = answer.ageSeconds === null ? 'some time' : formatSeconds(answer.ageSeconds);
  return el(
    'p',
    { class: 'note', id: 'stale' },
    el('strong', {}, `These jobs were collected ${age} ago. `),
    'A new collection is running. ',
    button({ class: 'act' }, () => actions.search(answer.query), 'Search again'),
  );
}

function showEmpty({ query, page }: Answer, actions: Actions): HTMLElement {
  if (page.total > 0)
    return el(
      'div',
      { class: 'empty' },
      el('p', {}, 'There are no jobs on this page.'),
      button({ class: 'act' }, () => actions.search({ ...query, page: '0' }), 'Go to the first page'),
    );
  const set = filterNames.filter((name) => query[name] !== actions.defaults[name]);
  const removals = set.map((name) =>
    el(
      'li',
      {},
      button(
        { class: 'act' },
        () => actions.search({ ...query, [name]: '' }),
        `Without ${labels[name].toLowerCase()}: ${query[name]}`,
      ),
    ),
  );
  return el(
    'div',
    { class: 'empty' },
    el('p', { class: 'big' }, set.length > 1 ? 'No job matches all of these filters.' : 'No job matches this search.'),
    el(
      'p',
      { class: 'quiet' },
      'A filter keeps only jobs that are known to match. For example, a pay filter leaves out postings that state no pay.',
    ),
    set.length === 0 ? null : el('p', {}, 'Remove one filter:'),
    set.length === 0 ? null : el('ul', { class: 'ways' }, ...removals),
  );
}

function showPages({ query, page, next }: Answer, actions: Actions): HTMLElement | null {
  const last = Math.ceil(Math.min(page.total, 1000) / page.limit);
  if (last <= 1) return null;
  const pageButton = (label: string, to: Query | null) => {
    return button({ class: 'act', disabled: to === null }, () => to !== null && actions.search(to), label);
  };
  const previous = page.index === 0 ? null : { ...query, page: String(page.index - 1) };
  return el(
    'nav',
    { class: 'pages', 'aria-label': 'Pages of results' },
    pageButton('← Previous', previous),
    el('span', {}, `Page ${formatCount(page.index + 1)} of ${formatCount(last)}`),
    pageButton('Next →', next),
  );
}
