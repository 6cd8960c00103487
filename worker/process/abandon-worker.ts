import type { Worker } from 'bullmq';
import pTimeout from 'p-timeout';

/** How long a worker without running jobs may take to close, in milliseconds. */
const endsWithinMs = 2000;

/**
 * Closes a BullMQ worker that takes no jobs. Its running jobs (`jobs`) continue and keep their locks. Its blocking connection is
 * disconnected, since a regular close would wait for the call that hangs. Where the close hangs all the same, since the `end` of
 * that connection never comes, the timer that renews locks is ended once no job runs: it would go on for ever.
 */
export async function abandonWorker(worker: Worker, jobs: ReadonlySet<Promise<unknown>>): Promise<void> {
  const closed = worker.close().then(
    () => true,
    () => true,
  );
  const blocking: unknown = memberOf(memberOf(worker, 'backend'), 'blockingClient');
  const opened = (await Promise.resolve(blocking).catch(() => null)) as { disconnect?: () => void } | null;
  opened?.disconnect?.();
  for (;;) {
    if (await pTimeout(closed, { milliseconds: endsWithinMs, fallback: () => false })) return;
    if (jobs.size === 0) break;
    await Promise.allSettled(jobs);
  }
  const locks = memberOf(worker, 'lockManager') as { close?: () => Promise<void> } | null;
  await locks?.close?.();
}

const memberOf = (of: unknown, name: string): unknown =>
  typeof of === 'object' && of !== null ? Reflect.get(of, name) : null;
