import { type PlaceRow, remoteShare } from './geo-stats.js';
import { sayCount, sayMoney, sayShare } from './say.js';

/** What the colour of a place tells. */
export type MeasureName = 'pay' | 'remote' | 'demand';

/** Steps of colour. */
const steps = 5;

/** How places are coloured: five steps with as many places in each, as far as their values differ. */
export type Colouring = {
  title: string;
  /** The step of a place, 0 the least; `null` where nothing is known. */
  stepOf(row: PlaceRow): number | null;
  /** What each step stands for. */
  legend: { step: number; label: string }[];
  /** Why some places have no colour; `''` when all have one. */
  remark: string;
};

/** Colours these places by a measure. Pay is told in one currency, since sums of two do not compare. */
export function colour(
  rows: readonly PlaceRow[],
  { measure, currency }: { measure: MeasureName; currency: string | null },
): Colouring {
  const readValue = valueReader(measure, currency);
  const values = rows.map(readValue).filter((value) => value !== null);
  const bounds = boundsOf(values);
  const say =
    measure === 'pay' ? (value: number) => sayMoney(value, currency) : measure === 'remote' ? sayShare : sayCount;
  return {
    title:
      measure === 'pay'
        ? `Median pay a year${currency === null ? '' : `, ${currency}`}`
        : measure === 'remote'
          ? 'Share of remote jobs'
          : 'Searches',
    stepOf: (row) => {
      const value = readValue(row);
      return value === null ? null : bounds.filter((bound) => value >= bound).length - 1;
    },
    legend: bounds.map((bound, step) => ({
      step,
      label: rangeLabel(bounds, step, { bound, most: Math.max(...values), isWhole: measure === 'demand', say }),
    })),
    remark: values.length === rows.length ? '' : remarks[measure],
  };
}

const remarks: Readonly<Record<MeasureName, string>> = {
  pay: 'hollow: fewer than five known salaries, or another currency',
  remote: 'hollow: no job says where the work is done',
  demand: 'hollow: never searched',
};

function valueReader(measure: MeasureName, currency: string | null): (row: PlaceRow) => number | null {
  if (measure === 'pay') return ({ salary }) => (salary.currency === currency ? salary.medianYearly : null);
  if (measure === 'remote') return remoteShare;
  return ({ searches }) => (searches === 0 ? null : searches);
}

/** The currencies that medians are told in, the one of most places first. */
export function currenciesOf(rows: readonly PlaceRow[]): string[] {
  const counts = new Map<string, number>();
  for (const { salary } of rows)
    if (salary.currency !== null && salary.medianYearly !== null)
      counts.set(salary.currency, (counts.get(salary.currency) ?? 0) + 1);
  return [...counts].sort(([a, x], [b, y]) => y - x || a.localeCompare(b)).map(([currency]) => currency);
}

/** Lower bounds of the steps; fewer where few values differ. */
function boundsOf(values: readonly number[]): number[] {
  const sorted = [...values].sort((a, b) => a - b);
  const bounds = Array.from({ length: steps }, (_, step) => sorted[Math.floor((step * sorted.length) / steps)]);
  return [...new Set(bounds.filter((bound) => bound !== undefined))];
}

type Range = { bound: number; most: number; isWhole: boolean; say(value: number): string };

function rangeLabel(bounds: readonly number[], step: number, { bound, most, isWhole, say }: Range): string {
  const next = bounds[step + 1];
  const end = next === undefined ? most : isWhole ? next - 1 : next;
  return say(bound) === say(end) ? say(bound) : `${say(bound)} – ${say(end)}`;
}
