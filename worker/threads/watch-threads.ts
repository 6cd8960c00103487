/** A pool thread's progress reports, and the watch that ends a step which uses up its CPU time. */
import { readFileSync, readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';

/** The kernel's id of the calling thread; 0 if the system does not report it (other than Linux). */
export function ownThreadId(): number {
  try {
    return Number(/\/task\/(\d+)$/.exec(readlinkSync('/proc/thread-self'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/** CPU time used by a thread of this process, in ms with a resolution of 10; `null` = not reported. */
export function threadCpuMs(threadId: number): number | null {
  if (threadId === 0) return null;
  try {
    const stat = readFileSync(`/proc/self/task/${threadId}/stat`, 'latin1');
    // utime and stime, fields 14 and 15 of proc_pid_stat(5), in hundredths of a second; the name before them may contain spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = Number(fields[11]) + Number(fields[12]);
    return Number.isNaN(ticks) ? null : ticks * 10;
  } catch {
    return null;
  }
}

/** The nice value of threads that read postings: a busy core gives them a third of the time it gives others. */
const niceValue = 5;

/** Lowers the priority of the calling thread only; does nothing without thread priorities (other than Linux). */
export function lowerOwnPriority(): void {
  const threadId = ownThreadId();
  if (threadId === 0) return;
  try {
    // On Linux priorities belong to threads, and a thread id is accepted like a process id (setpriority(2)).
    setPriority(threadId, niceValue);
  } catch {
    // A sandbox may forbid it: the thread keeps its priority.
  }
}

/** Memory in which a thread reports its progress to the main thread. */
export type ThreadProgress = SharedArrayBuffer;

const stepAt = 0;
const threadAt = 1;
const cpuAt = 2;

export const createThreadProgress = (): ThreadProgress => new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT);

/** The step that a task is in, from 1; 0 = it has not started. */
export const stepOf = (progress: ThreadProgress): number => Atomics.load(new Int32Array(progress), stepAt);

/** The thread's side: `step(n)` reports that step n starts. */
export function reportProgress(progress: ThreadProgress): (step: number) => void {
  const view = new Int32Array(progress);
  const threadId = ownThreadId();
  Atomics.store(view, cpuAt, threadCpuMs(threadId) ?? 0);
  Atomics.store(view, threadAt, threadId);
  return (step) => void Atomics.store(view, stepAt, step);
}

/** CPU time of a task so far, in milliseconds; `null` if the system does not report it, or no longer does. */
export function taskCpuMs(progress: ThreadProgress): number | null {
  const view = new Int32Array(progress);
  const now = threadCpuMs(Atomics.load(view, threadAt));
  return now === null ? null : now - Atomics.load(view, cpuAt);
}

/** Interval of checks in milliseconds: a step is ended at most this long after it exceeds its budget. */
const checkMs = 100;

/**
 * A step may use its budget of CPU time. Its wall-clock time may be longer by this factor, since a thread on a busy
 * machine waits for a core. The smaller factor applies if the system does not report a thread's CPU time.
 */
const wallFactor = 60;
const wallFactorUncounted = 15;

type Seen = { step: number; at: number; cpuMs: number | null };

/** Calls `tooLong` once, when a step exceeds `budgetMs`; returns the function that ends the watch. */
export function watchSteps(progress: ThreadProgress, budgetMs: number, tooLong: (step: number) => void): () => void {
  let before: Seen | null = null;
  const timer = setInterval(() => {
    const now: Seen = { step: stepOf(progress), at: performance.now(), cpuMs: taskCpuMs(progress) };
    if (now.step === 0) return;
    if (before?.step !== now.step) before = now;
    else if (isOver(budgetMs, before, now)) {
      clearInterval(timer);
      tooLong(now.step);
    }
  }, checkMs);
  return () => clearInterval(timer);
}

/** Whether a step that is the same at two checks has exceeded its budget between them. */
function isOver(budgetMs: number, before: Seen, now: Seen): boolean {
  const wallMs = now.at - before.at;
  if (before.cpuMs === null || now.cpuMs === null) return wallMs > budgetMs * wallFactorUncounted;
  return now.cpuMs - before.cpuMs > budgetMs || wallMs > budgetMs * wallFactor;
}
