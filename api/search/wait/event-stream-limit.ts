import type { ServerResponse } from 'node:http';
import { type Problem, retryLater } from '../../../shared/problems/problem.js';

/** Limits the event streams of this process to EVENT_STREAMS. */
export type EventStreamLimit = {
  /** Takes a slot until the response closes; returns the problem to answer with when all are taken. */
  acquire(response: Pick<ServerResponse, 'once'>): Problem | null;
  /** Streams served now. */
  size(): number;
};

/** Retry-After in seconds: of the first refused stream, and at most. It grows by the first for each `limit` refusals. */
const firstRetrySeconds = 5;
const maxRetrySeconds = 60;

/** `limit` streams at once. Refused clients get different Retry-After values, so that they do not all return together. */
export function createEventStreamLimit(limit: number): EventStreamLimit {
  let open = 0;
  let refused = 0;
  return {
    acquire(response) {
      if (open >= limit) {
        refused += 1;
        const seconds = firstRetrySeconds + Math.floor((firstRetrySeconds * refused) / limit);
        return tooManyStreams(limit, Math.min(maxRetrySeconds, seconds));
      }
      refused = Math.max(0, refused - 1);
      open += 1;
      response.once('close', () => {
        open -= 1;
      });
      return null;
    },
    size: () => open,
  };
}

function tooManyStreams(limit: number, seconds: number): Problem {
  return retryLater('unavailable', seconds, {
    detail: `This server follows ${limit} searches live already. Try again in ${seconds} seconds, or ask without "Accept: text/event-stream".`,
  });
}
