import type { SourceReport } from './answer.js';
import { el } from './dom.js';
import { formatMany, formatTook } from './format.js';

/** Labels of the status of a source. An unknown status counts as "not ok". */
const labels: Readonly<Record<SourceReport['status'], string>> = {
  ok: 'answered',
  timeout: 'too slow',
  failed: 'failed',
  resting: 'paused',
  pending: 'reading …',
};

/** A list of sources with the status of each. */
export function showSources(reports: readonly SourceReport[]): HTMLElement {
  return el('ul', { class: 'sources' }, ...reports.map(showSource));
}

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
    detail === null ? null : el('span', { class: 'source-detail' }, detail),
  );
}
