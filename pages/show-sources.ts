import type { SourceReport } from './answer.js';
import { el } from './dom.js';
import { sayMany, sayTook } from './say.js';

/** How a source stands, in plain words. A status we do not know counts as "not ok". */
const words: Readonly<Record<SourceReport['status'], string>> = {
  ok: 'answered',
  timeout: 'too slow',
  failed: 'failed',
  resting: 'resting',
  pending: 'asking …',
};

/** Sources and how each of them answered, or is still being asked. */
export function showSources(reports: readonly SourceReport[]): HTMLElement {
  return el('ul', { class: 'sources' }, ...reports.map(showSource));
}

function showSource({ name, status, jobs, tookMs, detail }: SourceReport): HTMLElement {
  const isOk = status === 'ok';
  const told = isOk ? sayMany(jobs, 'job') : (words[status] ?? status);
  return el(
    'li',
    { class: `source is-${status}` },
    el('span', { class: 'dot', 'aria-hidden': 'true' }),
    el('span', { class: 'source-name' }, name),
    el(
      'span',
      { class: 'source-told' },
      told,
      isOk && tookMs > 0 ? el('span', { class: 'quiet' }, ` · ${sayTook(tookMs)}`) : null,
    ),
    detail === null ? null : el('span', { class: 'source-detail' }, detail),
  );
}
