import { randomInt } from 'node:crypto';
import { readFlags } from '../../../shared/cli/arguments.js';
import { report, verdict } from './report.js';
import { runFaults } from './run-faults.js';

/** Injects faults into the whole service at random moments and checks every answer: exit code 1 on a violation. */
const values = readFlags('npm test -- --suite faults [OPTION …]', {
  count: { type: 'string', default: '200', what: 'how many faults' },
  seed: { type: 'string', default: String(randomInt(1_000_000)), what: 'the same seed, the same faults' },
  only: { type: 'string', default: '.', what: 'faults whose name matches this pattern' },
});
const count = Number(values.count);
const { seed } = values;
const say = (line: string): void => void process.stdout.write(`${line}\n`);

say(`${count} faults, seed ${seed}: repeat with "npm test -- --suite faults --count ${count} --seed ${seed}".`);
/** Of ten faults, six hit one process tree, three an external Redis, one or two a cluster. */
const apart = Math.floor(count * 0.27);
const cluster = Math.floor(count * 0.15);
const only = new RegExp(values.only);
const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
const counts = { 'one tree': count - apart - cluster, apart, cluster };
const all = await runFaults({ seed, counts, only, say, stop: stop.signal });
say(`\n${report(all)}\n\n${verdict(all)}`);
process.exitCode = all.every(({ wrong }) => wrong.length === 0) ? 0 : 1;
