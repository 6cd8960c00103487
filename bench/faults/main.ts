import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { projectFile } from '../../shared/project-file.js';
import { writeBetween } from '../write-between.js';
import { report, summary, verdict } from './report.js';
import { runFaults } from './run-faults.js';

/** `npm run test:faults -- [--count 200] [--seed 123] [--only "Redis"] [--write]`: exit code 1 when a promise was broken. */
const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(randomInt(1_000_000)) },
    only: { type: 'string', default: '.' },
    write: { type: 'boolean', default: false },
  },
});
const count = Number(values.count);
const { seed } = values;
const say = (line: string): void => void process.stdout.write(`${line}\n`);

say(`${count} faults, seed ${seed}: repeat with "npm run test:faults -- --count ${count} --seed ${seed}".`);
const apart = Math.floor(count * 0.3);
const only = new RegExp(values.only);
const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
const counts = { 'one tree': count - apart, apart };
const all = await runFaults({ seed, counts, only, say, stop: stop.signal });
say(`\n${report(all)}\n\n${verdict(all)}`);
if (values.write && all.length === count)
  writeBetween(projectFile('docs/scale-and-faults.md'), 'faults', summary(all, { count, seed }));
process.exitCode = all.every(({ wrong }) => wrong.length === 0) ? 0 : 1;
