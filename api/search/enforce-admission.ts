import { type Problem, retryLater } from '../../shared/problems/problem.js';
import type { SearchJob } from '../../shared/queue/queues.js';
import type { AppContext } from '../context.js';
import type { Refusal } from './expected-wait.js';

/** How long the caller of a search waits; `later` = it takes a 202 when nothing is ready by then. */
export type Patience = { seconds: number; later: boolean };

/** Asks whether a search may join the queue; who comes back for the answer is thought to be as patient as anybody may be. */
export function enforceAdmission(context: AppContext, job: SearchJob, patience: Patience): Promise<Refusal | null> {
  return context.admission.ask(job, patienceIn(context, patience));
}

function patienceIn({ config }: AppContext, { seconds, later }: Patience): number {
  return later ? Math.max(seconds, config.SEARCH_WAIT_MAX_SECONDS) : seconds;
}

/** What a caller is told whose search was not let in and for whom nothing is held. */
export function searchRefused(
  context: AppContext,
  { reason, retrySeconds, expected }: Refusal,
  patience: Patience,
): Problem {
  const again = `Try again in ${retrySeconds} seconds.`;
  const needed = Math.ceil((expected.waitSeconds ?? 0) + (expected.runSeconds ?? 0));
  const detail =
    reason === 'full'
      ? `The queue is full: ${expected.ahead} searches come first. ${again}`
      : `This search would take about ${needed} seconds, as ${expected.ahead} come first; it may take ${patienceIn(context, patience)}. ${again}`;
  return retryLater('unavailable', retrySeconds, { detail });
}
