import { cpus, loadavg } from 'node:os';
import { createTally, type Tally } from './scale/fresh-load.js';
import { openStage, type Stage } from './scale/stage.js';

/**
 * Fresh searches a second with one worker and with two, over one Redis and one API process. Every search is new: it reads
 * one source over HTTP, and matches and ranks all postings that are held. Both are measured in turns (1 2 1 2 …), so that
 * what else runs on the machine meets them alike.
 */
const turns = 3;
const measureMs = 8000;
const warmUpMs = 2000;

const stage = await openStage();
const found = new Map<number, Tally[]>([
  [1, []],
  [2, []],
]);
try {
  for (let turn = 0; turn < turns; turn++)
    for (const [workers, tallies] of found) tallies.push(await measure(stage, workers));
} finally {
  await stage.close();
}
print();

async function measure(open: Stage, workers: number): Promise<Tally> {
  await open.setWorkers(workers);
  const tally = createTally(open.url);
  await tally.run(warmUpMs);
  tally.reset();
  await tally.run(measureMs);
  return tally;
}

function print(): void {
  const rate = (tally: Tally) => tally.whole() / (measureMs / 1000);
  const middle = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
  const rows = [...found].map(([workers, tallies]) => ({
    workers,
    rates: tallies.map(rate),
    p50: middle(tallies.map((tally) => tally.took(0.5))),
    p95: middle(tallies.map((tally) => tally.took(0.95))),
    notWhole: tallies.reduce((sum, tally) => sum + tally.notWhole(), 0),
  }));
  const [one = 0, two = 0] = rows.map(({ rates }) => middle([...rates]));
  const lines = rows.map(
    ({ workers, rates, p50, p95, notWhole }) =>
      `| ${workers} | ${middle([...rates]).toFixed(1)} | ${rates.map((each) => each.toFixed(1)).join(' ')} | ${p50.toFixed(0)} | ${p95.toFixed(0)} | ${notWhole} |`,
  );
  const load = loadavg()[0] ?? 0;
  process.stdout.write(
    [
      `Fresh searches a second, ${cpus().length} cores shared by everything, load ${load.toFixed(1)} at the end`,
      '',
      '| workers | searches/s | turns | p50 ms | p95 ms | not whole |',
      '| --- | --- | --- | --- | --- | --- |',
      ...lines,
      '',
      `Two workers do ${(two / one).toFixed(2)} times the searches of one.`,
      '',
    ].join('\n'),
  );
}
