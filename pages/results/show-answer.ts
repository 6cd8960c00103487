import { headlineWords } from '../../shared/words/job-words.js';
import { button, el } from '../lib/dom.js';
import { formatCount, formatList, formatMany, writeSentence } from '../lib/format.js';
import type { Answer, FieldName, Query } from '../search/answer.js';
import type { FurtherSearches } from '../search/offers.js';
import { chosenCompanies, type Defaults, filterNames, labels, searchUrl, wordOf } from '../search/query.js';
import { noticeActions } from './notice-actions.js';
import { missingOf } from './show-sources.js';

export type Actions = Pick<FurtherSearches, 'meantPlaces' | 'waysOut'> & {
  defaults: Defaults;
  /** Starts another search; the focus goes to its headline. */
  search(query: Query): void;
  /** Starts a search without a filter; the focus goes to the next filter. */
  removeFilter(query: Query, name: FieldName): void;
};

/** What the list is headed with: "214 jobs, 11 to 20 shown". */
export const headline = ({ page, jobs }: Answer): string => headlineWords(page, jobs.length);

/** The active filters as buttons that remove them. */
export function showChips(query: Query, actions: Actions): HTMLElement | null {
  const set = filterNames.filter((name) => query[name] !== actions.defaults[name] && name !== 'excludeCompanies');
  const companies = chosenCompanies(query.excludeCompanies);
  if (set.length === 0 && companies.length === 0) return null;
  const chips = [
    ...set.map((name) => chip(name, labels[name], wordOf(name, query[name]), () => actions.removeFilter(query, name))),
    ...companies.map((company) =>
      chip(`not ${company}`, labels.excludeCompanies, company, () =>
        actions.search({
          ...query,
          excludeCompanies: companies.filter((name) => name !== company).join('; '),
          page: '0',
        }),
      ),
    ),
  ];
  return el('div', { class: 'chips', 'data-key': 'chips' }, ...chips);
}

const chip = (key: string, label: string, word: string, remove: () => void): HTMLElement =>
  button(
    { class: 'chip', 'data-key': key },
    remove,
    el('span', { class: 'quiet' }, `${label} `),
    el('span', { class: 'chip-word', dir: 'auto' }, word),
    el('span', { class: 'cross', 'aria-hidden': 'true' }, '×'),
    el('span', { class: 'visually-hidden' }, ', remove this filter'),
  );

type Removed = { defaults: Defaults; field: HTMLElement | undefined };

/**
 * Moves the focus from the chip of a removed filter to the chip after it, else to the field of the filter, or to the headline
 * where the field is hidden. `query` is that of before.
 */
export function focusBeside(name: FieldName, query: Query, { defaults, field }: Removed): void {
  const set: readonly FieldName[] = filterNames.filter((each) => query[each] !== defaults[each]);
  const chip = document.querySelector<HTMLElement>(`.chips [data-key="${set[set.indexOf(name) + 1]}"]`);
  for (const target of [chip, field, document.getElementById('found')]) {
    // A hidden element does not take the focus.
    target?.focus();
    if (target === document.activeElement) return;
  }
}

/** As many boards a sentence names; of more it says how many. */
const maxNames = 3;

/** What a person should know of the answer: boards that could not be read, and the notices of the service. */
export function showNotes(
  answer: Answer,
  now: Date,
  { search, meantPlaces }: Pick<Actions, 'search' | 'meantPlaces'>,
): HTMLElement[] {
  const { sources, sourceCounts, page } = answer;
  // An empty list says itself what could be left out.
  const notices = answer.notices.filter((notice) => page.total > 0 || !notice.startsWith('No job held meets'));
  const failed = missingOf(sourceCounts);
  const names = sources.filter(({ status }) => status !== 'ok' && status !== 'pending').map(({ name }) => name);
  const who = failed <= maxNames && names.length === failed ? formatList(names) : formatMany(failed, 'board');
  const { query } = answer;
  const places = meantPlaces(query);
  return [
    ...(places.length === 0
      ? []
      : [
          el(
            'p',
            { class: 'note', 'data-key': 'which-place' },
            `Which ${query.location}? `,
            ...places.map(({ location, jobs }) =>
              button(
                { class: 'act', 'data-key': location },
                () => search({ ...query, location, page: '0' }),
                location,
                jobs === null ? null : el('span', { class: 'quiet' }, ` ${formatMany(jobs, 'job')}`),
              ),
            ),
          ),
        ]),
    ...(failed === 0
      ? []
      : [
          el(
            'p',
            { class: 'note warn', id: 'partial', 'data-key': 'partial' },
            `${who} could not be read, so jobs from ${failed === 1 ? 'it' : 'them'} may be missing.`,
          ),
        ]),
    ...notices.map((notice) =>
      el(
        'p',
        { class: 'note', 'data-key': notice },
        writeSentence(notice, now),
        ...noticeActions(notice, answer.query).flatMap(({ label, query }) => [
          ' ',
          button({ class: 'act' }, () => search(query), label),
        ]),
      ),
    ),
  ];
}

/** The text in place of a list, with ways to find something. */
export function showEmpty(answer: Answer, actions: Actions): HTMLElement {
  const { query, page } = answer;
  if (page.total > 0)
    return el(
      'div',
      { class: 'empty', 'data-key': 'empty' },
      el('p', {}, 'There are no jobs on this page.'),
      button({ class: 'act' }, () => actions.search({ ...query, page: '0' }), 'Go to the first page'),
    );
  const set = filterNames.filter((name) => query[name] !== actions.defaults[name]);
  const ways = actions.waysOut(answer).map(({ key, label, query: other, jobs }) =>
    el(
      'li',
      { 'data-key': key },
      button(
        { class: 'act', 'data-key': key },
        () => actions.search(other),
        label,
        el('strong', {}, ` ${formatMany(jobs, 'job')}`),
      ),
    ),
  );
  return el(
    'div',
    { class: 'empty', 'data-key': 'empty' },
    el('p', { class: 'big' }, set.length > 1 ? 'No job matches all of these filters.' : 'No job matches this search.'),
    set.every((name) => name === 'keyword')
      ? null
      : el(
          'p',
          { class: 'quiet' },
          'A filter keeps only jobs that are known to match. For example, a pay filter leaves out postings that state no pay.',
        ),
    ways.length > 0 ? el('p', {}, 'Remove one:') : null,
    ways.length > 0
      ? el('ul', { class: 'ways' }, ...ways)
      : button({ class: 'act' }, () => actions.search({ ...actions.defaults }), 'Show all jobs'),
  );
}

/** Links to the pages before and after; plain clicks search without loading the page anew. */
export function showPages({ query, page, next }: Answer, actions: Actions): HTMLElement | null {
  const last = Math.ceil(Math.min(page.total, 1000) / page.limit);
  if (last <= 1) return null;
  const previous = page.index === 0 ? null : { ...query, page: String(page.index - 1) };
  return el(
    'nav',
    { class: 'pages', 'aria-label': 'Pages of results', 'data-key': 'pages' },
    pageLink('Previous', previous, actions),
    el('span', {}, `Page ${formatCount(page.index + 1)} of ${formatCount(last)}`),
    pageLink('Next', next, actions),
  );
}

function pageLink(label: string, to: Query | null, actions: Actions): HTMLElement {
  if (to === null) return el('span', { class: 'act off', 'aria-disabled': 'true', role: 'link' }, label);
  const link = el('a', { class: 'act', href: searchUrl(to, actions.defaults) }, label);
  link.onclick = (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    actions.search(to);
  };
  return link;
}
