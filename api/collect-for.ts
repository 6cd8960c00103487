import { retryLater } from '../shared/problem.js';
import { jobId, type SearchJob } from '../shared/queues.js';
import type { DocumentHead } from '../shared/search-document.js';
import type { Caller, House, Visit } from './house.js';
import type { WaitOutcome } from './wait.js';

/**
 * Has a search run for a caller and waits for it. It takes one of the places the caller's plan has for searches under
 * way, and gives it back when the search ends; one that runs on after the wait keeps its place until then. Throws
 * `too-many-searches` when all places are taken.
 */
export async function collectFor(
  { waits, underWay }: House,
  { state: { caller } }: Visit,
  { job, former, limits }: Collecting,
): Promise<WaitOutcome> {
  const place = await underWay.take(caller, jobId(job));
  if (!place.taken) throw tooManySearches(caller, place.retrySeconds);
  const outcome = await waits.wait(job, former, limits);
  if (outcome !== 'patience over') await place.leave();
  return outcome;
}

type Collecting = {
  job: SearchJob;
  former: DocumentHead | null;
  limits: { patienceMs: number; signal: AbortSignal };
};

function tooManySearches({ plan, searchesAtOnce }: Caller, seconds: number) {
  return retryLater('too-many-searches', seconds, {
    detail: `The ${plan} plan allows ${searchesAtOnce} searches being collected at once. Try again in ${seconds} seconds.`,
    members: { plan, searchesAtOnce },
  });
}
