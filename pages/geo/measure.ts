import { thousandsWords as formatCount, type MessageKey, say } from '../../shared/messages/messages.js';
import { formatMoney, formatShare } from '../lib/format.js';
import { type PlaceRow, remoteShare } from './geo-stats.js';

/** The measure shown by the colour of a place. */
export type MeasureName = 'jobs' | 'pay' | 'remote' | 'demand';

/** Number of colour steps. */
const steps = 5;

/** The colours of places: up to five steps with about the same number of places each (quantiles). */
export type Colouring = {
  title: string;
  /** The step of a place, 0 = lowest; `null` = unknown. */
  stepOf(row: PlaceRow): number | null;
  /** The value range of each step. */
  legend: { step: number; label: string }[];
  /** Why some places have no colour; `''` if all have one. */
  remark: string;
};

/** Colours places by a measure. Pay is shown in one currency, because different currencies are not comparable. */
export function colour(
  rows: readonly PlaceRow[],
  { measure, currency }: { measure: MeasureName; currency: string | null },
): Colouring {
  const readValue = valueReader(measure, currency);
  const values = rows.map(readValue).filter((value) => value !== null);
  const bounds = boundsOf(values);
  const format =
    measure === 'pay'
      ? (value: number) => formatMoney(value, currency)
      : measure === 'remote'
        ? formatShare
        : formatCount;
  return {
    title: say(titles[measure]) + (measure === 'pay' && currency !== null ? `, ${currency}` : ''),
    stepOf: (row) => {
      const value = readValue(row);
      return value === null ? null : bounds.filter((bound) => value >= bound).length - 1;
    },
    legend: bounds.map((bound, step) => ({
      step,
      label: rangeLabel(bounds, step, {
        bound,
        most: Math.max(...values),
        isWhole: measure === 'demand' || measure === 'jobs',
        format,
      }),
    })),
    remark: values.length === rows.length ? '' : say(remarks[measure]),
  };
}

const titles: Readonly<Record<MeasureName, MessageKey>> = {
  jobs: 'geo.jobs',
  pay: 'geo.medianPay',
  remote: 'geo.remotePart',
  demand: 'geo.demand',
};

const remarks: Readonly<Record<MeasureName, MessageKey>> = {
  jobs: 'geo.hollowJobs',
  pay: 'geo.hollowPay',
  remote: 'geo.hollowRemote',
  demand: 'geo.hollowDemand',
};

function valueReader(measure: MeasureName, currency: string | null): (row: PlaceRow) => number | null {
  if (measure === 'pay') return ({ salary }) => (salary.currency === currency ? salary.medianYearly : null);
  if (measure === 'remote') return remoteShare;
  if (measure === 'jobs') return ({ jobs }) => (jobs === 0 ? null : jobs);
  return ({ searches }) => (searches === 0 ? null : searches);
}

/** The currencies of the medians, the most frequent first. */
export function currenciesOf(rows: readonly PlaceRow[]): string[] {
  const counts = new Map<string, number>();
  for (const { salary } of rows)
    if (salary.currency !== null && salary.medianYearly !== null)
      counts.set(salary.currency, (counts.get(salary.currency) ?? 0) + 1);
  return [...counts].sort(([a, x], [b, y]) => y - x || a.localeCompare(b)).map(([currency]) => currency);
}

/** Lower bounds of the steps; fewer steps if there are few distinct values. */
function boundsOf(values: readonly number[]): number[] {
  const sorted = [...values].sort((a, b) => a - b);
  const bounds = Array.from({ length: steps }, (_, step) => sorted[Math.floor((step * sorted.length) / steps)]);
  return [...new Set(bounds.filter((bound) => bound !== undefined))];
}

type Range = { bound: number; most: number; isWhole: boolean; format(value: number): string };

function rangeLabel(bounds: readonly number[], step: number, { bound, most, isWhole, format }: Range): string {
  const next = bounds[step + 1];
  const end = next === undefined ? most : isWhole ? next - 1 : next;
  return format(bound) === format(end) ? format(bound) : `${format(bound)} – ${format(end)}`;
}
