import { el } from '../lib/dom.js';
import { formatCount, formatMany, formatTook, writeTimes } from '../lib/format.js';
import type { SourceCounts, SourceReport } from '../search/answer.js';

/** Labels of the status of a source. An unknown status counts as "not ok". */
const labels: Readonly<Record<SourceReport['status'], string>> = {
  ok: 'answered',
  timeout: 'too slow',
  failed: 'failed',
  resting: 'paused',
  pending: 'reading …',
};

/** As many sources are listed at once; of more, the counts are shown and the lists can be opened. */
const maxListed = 12;

/** The sources of a search: a list with the status of each or, when there are many, the counts and lists to open. */
export function showSources(reports: readonly SourceReport[], counts: SourceCounts): HTMLElement {
  if (counts.total <= maxListed) return list(reports);
  const missing = reports.filter(({ status }) => status !== 'ok' && status !== 'pending');
  const answered = reports.filter(({ status }) => status === 'ok');
  return el(
    'div',
    { class: 'many-sources' },
    el('p', { class: 'source-counts' }, formatCounts(counts)),
    openable('missing', { title: 'Without an answer', reports: missing, all: missingOf(counts) }),
    openable('answered', { title: 'Answered', reports: answered, all: counts.ok }),
  );
}

/** "4,980 of 5,000 sources answered, 12 failed, 8 paused". */
export function formatCounts(counts: SourceCounts): string {
  const others = (['failed', 'timeout', 'resting'] as const).filter((status) => counts[status] > 0);
  return [
    `${formatCount(counts.ok)} of ${formatMany(counts.total, 'board')} answered`,
    ...others.map((status) => `${formatCount(counts[status])} ${labels[status]}`),
    ...(counts.pending === 0 ? [] : [`${formatCount(counts.pending)} still being read`]),
  ].join(', ');
}

/** Sources that reported something other than jobs. */
export const missingOf = ({ failed, timeout, resting }: SourceCounts): number => failed + timeout + resting;

type Openable = { title: string; reports: readonly SourceReport[]; all: number };

function openable(name: string, { title, reports, all }: Openable): HTMLElement | null {
  if (reports.length === 0) return null;
  const shown = reports.length < all ? `${formatCount(reports.length)} of ${formatCount(all)}` : formatCount(all);
  // A long list scrolls, so the keyboard must reach it.
  const write = (): HTMLElement => list(reports, { tabindex: 0, 'aria-label': title });
  const summary = el('summary', {}, `${title}: ${shown}`);
  // Hundreds of boards are written when somebody opens the list.
  summary.onclick = ({ currentTarget }) => {
    const details = currentTarget instanceof Element ? currentTarget.parentElement : null;
    if (details?.childElementCount === 1) details.append(write());
  };
  const isOpen = document.querySelector<HTMLDetailsElement>(`.source-list.is-${name}`)?.open === true;
  return el('details', { class: `source-list is-${name}`, 'data-key': name }, summary, isOpen ? write() : null);
}

const list = (reports: readonly SourceReport[], attributes = {}): HTMLElement =>
  el('ul', { class: 'sources', ...attributes }, ...reports.map(showSource));

function showSource({ name, status, jobs, tookMs, detail }: SourceReport): HTMLElement {
  const isOk = status === 'ok';
  const text = isOk ? formatMany(jobs, 'job') : (labels[status] ?? status);
  return el(
    'li',
    { class: `source is-${status}` },
    el('span', { class: 'dot', 'aria-hidden': 'true' }),
    el('span', { class: 'source-name' }, name),
    el(
      'span',
      { class: 'source-told' },
      text,
      isOk && tookMs > 0 ? el('span', { class: 'quiet' }, ` · ${formatTook(tookMs)}`) : null,
    ),
    detail === null ? null : el('span', { class: 'source-detail' }, writeTimes(detail, new Date())),
  );
}
