import type { WholeJob } from '../../shared/search/whole-job.js';
import { el, externalLink } from '../lib/dom.js';
import { formatMoment } from '../lib/format.js';
import { renderDescription } from '../results/description.js';
import { foreign, payOf } from '../results/job-facts.js';
import { evidenceLabels, listMark } from '../results/show-panel.js';

/** Jobs side by side: a row for each fact that one of them has, then their texts. */
export function showComparison(jobs: readonly WholeJob[]): HTMLElement {
  const rows = facts.flatMap(([label, read]) => {
    const cells = jobs.map(read);
    return cells.every((cell) => cell === null) ? [] : [row(label, cells)];
  });
  const proofs = Object.entries(evidenceLabels).flatMap(([name, label]) => {
    const cells = jobs.map(({ evidence }) => {
      const sentence = Object.entries(evidence).find(([field]) => field === name)?.[1];
      return sentence?.replace(listMark, '') ?? null;
    });
    return cells.every((cell) => cell === null) ? [] : [row(label, cells)];
  });
  return el(
    'section',
    { class: 'comparison', 'aria-label': 'Comparison', 'data-key': 'comparison' },
    el('h2', { id: 'comparison', tabindex: -1 }, 'Side by side'),
    el(
      'table',
      {},
      el('thead', {}, el('tr', {}, el('td'), ...jobs.map(showHead))),
      el('tbody', {}, ...rows, ...proofs, el('tr', {}, el('th', { scope: 'row' }, 'Text'), ...jobs.map(showText))),
    ),
  );
}

const facts: readonly [label: string, read: (job: WholeJob) => string | null][] = [
  ['Company', ({ company }) => company.name],
  ['Place', ({ location }) => location.text],
  ['Pay', (job) => (job.salary === null ? null : payOf(job.salary, job))],
  ['Workplace', ({ workplace }) => workplace],
  ['Contract', ({ jobType }) => jobType],
  ['Level', ({ experienceLevel }) => experienceLevel],
  ['Posted', ({ postedAt, firstSeenAt }) => formatMoment(postedAt ?? firstSeenAt, { dayOnly: true })],
  ['Apply by', ({ validUntil }) => validUntil && formatMoment(validUntil, { dayOnly: true })],
  ['Closed', ({ closedAt }) => closedAt && formatMoment(closedAt, { dayOnly: true })],
  ['From', ({ source, alsoOn }) => [source, ...alsoOn.map((other) => other.source)].join(', ')],
];

const row = (label: string, cells: readonly (string | null)[]): HTMLElement =>
  el(
    'tr',
    {},
    el('th', { scope: 'row' }, label),
    ...cells.map((cell) => el('td', cell === null ? { class: 'quiet' } : { dir: 'auto' }, cell ?? 'not stated')),
  );

const showHead = (job: WholeJob): HTMLElement =>
  el(
    'th',
    { scope: 'col' },
    el('a', { href: `/jobs/${job.id}`, ...foreign(job) }, job.title),
    externalLink(job.applyUrl ?? job.url, { class: 'act strong', 'aria-label': `Apply for ${job.title}` }, 'Apply'),
  );

const showText = (job: WholeJob): HTMLElement =>
  el(
    'td',
    { class: 'description', ...foreign(job) },
    job.descriptionHtml === '' ? 'The board gives no description.' : renderDescription(job.descriptionHtml, 3),
  );
