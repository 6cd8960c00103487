import { cpus } from 'node:os';
import { readFlags } from '../shared/cli/read-flags.js';
import { projectFile } from '../shared/project-file.js';
import { measureCosts } from './costs/measure.js';
import { describeModel, million } from './costs/model.js';
import { writeBetween } from './write-between.js';

/** Measures the cost of each kind of work, and writes it with a model of a million searches a day to docs/operations.md. */
const values = readFlags('npm run costs -- [OPTION …]', {
  port: { type: 'string', default: '3160', what: 'the first of the ports that are used' },
  write: { type: 'boolean', default: true, what: 'print the figures alone, leave docs/operations.md as it is' },
});
const costs = await measureCosts(Number(values.port));
const machine = `${cpus().length} cores (${cpus()[0]?.model.trim()}), Node ${process.versions.node}`;
const text = [
  `\`npm run costs\`, ${new Date().toISOString().slice(0, 10)}, ${machine}.`,
  '',
  describeModel(costs, million),
].join('\n');
console.log(text);
if (values.write) writeBetween(projectFile('docs/operations.md'), 'costs', text);
