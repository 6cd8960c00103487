import { type Problem, retryLater } from '../../shared/problems/problem.js';

/** Counts the event streams of this process against EVENT_STREAMS. */
export type EventStreamLimit = {
  /** Takes a place and returns how it is given back, once; throws `unavailable` when all are taken. */
  take(): () => void;
  /** Streams served now. */
  size(): number;
};

/** When to come back, in seconds: at first, and for each further `most` that were refused within that time. */
const firstSeconds = 5;
const longestSeconds = 60;

/** `most` streams at once. Those refused are told different times, so that they do not all come back together. */
export function createEventStreamLimit(most: number): EventStreamLimit {
  let open = 0;
  let refused = 0;
  return {
    take() {
      if (open >= most) {
        refused += 1;
        throw tooManyStreams(
          most,
          Math.min(longestSeconds, firstSeconds + Math.floor((firstSeconds * refused) / most)),
        );
      }
      refused = Math.max(0, refused - 1);
      open += 1;
      let isGiven = false;
      return () => {
        if (!isGiven) open -= 1;
        isGiven = true;
      };
    },
    size: () => open,
  };
}

function tooManyStreams(most: number, seconds: number): Problem {
  return retryLater('unavailable', seconds, {
    detail: `This server follows ${most} searches live already. Try again in ${seconds} seconds, or ask without "Accept: text/event-stream".`,
  });
}
