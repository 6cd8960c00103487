import { type Problem, retryLater } from '../../shared/problems/problem.js';
import { summaryOf } from '../../shared/search/result.js';
import type { DocumentHead } from '../../shared/search/search-document.js';
import { minRetrySeconds } from './respond-accepted.js';

/** Every source failed and there is no earlier document: an error, never an empty list. */
export function sourcesFailed(head: DocumentHead, now: number): Problem {
  const seconds = Math.max(1, Math.ceil((head.recheckAt - now) / 1000));
  const { sources, sourceCounts } = summaryOf(head);
  const { ok, total } = sourceCounts;
  return retryLater('sources-failed', seconds, {
    detail:
      total === 0
        ? 'No source is read: the operator has chosen none yet (the page /boards does it), or has paused all of them.'
        : `${total - ok} of ${total} sources failed and no earlier answer is kept for this search.`,
    members: { retryAfterSeconds: seconds, sources, sourceCounts },
  });
}

/** No source reported within the seconds the client waited; the run continues. */
export function searchTimeout(seconds: number): Problem {
  return retryLater('search-timeout', minRetrySeconds, {
    detail: `Nothing was ready after ${seconds} seconds. The search continues: send the same request again in ${minRetrySeconds} seconds.`,
  });
}
