import { ownThreadId, threadCpuMs } from './own-thread.js';

/** Memory in which a thread reports its progress to the thread that watches it. */
export type ThreadProgress = SharedArrayBuffer;

const stepAt = 0;
const threadAt = 1;
const cpuAt = 2;

export const createThreadProgress = (): ThreadProgress => new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT);

/**
 * A task's progress: the current step, from 1 (0 = not started), the kernel's id of its thread (0 = unknown), and the CPU time
 * that the thread had used when the task began, in ms.
 */
export function progressOf(progress: ThreadProgress): { step: number; threadId: number; cpuMs: number } {
  const view = new Int32Array(progress);
  return {
    step: Atomics.load(view, stepAt),
    threadId: Atomics.load(view, threadAt),
    cpuMs: Atomics.load(view, cpuAt),
  };
}

/** The thread's side: `step(n)` reports that step n starts. */
export function reportProgress(progress: ThreadProgress): (step: number) => void {
  const view = new Int32Array(progress);
  const threadId = ownThreadId();
  Atomics.store(view, cpuAt, threadCpuMs(threadId) ?? 0);
  Atomics.store(view, threadAt, threadId);
  return (step) => void Atomics.store(view, stepAt, step);
}
