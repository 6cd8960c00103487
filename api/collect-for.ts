import { retryLater } from '../shared/problem.js';
import { addOnce, jobId, type SearchJob } from '../shared/queues.js';
import type { DocumentHead } from '../shared/search-document.js';
import type { Caller, House, Visit } from './house.js';
import type { WaitOutcome } from './wait.js';

/** A search to be run: the document it follows, and how long the caller waits; 0 = not at all, it only has to run. */
export type Collecting = { job: SearchJob; former: DocumentHead | null; seconds: number };

/**
 * Has a search run for a caller and waits for it; `gone` = the client hung up. It takes one of the places the caller's
 * plan has for searches under way, and gives it back when the search ends; one that runs on after the wait keeps its
 * place until then. Throws `too-many-searches` when all places are taken.
 */
export async function collectFor(house: House, ctx: Visit, collecting: Collecting): Promise<WaitOutcome | 'gone'> {
  const { caller } = ctx.state;
  const place = await house.underWay.take(caller, jobId(collecting.job));
  if (!place.taken) throw tooManySearches(caller, place.retrySeconds);
  const outcome = await runAndWait(house, ctx, collecting);
  if (outcome === 'settled' || outcome === 'broken') await place.leave();
  return outcome;
}

async function runAndWait(
  house: House,
  { res, state }: Visit,
  { job, former, seconds }: Collecting,
): Promise<WaitOutcome | 'gone'> {
  if (seconds === 0) {
    await addOnce(house.searches, job);
    return 'patience over';
  }
  const gone = new AbortController();
  const hangUp = () => gone.abort();
  res.once('close', hangUp);
  if (res.closed) hangUp();
  const heard = state.live === undefined ? {} : { heard: state.live.heard };
  try {
    const limits = { patienceMs: seconds * 1000, signal: gone.signal, ...heard };
    const outcome = await house.waits.wait(job, former, limits);
    return gone.signal.aborted ? 'gone' : outcome;
  } finally {
    res.off('close', hangUp);
  }
}

function tooManySearches({ plan, searchesAtOnce }: Caller, seconds: number) {
  return retryLater('too-many-searches', seconds, {
    detail: `The ${plan} plan allows ${searchesAtOnce} searches being collected at once. Try again in ${seconds} seconds.`,
    members: { plan, searchesAtOnce },
  });
}
