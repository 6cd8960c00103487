import { randomInt } from 'node:crypto';
import { readFlags } from '../../../shared/cli/arguments.js';
import { runKills } from './run-kills.js';

/** Kills processes of the service while watches are told of openings: exit code 1 when one was lost or told twice. */
const values = readFlags('npm test -- --suite watches [OPTION …]', {
  count: { type: 'string', default: '200', what: 'how many kills' },
  seed: { type: 'string', default: String(randomInt(1_000_000)), what: 'the same seed, the same kills' },
});
const count = Number(values.count);
const { seed } = values;
const say = (line: string): void => void process.stdout.write(`${line}\n`);

say(`${count} kills, seed ${seed}: repeat with "npm test -- --suite watches --count ${count} --seed ${seed}".`);
const { kills, postings, told, repeated, wrong } = await runKills({ seed, count, together: 0.4, say });
for (const [name, times] of [...kills].sort(([a], [b]) => (a < b ? -1 : 1)))
  say(`${String(times).padStart(4)} ${name}`);
say(
  `${postings} postings at the end; watches were told ${told} openings; ${repeated} deliveries came twice with the same id.`,
);
for (const line of wrong) say(`WRONG ${line}`);
if (wrong.length === 0) say('Each opening was told to each of its watches exactly once.');
process.exitCode = wrong.length === 0 ? 0 : 1;
