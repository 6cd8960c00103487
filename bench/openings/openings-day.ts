import type { Bench, BenchRow } from '../bench.js';
import { quantile } from '../lib/quantile.js';
import { type OpeningsDay, simulateOpenings } from './simulate-openings.js';

/** A day of readings that do not always show a board as it is, compared with the truth. */
export const openingsDay: Bench = {
  title: 'A day of openings that close, and of readings that lie',
  how: 'Boards of log-normal sizes (median 60 postings of 3 kB, at most 2,000) are read every ten minutes of a simulated clock, on a real Redis; one in five is a site. 2 % of the openings close an hour, and as many open. One reading in twenty does not show the board as it is: it is empty, ends after ten, lacks 60 %, is cut off, or lacks three (with a sign that entries could not be read; on sites also without one); the next one shows the truth. A reading that says the same as the one before is not compared.',
  async run({ quick }) {
    return rowsOf(await simulateOpenings(quick ? { boards: 30, hours: 6 } : { boards: 200, hours: 24 }));
  },
};

function rowsOf(day: OpeningsDay): BenchRow[] {
  const many = (count: number): string => count.toLocaleString('en');
  return [
    {
      id: 'openings/wrong',
      work: 'openings closed wrongly or lost',
      ours: many(Math.max(day.closedWrongly, day.lost)),
      against: `${many(day.closed)} closed`,
      ratio: '–',
      target: '0',
      met: day.closedWrongly + day.lost === 0,
    },
    {
      id: 'openings/delay',
      work: 'from the truth to the closing, median, p99',
      ours: `${quantile(day.delays, 0.5).toFixed(0)} min, ${quantile(day.delays, 0.99).toFixed(0)} min`,
      against: 'a reading every 10 min; sites wait for four',
      ratio: '–',
      target: null,
      met: null,
    },
    {
      id: 'boards/readings',
      work: 'readings',
      ours: many(day.readings),
      against: `${many(day.compared)} compared, ${many(day.doubted)} doubted`,
      ratio: '–',
      target: null,
      met: null,
    },
    {
      id: 'posting/compared',
      work: 'CPU of comparing, for each posting listed',
      ours: `${day.microseconds.toFixed(0)} µs`,
      against: 'what was closed or kept is unpacked too',
      ratio: '–',
      target: null,
      met: null,
    },
    {
      id: 'opening/redis',
      work: 'Redis for the record of an opening, those of 30 days included',
      ours: `${day.bytes.toFixed(0)} bytes`,
      against: '–',
      ratio: '–',
      target: '≤ 60',
      met: day.bytes <= 60,
    },
  ];
}
