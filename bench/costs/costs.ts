import { readFlags } from '../../shared/cli/read-flags.js';
import { writeSection } from '../figures/sections.js';
import { takeStamp } from '../figures/stamp.js';
import { measureCosts } from './measure.js';
import { describeModel, million } from './model.js';

/** Measures the cost of each kind of work, and writes it with a model of a million searches a day to docs/guides/sizing.md. */
const values = readFlags('npm run bench -- costs [OPTION …]', {
  port: { type: 'string', default: '3160', what: 'the first of the ports that are used' },
  write: { type: 'boolean', default: true, what: 'print the figures alone, leave docs/guides/sizing.md as it is' },
});
const stamp = takeStamp('npm run bench -- costs');
const costs = await measureCosts(Number(values.port));
const text = describeModel(costs, million);
console.log(text);
if (values.write) writeSection('docs/guides/sizing.md', 'costs', text, { stamp });
