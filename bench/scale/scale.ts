import { cpus } from 'node:os';
import type { Bench, BenchOptions, BenchRow } from '../bench.js';
import { median } from '../lib/quantile.js';
import { createTally } from './fresh-load.js';
import { openScaleStage, type ScaleStage, type Spent } from './stage.js';

/** New searches with one worker and with two, on one Redis and one API process. */
export const scale: Bench = {
  title: 'Twice the workers',
  how: 'New searches by 24 clients at once, each of which reads one source over HTTP and matches and ranks 12,000 held postings, with one worker process and with two, in turns. Clients, sources, the API and Redis share the cores with the workers; “at most” is what the cores then leave, by the processor time each part took.',
  async run(options) {
    const stage = await openScaleStage();
    try {
      return await measure(stage, options);
    } finally {
      await stage.close();
    }
  },
};

/** The results of a number of workers in one turn: complete answers per second, their latencies, and processor time. */
type Turn = { perSecond: number; p50: number; notWhole: number; answers: number; spent: Spent };

async function measure(stage: ScaleStage, { quick }: BenchOptions): Promise<BenchRow[]> {
  const [turns, seconds] = quick ? [1, 5] : [5, 10];
  const one: Turn[] = [];
  const two: Turn[] = [];
  for (let turn = 0; turn < turns; turn++) {
    one.push(await oneTurn(stage, 1, seconds));
    two.push(await oneTurn(stage, 2, seconds));
  }
  return rowsOf(one, two);
}

async function oneTurn(stage: ScaleStage, workers: number, seconds: number): Promise<Turn> {
  await stage.setWorkers(workers);
  const tally = createTally(stage.url);
  // A new worker reads every held posting first.
  await tally.run(4000);
  tally.reset();
  const before = stage.spent();
  await tally.run(seconds * 1000);
  const after = stage.spent();
  return {
    perSecond: tally.whole() / seconds,
    p50: tally.took(0.5),
    notWhole: tally.notWhole(),
    answers: tally.answers(),
    spent: { workersMs: after.workersMs - before.workersMs, restMs: after.restMs - before.restMs },
  };
}

function rowsOf(one: readonly Turn[], two: readonly Turn[]): BenchRow[] {
  const ratio = median(two.map(({ perSecond }, turn) => perSecond / (one[turn]?.perSecond ?? Number.NaN)));
  const each = (turns: readonly Turn[], of: (spent: Spent) => number) =>
    median(turns.map(({ spent, answers }) => of(spent) / answers));
  const workerMs = each(two, ({ workersMs }) => workersMs);
  const restMs = each(two, ({ restMs: ms }) => ms);
  // A worker's main work is one thread: a single worker has a core to itself.
  const most = Math.min(2, (cpus().length * each(one, ({ workersMs }) => workersMs)) / (workerMs + restMs));
  const lost = [...one, ...two].reduce((sum, { notWhole }) => sum + notWhole, 0);
  return [
    {
      id: 'two-workers/rate',
      work: 'new searches a second, two workers',
      ours: inWords(two),
      against: `one worker: ${inWords(one)}`,
      ratio: `${ratio.toFixed(2)} (at most ${most.toFixed(2)})`,
      target: '≥ 1.70',
      met: ratio >= 1.7,
      bound: `${cpus().length} cores. A search took ${workerMs.toFixed(0)} ms of a worker and ${restMs.toFixed(0)} ms of everything else, so that two workers can do ${most.toFixed(2)} times the work of one at most; what else ran on the machine took its share too.`,
    },
    {
      id: 'answers/not-whole',
      work: 'answers that were not whole',
      ours: String(lost),
      against: `${[...one, ...two].reduce((sum, { answers }) => sum + answers, 0)} answers`,
      ratio: '–',
      target: '0',
      met: lost === 0,
    },
  ];
}

const inWords = (turns: readonly Turn[]): string =>
  `${median(turns.map(({ perSecond }) => perSecond)).toFixed(1)}/s, p50 ${median(turns.map(({ p50 }) => p50)).toFixed(0)} ms`;
