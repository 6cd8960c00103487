import type { Bench, BenchRow, Named } from '../bench.js';
import { type ReadAgain, readBoardsAgain, type Spent } from './read-boards-again.js';

/** The processor time that reading 100 unchanged boards of 400 postings again may take, in seconds. */
const mostSeconds = 1;

/** The cost of reading whole boards again: while nothing changes, and when 2 % of their postings have changed. */
export const unchanged: Bench = {
  title: 'Reading unchanged boards again',
  how: 'One worker with its threads and one Redis; boards answer on loopback, whole, with postings of some 3 kB of text, half of the boards with an ETag. Collections are queued as the schedule queues them. Cost is the processor time of worker and Redis together until both are idle again, with everything that follows a collection.',
  async run({ quick }) {
    const size = quick ? { boards: 10, postings: 100 } : { boards: 100, postings: 400 };
    return rowsOf(size, await readBoardsAgain(size));
  },
};

function rowsOf({ boards, postings }: { boards: number; postings: number }, found: ReadAgain): BenchRow[] {
  const named = `${boards} boards × ${postings}`;
  const first = (found.tagged.first.cpuMs + found.plain.first.cpuMs) / 2;
  const row = ({ id, work }: Named, spent: Spent, target: number | null): BenchRow => ({
    ...{ id, work: `${named}: ${work}` },
    ours: `${inSeconds(spent.cpuMs)} of CPU in ${inSeconds(spent.ms)}`,
    against: `read for the first time: ${inSeconds(first)} of CPU`,
    ratio: (spent.cpuMs / first).toFixed(3),
    target: target === null ? null : `≤ ${target.toFixed(1)} s`,
    met: target === null ? null : spent.cpuMs <= target * 1000,
    bound: 'receiving and hashing the bodies themselves, megabytes from each board; a board with an ETag sends none.',
  });
  const most = (mostSeconds * boards) / 100;
  return [
    row({ id: 'again/not-modified', work: 'read again, each a 304' }, found.tagged.again, most),
    row({ id: 'again/same-bytes', work: 'read again, each the same bytes' }, found.plain.again, most),
    row({ id: 'again/changed', work: 'read again, 2 % of the postings changed' }, found.plain.changed, null),
  ];
}

const inSeconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;
