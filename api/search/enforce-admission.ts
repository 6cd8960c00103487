import { type Problem, retryLater } from '../../shared/problems/problem.js';
import type { SearchJob } from '../../shared/queue/queues.js';
import type { SearchContext } from './search-context.js';
import type { Refusal } from './wait/admission.js';

/** How long the caller of a search waits; `respondAsync` = it accepts a 202 when nothing is ready by then. */
export type WaitPreference = { seconds: number; respondAsync: boolean };

type AdmissionContext = Pick<SearchContext, 'admission' | 'config'>;

/** `null` when the search may be queued, else why not. */
export function enforceAdmission(
  context: AdmissionContext,
  job: SearchJob,
  wait: WaitPreference,
): Promise<Refusal | null> {
  return context.admission.admit(job, waitLimitSeconds(context, wait));
}

/** A caller that comes back for its answer is assumed to wait as long as any caller may. */
function waitLimitSeconds({ config }: AdmissionContext, { seconds, respondAsync }: WaitPreference): number {
  return respondAsync ? Math.max(seconds, config.SEARCH_WAIT_MAX_SECONDS) : seconds;
}

/** The problem of a search that was not queued and has no cached answer. */
export function searchRefused(
  context: AdmissionContext,
  { reason, retrySeconds, expected }: Refusal,
  wait: WaitPreference,
): Problem {
  const again = `Try again in ${retrySeconds} seconds.`;
  const needed = Math.ceil((expected.waitSeconds ?? 0) + (expected.runSeconds ?? 0));
  const detail =
    reason === 'full'
      ? `The queue is full: ${expected.ahead} searches are ahead of it. ${again}`
      : `This search would take about ${needed} seconds, with ${expected.ahead} ahead of it; the limit is ${waitLimitSeconds(context, wait)}. ${again}`;
  return retryLater('unavailable', retrySeconds, { detail });
}
