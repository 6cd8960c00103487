import { el } from '../lib/dom.js';
import { formatAgo, formatCount, formatMany, formatShare, formatTook } from '../lib/format.js';
import type { EngineRow, GeoStats, SourceStatsRow } from './geo-stats.js';

/** The sources: a bar of their outcomes, their response times, and whether they are paused. */
export function showSourceHealth({ sources, sourceCounts }: GeoStats, now: Date): HTMLElement {
  if (sources.length === 0) return el('p', { class: 'quiet' }, 'No source was read in this window.');
  const heads = ['Source', 'Outcomes', 'Reads', 'Median', '95 % within', 'Jobs', 'Last answer'];
  const head = el(
    'tr',
    {},
    ...heads.map((title, index) => el('th', { scope: 'col', class: index < 2 ? null : 'number' }, title)),
  );
  const table = el(
    'table',
    {},
    el('thead', {}, head),
    el('tbody', {}, ...sources.map((source) => showSource(source, now))),
  );
  return sourceCounts.total === sources.length
    ? table
    : el('div', {}, el('p', { class: 'quiet source-counts' }, formatCounts(sourceCounts, sources.length)), table);
}

/** "100 of 5,000 sources: paused ones first, then those with the most jobs. 20 are paused." */
function formatCounts({ total, resting }: GeoStats['sourceCounts'], listed: number): string {
  const paused = resting === 0 ? 'None is paused.' : `${formatCount(resting)} ${resting === 1 ? 'is' : 'are'} paused.`;
  return `${formatCount(listed)} of ${formatMany(total, 'source')}: paused ones first, then those with the most jobs. ${paused}`;
}

function showSource(source: SourceStatsRow, now: Date): HTMLElement {
  const { name, asked, answered, timedOut, failed, jobs, tookMs, lastAnswerAt, restingUntil } = source;
  const state = restingUntil !== null ? 'resting' : answered === asked ? 'ok' : 'failing';
  const until =
    restingUntil === null ? null : new Intl.DateTimeFormat('en', { timeStyle: 'short' }).format(new Date(restingUntil));
  const words = state === 'resting' ? `paused until ${until}` : state === 'ok' ? 'answers' : 'fails sometimes';
  const number = (text: string) => el('td', { class: 'number' }, text);
  return el(
    'tr',
    {},
    el('th', { scope: 'row' }, name, el('span', { class: `state is-${state}` }, words)),
    el(
      'td',
      {},
      showOutcomes(
        [
          ['answered', answered],
          ['too slow', timedOut],
          ['failed', failed],
        ],
        asked,
      ),
    ),
    number(formatCount(asked)),
    number(formatTook(tookMs.p50)),
    number(formatTook(tookMs.p95)),
    number(formatCount(jobs)),
    number(lastAnswerAt === null ? '–' : formatAgo(lastAnswerAt, now, { short: true })),
  );
}

function showOutcomes(parts: readonly (readonly [string, number])[], whole: number): HTMLElement {
  const words = parts
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${formatCount(count)} ${name}`)
    .join(', ');
  const bar = el('span', { class: 'bar', 'aria-hidden': 'true' });
  for (const [index, [, count]] of parts.entries()) {
    const part = el('span', { class: `part-${index}` });
    part.style.width = `${whole === 0 ? 0 : (count / whole) * 100}%`;
    bar.append(part);
  }
  return el('div', { class: 'outcomes' }, bar, el('span', { class: 'small quiet' }, words));
}

/** AI engines and their share of all searches. */
export function showEngines({ generativeEngines }: GeoStats, now: Date): HTMLElement {
  const { engines, requests, fromEngines, share } = generativeEngines;
  if (engines.length === 0)
    return el(
      'p',
      { class: 'quiet' },
      `None of ${formatMany(requests, 'search', 'searches')} came from an AI assistant.`,
    );
  return el(
    'div',
    {},
    el(
      'p',
      {},
      el('strong', {}, formatShare(share)),
      ` of ${formatMany(requests, 'search', 'searches')}, ${formatCount(fromEngines)} in all.`,
    ),
    el('ul', { class: 'engines' }, ...engines.map((engine) => showEngine(engine, requests, now))),
  );
}

const kindWords: Readonly<Record<string, string>> = {
  agent: 'on behalf of a person',
  crawler: 'crawling',
  referral: 'through a link',
};

function showEngine({ engine, requests, kinds, lastSeenAt }: EngineRow, all: number, now: Date): HTMLElement {
  const fill = el('span', { class: 'part-0' });
  fill.style.width = `${all === 0 ? 0 : (requests / all) * 100}%`;
  const counts = Object.entries(kinds)
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => `${formatCount(count)} ${kindWords[kind] ?? kind}`);
  return el(
    'li',
    {},
    el('span', { class: 'engine' }, engine),
    el('span', { class: 'number' }, formatCount(requests)),
    el('span', { class: 'bar', 'aria-hidden': 'true' }, fill),
    el('span', { class: 'small quiet' }, `${counts.join(', ')} · ${formatAgo(lastSeenAt, now)}`),
  );
}

/** The running workers. */
export function showWorkers({ workers }: GeoStats, now: Date): HTMLElement {
  if (workers.length === 0)
    return el('p', { class: 'quiet' }, 'No worker is running: only cached answers are available.');
  const rows = workers.map(({ id, startedAt, running, finished }) =>
    el(
      'li',
      {},
      el('span', { class: 'engine' }, id),
      el('span', { class: 'number' }, `${formatCount(running)} running`),
      el('span', { class: 'small quiet' }, `${formatCount(finished)} finished, started ${formatAgo(startedAt, now)}`),
    ),
  );
  return el('ul', { class: 'engines' }, ...rows);
}
