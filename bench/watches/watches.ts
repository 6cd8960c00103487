import type { HeldJob } from '../../shared/search/job.js';
import { usualRhythm } from '../../shared/watches/rhythm.js';
import type { StoredWatch } from '../../shared/watches/watch.js';
import { loadGazetteer } from '../../worker/gazetteer/gazetteer.js';
import { runSync } from '../../worker/process/cooperative.js';
import { createPercolator, type Percolator } from '../../worker/watches/percolate.js';
import type { Bench, BenchRow, Named } from '../bench.js';
import { layOutBoards } from '../lib/postings/employers.js';
import { createPostings } from '../lib/postings/postings.js';
import { makeQuestions, subjectOf } from '../lib/postings/questions.js';

const seed = 20;
const now = new Date('2026-11-21T12:00:00Z');
const watchCount = 10_000;

/** The processor time that 10,000 watches may take for one new posting, in milliseconds. */
const mostMs = 5;

/** New postings matched against many watches. */
export const watches: Bench = {
  title: 'Watches',
  how: `${watchCount.toLocaleString('en')} watches with different searches of all kinds (the questions of the bench “million”), in one process. New postings of 3 kB are indexed and matched against all of them at once, one at a time and 20 at a time. Cost is the processor time of both; reading boards, Redis and sending are not part of it.`,
  run({ quick }) {
    const gazetteer = loadGazetteer();
    const postings = createPostings({ seed, now: now.getTime(), gazetteer });
    const questions = makeQuestions(postings, { seed, count: watchCount });
    const percolator = createPercolator(gazetteer);
    const all = questions.map((question, at): StoredWatch => {
      const { sortBy: _sortBy, ...search } = subjectOf(question);
      return {
        ...usualRhythm,
        ...{ id: `watch_${at}`, owner: 'owner', search, url: 'https://example.com/', secret: 'whsec_', since: 0 },
        ...{ state: 'active', reason: null, createdAt: now.toISOString(), lastDeliveryAt: null },
      };
    });
    const read = cpuOf(() => runSync(percolator.update(all)));
    const changed = cpuOf(() => runSync(percolator.update(all.slice(1))));
    // Boards that the questions were not taken from, too.
    const jobs = layOutBoards(seed, 40_000)
      .slice(-40)
      .flatMap((board) => postings.held({ ...board, size: Math.min(board.size, 30) }));
    const rounds = quick ? 100 : 400;
    return Promise.resolve([
      matchRow(percolator, jobs, { size: 1, rounds }),
      matchRow(percolator, jobs, { size: 20, rounds: rounds / 20 }),
      orientation({ id: 'watches/read', work: 'all watches are read for the first time' }, read),
      orientation({ id: 'watches/deleted', work: 'one watch is deleted' }, changed),
    ]);
  },
};

/** Processor time of this process for some work, in milliseconds. */
function cpuOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function matchRow(
  percolator: Percolator,
  jobs: readonly HeldJob[],
  { size, rounds }: { size: number; rounds: number },
): BenchRow {
  let matched = 0;
  const run = (turns: number, first: number): void => {
    for (let turn = 0; turn < turns; turn++) {
      const from = ((first + turn) * size) % (jobs.length - size);
      matched += runSync(percolator.match('board', jobs.slice(from, from + size), now)).length;
    }
  };
  run(Math.ceil(rounds / 4), 0);
  matched = 0;
  const each = cpuOf(() => run(rounds, rounds)) / (rounds * size);
  return {
    id: `postings/matched@${size}`,
    work: `${size === 1 ? 'one new posting' : `${size} new postings, each`}`,
    ours: `${each.toFixed(2)} ms of CPU`,
    against: `${Math.round(matched / rounds).toLocaleString('en')} watches are met each time`,
    ratio: '–',
    target: `≤ ${mostMs} ms`,
    met: each <= mostMs,
    bound: 'the words of the posting are indexed once; queries that share a word with it are evaluated.',
  };
}

const orientation = (named: Named, ms: number): BenchRow => ({
  ...{ ...named, ours: `${ms.toFixed(0)} ms of CPU`, against: '–', ratio: '–', target: null, met: null },
});
