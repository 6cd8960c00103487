import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { projectFile } from '../../../shared/project-file.js';

/** Works for 200 ms, lets go of 80 MB and rests; ends once the heap is below 40 MB. */
const resting = `
const { clearAtRest } = await import(process.env.MODULE);
clearAtRest({ lookMs: 100, restCpuMs: 20, workCpuMs: 100 });
let lists = Array.from({ length: 80 }, () => new Array(131_072).fill(1.5));
for (const end = process.cpuUsage().user + 200_000; process.cpuUsage().user < end; );
const held = process.memoryUsage().heapTotal;
lists = null;
const timer = setInterval(() => {
  if (process.memoryUsage().heapTotal > 40 * 2 ** 20) return;
  clearInterval(timer);
  console.log(held > 80 * 2 ** 20);
}, 50);
`;

test('a process that comes to rest after work clears its heap', async () => {
  const env = { PATH: process.env.PATH, MODULE: projectFile('dist/shared/process/run-process.js') };
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', resting], { env });
  expect(stdout.trim()).toBe('true');
}, 20_000);
