/** One look at a queue: jobs that wait, whether this process has a slot free for one, and the moment by a monotonic clock in milliseconds. */
export type QueueLook = { waiting: number; free: boolean; at: number };

/** Says whether a process that should take jobs takes none. */
export type StuckWatch = {
  /** A job was taken, or nothing can be said: begins anew. */
  taken(): void;
  /** True once jobs have waited at each look for `stuckMs` while this process had a slot free and took none; begins anew after that. */
  isStuck(look: QueueLook): boolean;
};

/** An idle worker takes a job within milliseconds, and within BullMQ's five seconds of waiting when its wake-up call was lost. */
const stuckMs = 6000;

/** Looks further apart say nothing of the time between them: the process was stopped, or the machine asleep. */
const gapMs = 3000;

export function createStuckWatch(): StuckWatch {
  let since: number | null = null;
  let last = Number.NEGATIVE_INFINITY;
  return {
    taken() {
      since = null;
    },
    isStuck({ waiting, free, at }) {
      const isLate = at - last > gapMs;
      last = at;
      if (waiting === 0 || !free || isLate) since = null;
      if (waiting === 0 || !free) return false;
      since ??= at;
      if (at - since < stuckMs) return false;
      since = null;
      return true;
    },
  };
}
