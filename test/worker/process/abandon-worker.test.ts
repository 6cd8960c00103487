import { expect, test } from '@jest/globals';
import type { Worker } from 'bullmq';
import { abandonWorker } from '../../../worker/process/keep-taking.js';

/** A BullMQ worker whose close ends as `close` says, and what was done to it. */
function fakeWorker(close: () => Promise<void>): { worker: Worker; done: string[] } {
  const done: string[] = [];
  const blockingClient = Promise.resolve({ disconnect: () => void done.push('disconnected') });
  const lockManager = {
    async close() {
      done.push('no lock is renewed');
    },
  };
  return { worker: { close, backend: { blockingClient }, lockManager } as unknown as Worker, done };
}

const never = () => new Promise<void>(() => undefined);

test('a worker whose close hangs renews the locks of its running jobs, and no longer than these', async () => {
  const { worker, done } = fakeWorker(never);
  const jobs = new Set<Promise<unknown>>();
  let finish: () => void = () => undefined;
  const job = new Promise<void>((resolve) => {
    finish = resolve;
  }).finally(() => jobs.delete(job));
  jobs.add(job);
  const abandoned = abandonWorker(worker, jobs);
  setTimeout(() => {
    done.push('the job ends');
    finish();
  }, 2500);
  await abandoned;
  expect(done).toEqual(['disconnected', 'the job ends', 'no lock is renewed']);
});

test.each([
  ['closes', () => Promise.resolve()],
  ['fails to close', () => Promise.reject(new Error('Connection is closed.'))],
])('a worker that %s is left to BullMQ', async (_, close) => {
  const { worker, done } = fakeWorker(close);
  await abandonWorker(worker, new Set());
  expect(done).toEqual(['disconnected']);
});
