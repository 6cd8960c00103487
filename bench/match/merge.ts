import { loadGazetteer } from '../../worker/gazetteer/gazetteer.js';
import { createCorpus, updateCorpus } from '../../worker/match/corpus/corpus.js';
import { prepareCollection } from '../../worker/match/corpus/prepare-collection.js';
import type { PreparedCollection } from '../../worker/match/segment/prepared-collection.js';
import { runSync } from '../../worker/process/cooperative.js';
import type { Bench, BenchRow } from '../bench.js';
import { type Board, evenBoards } from '../lib/postings/employers.js';
import { createPostings } from '../lib/postings/postings.js';
import { median } from '../lib/quantile.js';
import { now, seed } from '../million/rows.js';

/** Boards of one size, and how many of them are read again. */
const settings = [
  { boards: 2500, size: 40, again: [1, 10, 100, 500] },
  { boards: 100, size: 1000, again: [1, 10, 20] },
] as const;

const rounds = 5;

/** What merging boards that were read again costs beside merging everything anew: the choice of `buildCorpus`. */
export const merge: Bench = {
  title: 'Merging boards that were read again',
  how: `Postings of the bench “million” in memory, boards of one size. Boards are prepared anew with the same postings and merged into the corpus at hand; each counts as removed and added, as if all its postings had changed. Median of ${rounds} rounds, one thread.`,
  run({ quick }) {
    const postings = createPostings({ seed, now, gazetteer: loadGazetteer() });
    const prepare = (board: Board): PreparedCollection => prepareCollection(board.id, postings.held(board));
    return Promise.resolve(
      settings.flatMap(({ boards: count, size, again }) => {
        const boards = evenBoards(quick ? count / 10 : count, size);
        return rowsOf(boards, { prepare, again: quick ? again.slice(0, 2) : again });
      }),
    );
  },
};

type Tools = { prepare: (board: Board) => PreparedCollection; again: readonly number[] };

function rowsOf(boards: readonly Board[], { prepare, again }: Tools): BenchRow[] {
  const collections = boards.map(prepare);
  const corpus = createCorpus(collections);
  const anew = median([1, 2, 3].map(() => timeOf(() => createCorpus(collections))));
  const held = collections.reduce((sum, { size }) => sum + size, 0);
  return again.map((count): BenchRow => {
    const took = Array.from({ length: rounds }, (_, round) => {
      const next = [...collections];
      for (let turn = 0; turn < count; turn++) {
        // Boards from all over the list, other ones in each round.
        const at = (round * count + turn * 37) % boards.length;
        const board = boards[at];
        if (board !== undefined) next[at] = prepare(board);
      }
      return timeOf(() => runSync(updateCorpus(corpus, next)));
    });
    const changed = 2 * count * (held / boards.length);
    const ratio = median(took) / anew;
    return {
      id: `boards/merged@${count}-of-${boards.length}`,
      work: `${count.toLocaleString('en')} of ${boards.length.toLocaleString('en')} boards read again, ${held.toLocaleString('en')} postings held`,
      ours: `${median(took).toFixed(0)} ms`,
      against: `all merged anew: ${anew.toFixed(0)} ms; a changed posting costs ${((ratio * held) / changed).toFixed(1)} × what one costs there`,
      ...{ ratio: ratio.toFixed(2), target: null, met: null },
    };
  });
}

function timeOf(work: () => unknown): number {
  const began = performance.now();
  work();
  return performance.now() - began;
}
