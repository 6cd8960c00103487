import type { Answer, Query } from './answer.js';
import { button, el } from './dom.js';
import { type Defaults, filterNames, labels } from './query.js';
import { sayCount, sayList, sayMany, saySeconds } from './say.js';
import { showJob } from './show-job.js';

export type Acts = {
  defaults: Defaults;
  /** More comes by itself. */
  isGrowing: boolean;
  /** Searches for something else. */
  search(query: Query): void;
};

/** The results of a search: what is missing said first, then the jobs, then the other pages. */
export function showAnswer(answer: Answer, acts: Acts): HTMLElement[] {
  const now = new Date();
  const { page, jobs } = answer;
  const parts: (HTMLElement | null)[] = [
    el('h2', { id: 'found' }, headline(answer)),
    showFilters(answer.query, acts),
    showPartial(answer, acts),
    showStale(answer, acts),
    ...answer.notices.map((notice) => el('p', { class: 'note' }, notice)),
  ];
  if (jobs.length === 0) parts.push(showEmpty(answer, acts));
  else
    parts.push(
      el('ol', { class: 'jobs', start: page.index * page.limit + 1 }, ...jobs.map((job) => showJob(job, now))),
      showPages(answer, acts),
    );
  return parts.filter((part) => part !== null);
}

/** "214 jobs, 11 to 20 shown". */
export function headline({ page, jobs }: Answer): string {
  if (page.total === 0) return 'No jobs found';
  const first = page.index * page.limit + 1;
  if (jobs.length === 0) return `${sayMany(page.total, 'job')}, none on this page`;
  if (page.total === jobs.length) return sayMany(page.total, 'job');
  return `${sayMany(page.total, 'job')}, ${sayCount(first)} to ${sayCount(first + jobs.length - 1)} shown`;
}

/** Each filter that is set, to be taken off by a press. */
function showFilters(query: Query, acts: Acts): HTMLElement | null {
  const set = filterNames.filter((name) => query[name] !== acts.defaults[name]);
  if (set.length === 0) return null;
  const chips = set.map((name) =>
    button(
      { class: 'chip' },
      () => acts.search({ ...query, [name]: '', page: '0' }),
      el('span', { class: 'quiet' }, `${labels[name]} `),
      query[name],
      el('span', { class: 'cross', 'aria-hidden': 'true' }, '×'),
      el('span', { class: 'for-ears' }, ', take this filter off'),
    ),
  );
  return el('div', { class: 'chips' }, ...chips);
}

function showPartial({ partial, sources }: Answer, { isGrowing }: Acts): HTMLElement | null {
  if (!partial) return null;
  const missing = sources.filter(({ status }) => status !== 'ok');
  const pending = missing.filter(({ status }) => status === 'pending').map(({ name }) => name);
  const failed = missing.filter(({ status }) => status !== 'pending').map(({ name }) => name);
  const sentences = [
    failed.length === 0
      ? ''
      : `${sayList(failed)} could not be read just now, so newer jobs of ${failed.length === 1 ? 'it' : 'them'} may be missing.`,
    pending.length === 0
      ? ''
      : `${sayList(pending)} ${pending.length === 1 ? 'is' : 'are'} still being asked: ${isGrowing ? 'the rest comes by itself.' : 'search again in a moment for the rest.'}`,
  ];
  return el(
    'p',
    { class: failed.length === 0 ? 'note' : 'note warn', id: 'partial' },
    el('strong', {}, `${sources.length - missing.length} of ${sayMany(sources.length, 'source')} answered. `),
    sentences.filter((sentence) => sentence !== '').join(' '),
  );
}

function showStale(answer: Answer, acts: Acts): HTMLElement | null {
  if (!answer.stale) return null;
  const age = answer.ageSeconds === null ? 'some time' : saySeconds(answer.ageSeconds);
  return el(
    'p',
    { class: 'note', id: 'stale' },
    el('strong', {}, `These jobs were collected ${age} ago. `),
    'They are being collected anew behind this answer. ',
    button({ class: 'act' }, () => acts.search(answer.query), 'Look again'),
  );
}

function showEmpty({ query, page }: Answer, acts: Acts): HTMLElement {
  if (page.total > 0)
    return el(
      'div',
      { class: 'empty' },
      el('p', {}, 'This page lies past the last job.'),
      button({ class: 'act' }, () => acts.search({ ...query, page: '0' }), 'To the first page'),
    );
  const set = filterNames.filter((name) => query[name] !== acts.defaults[name]);
  const ways = set.map((name) =>
    el(
      'li',
      {},
      button(
        { class: 'act' },
        () => acts.search({ ...query, [name]: '' }),
        `Without ${labels[name].toLowerCase()}: ${query[name]}`,
      ),
    ),
  );
  return el(
    'div',
    { class: 'empty' },
    el('p', { class: 'big' }, set.length > 1 ? 'No job keeps all of these filters.' : 'Nothing matches this search.'),
    el(
      'p',
      { class: 'quiet' },
      'A filter keeps only jobs that are known to match: where a posting states no pay, a pay filter leaves it out.',
    ),
    set.length === 0 ? null : el('p', {}, 'Take one filter off:'),
    set.length === 0 ? null : el('ul', { class: 'ways' }, ...ways),
  );
}

function showPages({ query, page, next }: Answer, acts: Acts): HTMLElement | null {
  const last = Math.ceil(Math.min(page.total, 1000) / page.limit);
  if (last <= 1) return null;
  const turn = (label: string, to: Query | null) => {
    const made = button({ class: 'act', disabled: to === null }, () => to !== null && acts.search(to), label);
    return made;
  };
  const former = page.index === 0 ? null : { ...query, page: String(page.index - 1) };
  return el(
    'nav',
    { class: 'pages', 'aria-label': 'Pages of results' },
    turn('← Former', former),
    el('span', {}, `Page ${sayCount(page.index + 1)} of ${sayCount(last)}`),
    turn('Next →', next),
  );
}
