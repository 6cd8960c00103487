import { button, el } from '../lib/dom.js';
import { formatCount, formatMany } from '../lib/format.js';
import type { Query } from './answer.js';
import type { FacetRow, ShownFacets } from './facets.js';
import { isListed } from './facets.js';
import type { Form } from './form.js';
import { type FacetOperator, splitFormList, withOperator } from './query.js';
import { labelTicks } from './tick-list.js';

/** As many places, skills and companies are offered. */
const maxRows = 15;

/** Writes the counts behind the options of the lists: "Remote (37)", "Hybrid +12" beside what is ticked. */
export function labelOptions(form: Form, facets: ShownFacets | null): void {
  for (const name of ['remoteFilter', 'jobType', 'experienceLevel', 'language', 'label', 'dateSincePosted'] as const) {
    const control = form.control(name);
    if (control === undefined || !isListed(name)) continue;
    const counts = new Map(facets?.facets[name].map(({ word, jobs }) => [word, jobs]));
    if ('boxes' in control) labelTicks(control, tickCounts(counts, facets?.query[name] ?? ''));
    if (!(control instanceof HTMLSelectElement)) continue;
    for (const option of control.options) {
      option.dataset.label ??= option.text;
      const { label } = option.dataset;
      const jobs = counts.get(option.value);
      // That of all is the headline's.
      const text = jobs === undefined || jobs === 0 || option.value === '' ? label : `${label} (${formatCount(jobs)})`;
      if (option.text !== text) option.text = text;
    }
  }
}

/** What a tick would find, or add to what the ticked values find together, which the count of each of these is. */
function tickCounts(counts: ReadonlyMap<string, number>, ticked: string): Parameters<typeof labelTicks>[1] {
  const words = splitFormList(ticked);
  const together = counts.get(words[0] ?? '') ?? 0;
  return (word) => {
    const jobs = counts.get(word);
    if (counts.size === 0 || (words.length > 1 && words.includes(word))) return null;
    // Of languages, those that find nothing are not listed.
    if (jobs === undefined) return { text: '', isNone: true };
    if (words.length === 0 || words.includes(word)) return { text: formatCount(jobs), isNone: jobs === 0 };
    return { text: `+${formatCount(jobs - together)}`, isNone: jobs === together };
  };
}

export type FacetActions = { query: Query; search(query: Query): void };

/** What is offered of the companies of a search. */
const operatorFacets: readonly {
  operator: FacetOperator;
  title: string;
  rows: 'companies' | 'industries' | 'sizes';
}[] = [
  { operator: 'company', title: 'Companies', rows: 'companies' },
  { operator: 'industry', title: 'Industries', rows: 'industries' },
  { operator: 'size', title: 'Employees', rows: 'sizes' },
];

/** Pay as a histogram whose bars set the lowest pay, and the busiest places, skills, companies, industries and sizes of a search. */
export function showFacets(facets: ShownFacets | null, { query, search }: FacetActions): (HTMLElement | null)[] {
  if (facets === null) return [];
  const { salary, places } = facets.facets;
  const start = { ...query, page: '0' };
  // Bars are lowest pay: a range gives way to one, its currency stays.
  const [, amount = ''] = /^(\d+)/.exec(query.salary) ?? [];
  const [currency = ''] = / [A-Z]{3}$/.exec(query.salary) ?? [];
  return [
    showHistogram(salary, Number(amount) || 0, (from) =>
      search({ ...start, salary: from === '' ? '' : `${from}${currency}` }),
    ),
    showRows(
      'Places',
      places.filter(({ word }) => word !== query.location),
      (location) => search({ ...start, location }),
    ),
    showRows(
      'Skills',
      (facets.facets.skills ?? []).filter(({ word }) => !splitFormList(query.skills).includes(word)),
      (skill) => search({ ...start, skills: [...splitFormList(query.skills), skill].join(', ') }),
    ),
    ...operatorFacets.map(({ operator, title, rows }) =>
      query.keyword.includes(`${operator}:`)
        ? null
        : showRows(title, facets.facets[rows] ?? [], (value) =>
            search({ ...start, keyword: withOperator(query.keyword, operator, value) }),
          ),
    ),
  ];
}

/** A menu of what one more word would find. */
function showRows(title: string, rows: readonly FacetRow[], choose: (word: string) => void): HTMLElement | null {
  const named = rows.filter(({ word, jobs }) => word !== '' && jobs > 0).slice(0, maxRows);
  if (named.length === 0) return null;
  return el(
    'details',
    { class: 'ticks facet', 'data-key': title },
    el('summary', {}, title),
    el(
      'div',
      { class: 'tick-list', role: 'group', 'aria-label': title },
      ...named.map(({ word, jobs }) =>
        button(
          { class: 'facet-row', 'data-key': word },
          () => {
            document.querySelector(`.facet[data-key="${title}"]`)?.removeAttribute('open');
            choose(word);
          },
          el('span', { dir: 'auto' }, word),
          el('span', { class: 'count' }, ` ${formatCount(jobs)}`),
        ),
      ),
    ),
  );
}

/** Bars of the histogram; the last one stands for all that is paid from there on. */
const mostBars = 11;

function showHistogram(
  { buckets, unknown }: ShownFacets['facets']['salary'],
  chosen: number,
  choose: (from: string) => void,
): HTMLElement | null {
  const jobsFrom = (index: number): number => buckets.slice(index).reduce((sum, { jobs }) => sum + jobs, 0);
  const shown = buckets.slice(0, mostBars).map((bucket, index) => ({ ...bucket, above: jobsFrom(index) }));
  const heights = shown.map(({ jobs, above }, index) => (index === mostBars - 1 ? above : jobs));
  const most = Math.max(...heights, 0);
  if (most === 0) return null;
  const bars = shown.map(({ from, above }, index) => {
    const words = `${formatCount(from)} or more a year: ${formatMany(above, 'job')}`;
    const bar = el('span', { class: 'bar', 'aria-hidden': 'true' });
    bar.style.height = `${Math.max(4, Math.round(((heights[index] ?? 0) / most) * 100))}%`;
    return button(
      {
        class: from >= chosen ? 'bucket' : 'bucket below',
        title: words,
        'aria-label': words,
        'aria-pressed': String(chosen > 0 && from === chosen),
      },
      () => choose(from === 0 || from === chosen ? '' : String(from)),
      bar,
    );
  });
  return el(
    'div',
    { class: 'facet pay-facet', role: 'group', 'aria-label': 'Minimum yearly pay', 'data-key': 'pay' },
    el('span', { class: 'facet-title' }, 'Yearly pay'),
    el('div', { class: 'histogram' }, ...bars),
    el('span', { class: 'quiet' }, `${formatCount(unknown)} don’t say`),
  );
}
