import { el } from './dom.js';
import type { EngineRow, GeoStats, SourceRow } from './geo-stats.js';
import { sayAgo, sayCount, sayMany, sayShare, sayTook } from './say.js';

/** How each source answered: a bar of its outcomes, its speed, and whether it rests. */
export function showSources({ sources }: GeoStats, now: Date): HTMLElement {
  if (sources.length === 0) return el('p', { class: 'quiet' }, 'No source was asked in this window.');
  const heads = ['Source', 'Outcomes', 'Asked', 'Half within', '95 % within', 'Jobs', 'Last answer'];
  const head = el(
    'tr',
    {},
    ...heads.map((title, index) => el('th', { scope: 'col', class: index < 2 ? null : 'number' }, title)),
  );
  return el('table', {}, el('thead', {}, head), el('tbody', {}, ...sources.map((source) => showSource(source, now))));
}

function showSource(source: SourceRow, now: Date): HTMLElement {
  const { name, asked, answered, timedOut, failed, jobs, tookMs, lastAnswerAt, restingUntil } = source;
  const state = restingUntil !== null ? 'resting' : answered === asked ? 'well' : 'troubled';
  const until =
    restingUntil === null ? null : new Intl.DateTimeFormat('en', { timeStyle: 'short' }).format(new Date(restingUntil));
  const words = state === 'resting' ? `resting until ${until}` : state === 'well' ? 'answers well' : 'fails at times';
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
    number(sayCount(asked)),
    number(sayTook(tookMs.p50)),
    number(sayTook(tookMs.p95)),
    number(sayCount(jobs)),
    number(lastAnswerAt === null ? '–' : sayAgo(lastAnswerAt, now, { short: true })),
  );
}

function showOutcomes(parts: readonly (readonly [string, number])[], whole: number): HTMLElement {
  const words = parts
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${sayCount(count)} ${name}`)
    .join(', ');
  const bar = el('span', { class: 'bar', 'aria-hidden': 'true' });
  for (const [index, [, count]] of parts.entries()) {
    const part = el('span', { class: `part-${index}` });
    part.style.width = `${whole === 0 ? 0 : (count / whole) * 100}%`;
    bar.append(part);
  }
  return el('div', { class: 'outcomes' }, bar, el('span', { class: 'small quiet' }, words));
}

/** Which AI engines call, as shares of all searches. */
export function showEngines({ generativeEngines }: GeoStats, now: Date): HTMLElement {
  const { engines, requests, fromEngines, share } = generativeEngines;
  if (engines.length === 0)
    return el(
      'p',
      { class: 'quiet' },
      `None of ${sayMany(requests, 'search', 'searches')} came from an AI engine. They are told by their names in User-Agent, and by the page that led here.`,
    );
  return el(
    'div',
    {},
    el(
      'p',
      {},
      el('strong', {}, sayShare(share)),
      ` of ${sayMany(requests, 'search', 'searches')}, ${sayCount(fromEngines)} in all.`,
    ),
    el('ul', { class: 'engines' }, ...engines.map((engine) => showEngine(engine, requests, now))),
  );
}

const kindWords: Readonly<Record<string, string>> = {
  agent: 'for a person',
  crawler: 'crawling',
  referral: 'by a link',
};

function showEngine({ engine, requests, kinds, lastSeenAt }: EngineRow, all: number, now: Date): HTMLElement {
  const fill = el('span', { class: 'part-0' });
  fill.style.width = `${all === 0 ? 0 : (requests / all) * 100}%`;
  const said = Object.entries(kinds)
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => `${sayCount(count)} ${kindWords[kind] ?? kind}`);
  return el(
    'li',
    {},
    el('span', { class: 'engine' }, engine),
    el('span', { class: 'number' }, sayCount(requests)),
    el('span', { class: 'bar', 'aria-hidden': 'true' }, fill),
    el('span', { class: 'small quiet' }, `${said.join(', ')} · ${sayAgo(lastSeenAt, now)}`),
  );
}

/** The workers that are alive. */
export function showWorkers({ workers }: GeoStats, now: Date): HTMLElement {
  if (workers.length === 0) return el('p', { class: 'quiet' }, 'No worker is alive: only what is held is answered.');
  const rows = workers.map(({ id, startedAt, running, finished }) =>
    el(
      'li',
      {},
      el('span', { class: 'engine' }, id),
      el('span', { class: 'number' }, `${sayCount(running)} running`),
      el('span', { class: 'small quiet' }, `${sayCount(finished)} done, started ${sayAgo(startedAt, now)}`),
    ),
  );
  return el('ul', { class: 'engines' }, ...rows);
}
