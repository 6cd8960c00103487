import type { Bench, BenchRow, Named, RowId } from '../bench.js';
import { quantile } from '../lib/quantile.js';
import { type DayOptions, runDay, type ServiceDay } from './run-day.js';
import { speed } from './simulated-day.js';

/** The whole product over boards that live a day, faster than real ones. */
export const serviceDay: Bench = {
  title: 'A day of boards, read by the whole service',
  how: `One API, one worker with its threads and one Redis over boards that answer on loopback, a day at ${speed} × speed: their own clock, the pace of hosts (60 requests a minute), FRESH_SECONDS (an hour: no board is read more than once in a real minute), STALE_SECONDS and RARE_SECONDS are ${speed} × faster, a host takes 8 requests at once (2), everything else is as in a real day (a board rests 15 s after its first failure). Sizes are log-normal (median 60 postings of 3 kB, deviation of the logarithm 1, at most 2,000); half, a fifth and a tenth of the boards share a host each; four in five answer with ETags, the others with the same bytes. Boards change with a chance of 2 % an hour: some postings close, some open, until four hours before the end. At any time 3 % fail, each for four hours: with 500, without an answer until the connection is closed after a quarter of a second (a 60th of the time limit), or cut off. Ten searches are asked in turn, one every ten real seconds, from the first board that was read. Judged from what the boards were asked, the fresh times that collections state, and a client’s copy by POST /api/jobs/export, made before the day and brought up to date after it: at this speed an export of everything would take the time of some hours. The first reading of all boards, and reading those again that became due in it, is not part of the day.`,
  keepsRows: true,
  async run({ quick, boards = quick ? 200 : 5000, hours = quick ? 6 : 24 }) {
    const size = { boards, hours };
    return rowsOf(await runDay(size), size);
  },
};

const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;
const many = (count: number): string => Math.round(count).toLocaleString('en');

function rowsOf(day: ServiceDay, { boards, hours }: DayOptions): BenchRow[] {
  const named = `${many(boards)} boards, ${hours} hours`;
  const { requests, openings } = day;
  const p95 = quantile(requests.ages, 0.95);
  const ratio = requests.readings / requests.leastReadings;
  const { lost, closedWrongly, leftOpen } = openings;
  const wrong = lost.length + closedWrongly.length + leftOpen.length;
  if (wrong > 0) console.log(`  lost ${lost}\n  closed wrongly ${closedWrongly}\n  left open ${leftOpen}`);
  const rowId = (id: RowId): RowId => `${id}@${boards}x${hours}`;
  const plain = ({ id, work }: Named, ours: string, against: string): BenchRow => ({
    ...{ id: rowId(id), work: `${named}: ${work}`, ours, against, ratio: '–', target: null, met: null },
  });
  return [
    {
      id: rowId('boards/age'),
      work: `${named}: age of a board beside its fresh time, p95`,
      ours: p95.toFixed(2),
      against: `median ${quantile(requests.ages, 0.5).toFixed(2)}, p99 ${quantile(requests.ages, 0.99).toFixed(2)}, ${many(requests.ages.length)} samples`,
      ratio: p95.toFixed(2),
      target: '≤ 1.10',
      met: p95 <= 1.1,
    },
    {
      id: rowId('boards/readings'),
      work: `${named}: readings again of boards that answer`,
      ours: many(requests.readings),
      against: `least needed: ${many(requests.leastReadings)}; ${many(requests.whole)} answered whole, ${many(requests.unchanged)} with 304, ${many(requests.failed)} failed`,
      ratio: ratio.toFixed(2),
      target: '≤ 1.10',
      met: ratio <= 1.1,
    },
    {
      id: rowId('openings/wrong'),
      work: `${named}: postings lost, closed wrongly, or left open`,
      ours: `${lost.length}, ${closedWrongly.length}, ${leftOpen.length}`,
      against: `${many(openings.listed)} listed at the end; ${many(openings.closed)} closed, ${many(openings.opened)} opened`,
      ratio: '–',
      target: '0',
      met: wrong === 0,
    },
    {
      id: rowId('host/pace'),
      work: `${named}: the busiest ten seconds of a host beside its pace`,
      ours: requests.busiest.toFixed(2),
      against: `${requests.forbidden} requests that robots.txt forbids; ${requests.robots} × robots.txt at most`,
      ratio: requests.busiest.toFixed(2),
      target: '≤ 1.01, 0 forbidden',
      met: requests.busiest <= 1.01 && requests.forbidden === 0,
    },
    plain(
      { id: 'boards/all-read', work: 'every board read once, before the day' },
      `after ${many(day.filledSeconds)} s`,
      `${many(day.fillCpuMs / 1000)} s of CPU for ${many(day.postings)} postings; no more overdue boards than usual after ${many(day.startSeconds)} s`,
    ),
    plain(
      { id: 'search/first-reading', work: 'a search while the boards are read for the first time, median, worst' },
      `${seconds(quantile(day.earlySearchMs, 0.5))}, ${seconds(Math.max(...day.earlySearchMs))}`,
      `${many(day.earlySearchMs.length)} searches, one every ten seconds`,
    ),
    plain(
      { id: 'service/cpu', work: 'CPU of worker, API and Redis in the day' },
      `${((day.dayCpuMs / day.daySeconds / 1000) * 100).toFixed(0)} % of a core`,
      `worker at most ${many(day.memoryMb)} MB, data in Redis ${many(day.redisMb)} MB`,
    ),
    plain(
      { id: 'search/of-the-day', work: 'a search of the day, median, p99' },
      `${quantile(day.searchMs, 0.5).toFixed(1)} ms, ${quantile(day.searchMs, 0.99).toFixed(0)} ms`,
      `${many(day.searchMs.length)} searches; first export in ${(day.exportMs / 1000).toFixed(0)} s; at most ${many(day.overdue)} boards overdue by a minute`,
    ),
  ];
}
