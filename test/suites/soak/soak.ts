import { setTimeout as wait } from 'node:timers/promises';
import { readFlags } from '../../../shared/cli/arguments.js';
import { applyLoad } from './apply-load.js';
import { createChance } from './chance.js';
import { reportOf } from './report.js';
import { type Series, sample } from './sample.js';
import { startTree } from './start-tree.js';

/** Runs the whole service under mixed load and checks whether memory, handles and processes stay constant. */
const values = readFlags('npm test -- --suite soak [OPTION …]', {
  minutes: { type: 'string', default: '20', what: 'how long' },
  rate: { type: 'string', default: '12', what: 'requests a second' },
  port: { type: 'string', default: '3160', what: 'the first of the ports that are used' },
  seed: { type: 'string', default: '1', what: 'the same seed, the same requests' },
});
const [minutes, perSecond] = [Number(values.minutes), Number(values.rate)];
if (!(minutes >= 0.5 && perSecond > 0)) throw new Error('--minutes takes a number from 0.5, --rate one above 0.');

/** Milliseconds between two samples of the processes. */
const lookMs = 4000;

const series: Series = new Map();
const tree = await startTree(Number(values.port));
const world = { url: tree.url, chance: createChance(Number(values.seed)), ids: [], requests: 0 };
const load = applyLoad(world, perSecond);
const began = performance.now();
const ended = () => performance.now() - began >= minutes * 60_000;
const end = new AbortController();
process.once('SIGINT', () => end.abort());
process.once('SIGTERM', () => end.abort());
try {
  while (!ended() && !end.signal.aborted) {
    await wait(lookMs, undefined, { signal: end.signal }).catch(() => undefined);
    await sample(tree, series, (performance.now() - began) / 3_600_000);
  }
  await load.stop();
  const { tallies, skipped } = load;
  const report = reportOf({ minutes, perSecond, series, tallies, skipped: skipped(), errors: tree.errors() });
  console.log(report.text);
  process.exitCode = report.complaints.length === 0 ? 0 : 1;
} finally {
  await tree.stop();
}
