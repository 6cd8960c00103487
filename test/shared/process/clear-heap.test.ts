import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { projectFile } from '../../../shared/project-file.js';

/** Lets go of lists of 80 MB; prints the megabytes of the heap before, after it was not cleared for its size, and after it was. */
const program = `
const { clearHeap } = await import(process.env.MODULE);
const sizes = [];
const look = () => sizes.push(Math.round(process.memoryUsage().heapTotal / 2 ** 20));
let lists = Array.from({ length: 80 }, () => new Array(131_072).fill(1.5));
look();
lists = null;
clearHeap(2 ** 20);
look();
clearHeap();
look();
console.log(JSON.stringify(sizes));
`;

test('a heap is given back once what it held is let go, unless it is too large to be cleared', async () => {
  const env = { PATH: process.env.PATH, MODULE: projectFile('dist/shared/process/run-process.js') };
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], { env });
  const [held = 0, kept = 0, left = 0] = JSON.parse(stdout) as number[];
  expect(held).toBeGreaterThan(80);
  expect(kept).toBeGreaterThan(80);
  expect(left).toBeLessThan(40);
}, 20_000);
