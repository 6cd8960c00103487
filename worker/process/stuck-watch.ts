/** One check of a queue: waiting jobs, whether this process has a free slot, and a monotonic time in milliseconds. */
export type QueueLook = { waiting: number; free: boolean; at: number };

/** Detects that a process takes no jobs although it should. */
export type StuckWatch = {
  /** Starts over: a job was taken, or the state of the queue is unknown. */
  taken(): void;
  /** True once every check for `stuckMs` found waiting jobs and a free slot while no job was taken; then starts over. */
  isStuck(look: QueueLook): boolean;
};

/** An idle worker takes a job within milliseconds; when the wake-up is lost, within BullMQ's blocking timeout of five seconds. */
export const stuckMs = 6000;

/** Checks further apart than this start over, since the process was stopped or the machine was suspended in between. */
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
