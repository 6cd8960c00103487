import type { Answer, ProblemBody } from './answer.js';

/** Seconds before each further request for an answer that is not complete yet; the last is repeated. */
const followSeconds = [5, 10, 20, 30, 60];

/** Seconds before each further attempt where the service names no time. */
const retrySeconds = [3, 6, 12, 30, 60];

/** Further requests for one search: a board that never reports is not asked for for ever. */
const maxAttempts = 12;

/** Statuses that pass by themselves; 0 = the network. */
const passing: ReadonlySet<number> = new Set([0, 429, 500, 502, 503, 504]);

/** Seconds until the page asks again by itself after `attempts` further requests; `null` = it does not. */
export function retryDelay(outcome: { answer: Answer } | { problem: ProblemBody }, attempts: number): number | null {
  if (attempts >= maxAttempts) return null;
  if ('answer' in outcome) {
    return isWaiting(outcome.answer) ? at(followSeconds, attempts) : null;
  }
  const { status, retryAfterSeconds } = outcome.problem;
  if (!passing.has(status)) return null;
  return Math.max(retryAfterSeconds ?? 0, at(retrySeconds, attempts));
}

/** Whether boards are still being read for the answer, so that a later one differs. */
export const isWaiting = ({ sourceCounts, stale }: Answer): boolean => sourceCounts.pending > 0 || stale;

const at = (list: readonly number[], index: number): number => list[Math.min(index, list.length - 1)] ?? 60;
