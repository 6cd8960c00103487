import type { BenchRow, Named } from '../bench.js';

/** The cost at one size: processor time and elapsed time, in milliseconds. */
export type Cost = { size: number; cpuMs: number; ms: number };

/** A cost may grow slightly faster than its size. */
const mostLinear = 1.5;

/** The tolerance for figures that must not change. */
const mostUnchanged = 1.2;

/** Compares the growth of a cost from the first to the last size with the growth of the size; `more` is appended to the figure. */
export function growthRow(named: Named, costs: readonly Cost[], { what, more = '' }: Told): BenchRow {
  const [small, large] = [costs[0], costs.at(-1)];
  if (small === undefined || large === undefined) throw new Error(`Nothing was measured of "${named.work}".`);
  const grown = large.size / small.size;
  const cost = large.cpuMs / small.cpuMs;
  const smaller = costs.slice(0, -1).map((each) => `${count(each.size)}: ${inWords(each)}`);
  return {
    ...named,
    ours: `${count(large.size)} ${what}: ${inWords(large)}${more}`,
    against: smaller.join('; '),
    ratio: `${count(grown)} × the ${what} cost ${cost.toFixed(cost < 10 ? 1 : 0)} × the CPU`,
    target: `≤ ${mostLinear} × linear`,
    met: cost <= mostLinear * grown,
  };
}

type Told = { what: string; more?: string };

const inWords = ({ cpuMs, ms }: Cost): string => `${inMs(cpuMs)} of CPU in ${inMs(ms)}`;

/** A row for a figure that must not change; `ratio` was measured in turns. */
export function unchangedRow(
  named: Named,
  { ours, alone, ratio }: { ours: string; alone: string; ratio: number },
): BenchRow {
  return {
    ...named,
    ours,
    against: `with nothing else there: ${alone}`,
    ratio: ratio.toFixed(2),
    target: `≤ ${mostUnchanged}`,
    met: ratio <= mostUnchanged,
    bound:
      'single requests of a millisecond or two, one after the other: where the next sizes stand at 1, a miss is the machine’s noise and no growth. Tried: both services in turns.',
  };
}

export const count = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 1 });

export const inMs = (ms: number): string => (ms < 10 ? `${ms.toFixed(2)} ms` : `${count(Math.round(ms))} ms`);
