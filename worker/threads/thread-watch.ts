import { threadCpuMs } from './own-thread.js';
import { progressOf, type ThreadProgress } from './thread-progress.js';

/** A task to watch; `tooLong` is called once, with the step that exceeded the budget. */
export type Watched = { progress: ThreadProgress; budgetMs: number; tooLong(step: number): void };

/** Watches tasks in threads: `watch` returns the function that stops it. */
export type ThreadWatch = { watch(task: Watched): () => void };

/** Interval of checks in milliseconds: a step is terminated at most this long after it exceeds its budget. */
const checkMs = 100;

/**
 * A step may use its budget of CPU time. Its wall-clock time may be longer by this factor, since a thread on a busy machine
 * waits for a core. The smaller factor applies where the system does not report the CPU time of a thread.
 */
const wallFactor = 60;
const wallFactorUncounted = 15;

type Seen = { step: number; at: number; cpuMs: number | null };

/** Creates a watch; its timer runs only while there is a task. */
export function createThreadWatch(): ThreadWatch {
  const seen = new Map<Watched, Seen | null>();
  let timer: NodeJS.Timeout | null = null;

  const check = (): void => {
    for (const [task, before] of seen) {
      const { step, threadId } = progressOf(task.progress);
      if (step === 0) continue;
      const now: Seen = { step, at: performance.now(), cpuMs: threadCpuMs(threadId) };
      if (before === null || before.step !== step) seen.set(task, now);
      else if (isOver(task.budgetMs, before, now)) {
        seen.delete(task);
        task.tooLong(step);
      }
    }
  };
  return {
    watch(task) {
      seen.set(task, null);
      timer ??= setInterval(check, checkMs);
      return () => {
        seen.delete(task);
        if (seen.size > 0 || timer === null) return;
        clearInterval(timer);
        timer = null;
      };
    },
  };
}

/** Whether a step that is the same at two checks has exceeded its budget between them. */
function isOver(budgetMs: number, before: Seen, now: Seen): boolean {
  const wallMs = now.at - before.at;
  if (before.cpuMs === null || now.cpuMs === null) return wallMs > budgetMs * wallFactorUncounted;
  return now.cpuMs - before.cpuMs > budgetMs || wallMs > budgetMs * wallFactor;
}
