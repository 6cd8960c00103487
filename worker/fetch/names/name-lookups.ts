import type { NameHealth } from '../../../shared/queue/workers.js';
import type { NameOutcome } from './resolve-name.js';

/** Counts how lookups of names ended, for the metric and for the heartbeat, which says how names resolve of late. */
export type NameLookups = { note(outcome: NameOutcome): void; recent(): NameHealth };

/** The figures of the heartbeat are those of this time, and of up to as long before. */
const periodMs = 30_000;

/** `clock`: monotonic milliseconds. */
export function createNameLookups(
  counted: (outcome: NameOutcome) => void,
  clock: () => number = () => performance.now(),
): NameLookups {
  let [former, current] = [none, none];
  let began = clock();
  const turn = (): void => {
    const passed = clock() - began;
    if (passed < periodMs) return;
    former = passed < 2 * periodMs ? current : none;
    current = none;
    began = clock();
  };
  return {
    note(outcome) {
      turn();
      const isLate = outcome === 'late' || outcome === 'unanswered';
      current = { asked: current.asked + 1, late: current.late + (isLate ? 1 : 0) };
      counted(outcome);
    },
    recent() {
      turn();
      return { asked: former.asked + current.asked, late: former.late + current.late };
    },
  };
}

const none: NameHealth = { asked: 0, late: 0 };
