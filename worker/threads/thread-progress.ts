import { ownThreadId } from './own-thread.js';

/** Memory in which a thread reports its progress to the thread that watches it. */
export type Progress = SharedArrayBuffer;

const stepAt = 0;
const threadAt = 1;

export const createProgress = (): Progress => new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT);

/** A task's progress: the current step, from 1 (0 = not started), and the kernel's id of its thread (0 = unknown). */
export function progressOf(progress: Progress): { step: number; threadId: number } {
  const view = new Int32Array(progress);
  return { step: Atomics.load(view, stepAt), threadId: Atomics.load(view, threadAt) };
}

/** The thread's side: `step(n)` reports that step n starts. */
export function reportProgress(progress: Progress): (step: number) => void {
  const view = new Int32Array(progress);
  Atomics.store(view, threadAt, ownThreadId());
  return (step) => void Atomics.store(view, stepAt, step);
}
