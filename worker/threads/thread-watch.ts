import { threadCpuMs } from './thread-cpu-time.js';
import { type Progress, progressOf } from './thread-progress.js';

/** A task to be watched; `tooLong` is called once, with the step that took more than the budget. */
export type Watched = { progress: Progress; budgetMs: number; tooLong(step: number): void };

/** Watches tasks in threads: `watch` begins and gives back what ends it. */
export type ThreadWatch = { watch(task: Watched): () => void };

/** How often the tasks are looked at, in milliseconds: a step ends at most that much after its budget. */
const lookMs = 100;

/**
 * A step may take its budget of CPU time. By the clock it may take so many times as long: a thread that waits for a busy
 * machine has not used what it was given. The shorter factor holds where the system does not count the CPU of a thread.
 */
const wallFactor = 60;
const wallFactorUncounted = 15;

type Seen = { step: number; at: number; cpuMs: number | null };

/** Makes a watch; its timer runs only while there is a task. */
export function createThreadWatch(): ThreadWatch {
  const seen = new Map<Watched, Seen | null>();
  let timer: NodeJS.Timeout | null = null;

  const look = (): void => {
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
      timer ??= setInterval(look, lookMs);
      return () => {
        seen.delete(task);
        if (seen.size > 0 || timer === null) return;
        clearInterval(timer);
        timer = null;
      };
    },
  };
}

/** Whether a step that is the same at two looks has used up its budget between them. */
function isOver(budgetMs: number, before: Seen, now: Seen): boolean {
  const wallMs = now.at - before.at;
  if (before.cpuMs === null || now.cpuMs === null) return wallMs > budgetMs * wallFactorUncounted;
  return now.cpuMs - before.cpuMs > budgetMs || wallMs > budgetMs * wallFactor;
}
