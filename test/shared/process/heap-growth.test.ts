import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { projectFile } from '../../../shared/project-file.js';

/** Counts the full collections of a heap of 60 MB while lists of 1.5 GB come and go. */
const program = `
import { constants, PerformanceObserver } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
const { setHeapGrowth } = await import(process.env.MODULE);
setHeapGrowth(process.env.LOAD);
let full = 0;
new PerformanceObserver((list) => {
  for (const { detail } of list.getEntries()) if (detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR) full += 1;
}).observe({ entryTypes: ['gc'] });
const lists = Array.from({ length: 60 }, () => new Array(131_072).fill(1.5));
for (let at = 0; at < 1500; at++) {
  lists[at % 2] = new Array(131_072).fill(at + 0.5);
  if (at % 20 === 0) await setTimeout(0);
}
await setTimeout(50);
console.log(full);
`;

const collectionsAt = async (load: 'usual' | 'busy'): Promise<number> => {
  const env = { PATH: process.env.PATH, LOAD: load, MODULE: projectFile('dist/shared/process/heap-growth.js') };
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], { env });
  return Number(stdout);
};

test('heaps are cleared less often while threads are busy', async () => {
  const [usual, busy] = await Promise.all([collectionsAt('usual'), collectionsAt('busy')]);
  expect(busy).toBeGreaterThan(0);
  expect(usual).toBeGreaterThan(1.5 * busy);
}, 20_000);
