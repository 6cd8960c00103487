import { once } from 'node:events';
import { getPriority } from 'node:os';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { describe, expect, test } from '@jest/globals';
import { projectFile } from '../../../shared/project-file.js';
import { ownThreadId, threadCpuMs } from '../../../worker/threads/watch-threads.js';

const file = pathToFileURL(projectFile('dist/worker/threads/watch-threads.js')).href;
const script = `
import { getPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { lowerOwnPriority, ownThreadId } from ${JSON.stringify(file)};
const id = ownThreadId();
const before = getPriority(id);
lowerOwnPriority();
parentPort.postMessage({ id, before, after: getPriority(id) });`;

describe('a thread', () => {
  test('lowers its own priority and that of no other thread', async () => {
    const own = getPriority(ownThreadId());
    const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(script)}`));
    const [{ id, before, after }] = await once(worker, 'message');
    expect(id).not.toBe(ownThreadId());
    expect(before).toBe(own);
    expect(after).toBe(5);
    expect(getPriority(ownThreadId())).toBe(own);
    await worker.terminate();
  });

  test('knows the CPU time of a thread, and none of an unknown one', () => {
    expect(threadCpuMs(ownThreadId())).toBeGreaterThan(0);
    expect(threadCpuMs(0)).toBeNull();
  });
});
