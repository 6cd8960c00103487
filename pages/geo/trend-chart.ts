import { el, svg } from '../lib/dom.js';
import { formatCount } from '../lib/format.js';
import type { GeoStats, SeriesRow } from './geo-stats.js';

type Trend = { title: string; name: Exclude<keyof SeriesRow, 'at'>; kind: string };

const trends: readonly Trend[] = [
  { title: 'Searches', name: 'searches', kind: 'demand' },
  { title: 'Jobs seen', name: 'jobs', kind: 'supply' },
  { title: 'Failed searches', name: 'failed', kind: 'failed' },
  { title: 'Searches from AI assistants', name: 'fromEngines', kind: 'engines' },
];

const chart = { width: 240, height: 64 };

/** Small charts of the series, one per measure. Jobs are unique within each hour or day, so they are not added up. */
export function showTrends({ series }: GeoStats): HTMLElement[] {
  return trends.map(({ title, name, kind }) => {
    const values = series.map((row) => row[name]);
    const most = Math.max(...values, 0);
    const peak = series[values.indexOf(most)];
    const value =
      name === 'jobs' ? formatCount(values.at(-1) ?? 0) : formatCount(values.reduce((sum, value) => sum + value, 0));
    const period = name === 'jobs' ? 'latest' : 'in total';
    const words =
      most === 0 || peak === undefined
        ? 'none'
        : `${value} ${period}, at most ${formatCount(most)} at ${formatMoment(peak.at, series)}`;
    return el(
      'figure',
      { class: `trend is-${kind}` },
      el(
        'figcaption',
        {},
        el('span', {}, title),
        el('strong', {}, value),
        el('span', { class: 'quiet small' }, period),
      ),
      showBars(series, values, { most, label: `${title}: ${words}.` }),
      el('p', { class: 'ends quiet small', 'aria-hidden': 'true' }, ...endsOf(series)),
    );
  });
}

function showBars(
  series: readonly SeriesRow[],
  values: readonly number[],
  { most, label }: { most: number; label: string },
): SVGElement {
  const slot = chart.width / values.length;
  const gap = Math.min(2, slot * 0.25);
  const bars = values.map((value, index) => {
    const height = most === 0 ? 0 : Math.max(value > 0 ? 2 : 0, (value / most) * (chart.height - 2));
    const at = { x: index * slot + gap / 2, y: chart.height - height, width: Math.max(0.5, slot - gap), height };
    return svg(
      'rect',
      { ...at, rx: Math.min(2, slot / 4) },
      svg('title', {}, `${formatMoment(series[index]?.at ?? '', series)}: ${formatCount(value)}`),
    );
  });
  return svg(
    'svg',
    { role: 'img', 'aria-label': label, viewBox: `0 0 ${chart.width} ${chart.height}`, preserveAspectRatio: 'none' },
    svg('line', { x1: 0, x2: chart.width, y1: chart.height - 0.5, y2: chart.height - 0.5 }),
    ...bars,
  );
}

const isDays = (series: readonly SeriesRow[]): boolean =>
  series.length > 1 && Date.parse(series[1]?.at ?? '') - Date.parse(series[0]?.at ?? '') > 3_600_000;

function formatMoment(iso: string, series: readonly SeriesRow[]): string {
  const format = isDays(series)
    ? ({ day: 'numeric', month: 'short', timeZone: 'UTC' } as const)
    : ({ weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const);
  return new Intl.DateTimeFormat('en', format).format(new Date(iso));
}

function endsOf(series: readonly SeriesRow[]): HTMLElement[] {
  const first = series[0];
  const last = series.at(-1);
  return first === undefined || last === undefined
    ? []
    : [first, last].map(({ at }) => el('span', {}, formatMoment(at, series)));
}

/** The series as a table, latest first. */
export function showSeriesTable({ series }: GeoStats): HTMLElement {
  const heads = ['From', 'Searches', 'Answered from the cache', 'Failed', 'Jobs seen', 'From AI assistants'];
  const rows = [...series]
    .reverse()
    .map(({ at, searches, cached, failed, jobs, fromEngines }) =>
      el(
        'tr',
        {},
        el('th', { scope: 'row' }, formatMoment(at, series)),
        ...[searches, cached, failed, jobs, fromEngines].map((count) =>
          el('td', { class: 'number' }, formatCount(count)),
        ),
      ),
    );
  const head = el(
    'tr',
    {},
    ...heads.map((title, index) => el('th', { scope: 'col', class: index === 0 ? null : 'number' }, title)),
  );
  return el('table', {}, el('thead', {}, head), el('tbody', {}, ...rows));
}
