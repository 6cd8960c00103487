import type { BenchRow } from '../bench.js';

/** What one size of a thing cost, in milliseconds. */
export type Cost = { size: number; ms: number };

/** A cost may grow a little faster than what it is of. */
const mostLinear = 1.5;

/** The most a hit's median may grow by. */
const mostUnchanged = 1.2;

/** Says how a cost grew from the first size to the last, beside how the size grew; `more` is told with the figure. */
export function growthRow(work: string, costs: readonly Cost[], { what, more = '' }: Told): BenchRow {
  const [small, large] = [costs[0], costs.at(-1)];
  if (small === undefined || large === undefined) throw new Error(`Nothing was measured of "${work}".`);
  const grown = large.size / small.size;
  const cost = large.ms / small.ms;
  const between = costs.slice(1, -1).map(({ size, ms }) => `, ${count(size)}: ${inMs(ms)}`);
  return {
    work,
    ours: `${count(large.size)} ${what}: ${inMs(large.ms)}${more}`,
    against: `${count(small.size)}: ${inMs(small.ms)}${between.join('')}`,
    ratio: `${count(grown)} × the ${what} cost ${cost.toFixed(cost < 10 ? 1 : 0)} ×`,
    target: `≤ ${mostLinear} × linear`,
    met: cost <= mostLinear * grown,
  };
}

type Told = { what: string; more?: string };

/** Says that a median did not change; `ratio` was taken in turns. */
export function unchangedRow(
  work: string,
  { ours, alone, ratio }: { ours: string; alone: string; ratio: number },
): BenchRow {
  return {
    work,
    ours,
    against: `with nothing else there: ${alone}`,
    ratio: ratio.toFixed(2),
    target: `≤ ${mostUnchanged}`,
    met: ratio <= mostUnchanged,
  };
}

export const count = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 1 });

export const inMs = (ms: number): string => (ms < 10 ? `${ms.toFixed(2)} ms` : `${count(Math.round(ms))} ms`);
