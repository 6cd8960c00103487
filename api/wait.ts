import type { Queue } from 'bullmq';
import type { Listener } from '../shared/listener.js';
import { openNews } from '../shared/news.js';
import { addOnce, jobId, type SearchJob } from '../shared/queues.js';
import type { RedisConnection } from '../shared/redis.js';
import { type DocumentHead, readDocument } from '../shared/search-document.js';

/** How often a waiting search looks for itself, should an announcement be lost. */
const backstopMs = 1000;

/** How many looks in a row may fail before Redis counts as gone. */
const failuresAllowed = 2;

/** How a wait ended. `broken`: the run itself threw. Errors of Redis are thrown. */
export type WaitOutcome = 'settled' | 'broken' | 'patience over';

/** Every search this process waits for: equal ones wait together. */
export type Waits = {
  /** Has the search run and waits for its document, no longer than `patienceMs` and only until `signal`. */
  wait(
    job: SearchJob,
    former: DocumentHead | null,
    limits: { patienceMs: number; signal: AbortSignal },
  ): Promise<WaitOutcome>;
  /** Whether the process waits for this search already, by its job id. */
  isWaiting(jobId: string): boolean;
  size(): number;
};

export type WaitTools = { redis: RedisConnection; listener: Listener; searches: Queue<SearchJob> };

/** A run of a search that somebody in this process waits for. */
type Flight = { outcome: Promise<WaitOutcome>; until: number; priority: number };

/** Joins equal searches inside the process first, then by job id in the queue: one run for all. */
export function createWaits(tools: WaitTools): Waits {
  const flights = new Map<string, Flight>();

  const join = (job: SearchJob, former: DocumentHead | null, until: number): Flight => {
    const known = flights.get(jobId(job));
    if (known !== undefined) {
      known.until = Math.max(known.until, until);
      known.priority = Math.min(known.priority, job.priority);
      return known;
    }
    const flight: Flight = { until, priority: job.priority, outcome: Promise.resolve('settled') };
    flight.outcome = fly(tools, job, { former, flight }).finally(() => flights.delete(jobId(job)));
    flights.set(jobId(job), flight);
    return flight;
  };

  return {
    isWaiting: (id) => flights.has(id),
    size: () => flights.size,
    wait(job, former, { patienceMs, signal }) {
      const flight = join(job, former, performance.now() + patienceMs);
      return new Promise((resolve, reject) => {
        const giveUp = () => settle(() => resolve('patience over'));
        const timer = setTimeout(giveUp, patienceMs);
        const settle = (then: () => void) => {
          clearTimeout(timer);
          signal.removeEventListener('abort', giveUp);
          then();
        };
        signal.addEventListener('abort', giveUp);
        flight.outcome.then(
          (outcome) => settle(() => resolve(outcome)),
          (error: unknown) => settle(() => reject(error)),
        );
      });
    },
  };
}

/** Enqueues the search and looks at its document at every announcement, until it settles or nobody waits any more. */
async function fly(
  tools: WaitTools,
  job: SearchJob,
  { former, flight }: { former: DocumentHead | null; flight: Omit<Flight, 'outcome'> },
): Promise<WaitOutcome> {
  let broken = false;
  const offBroken = tools.listener.on(job.key, ({ state }) => {
    if (state === 'broken') broken = true;
  });
  const news = openNews(tools.listener, [job.key]);
  let failures = 0;
  try {
    await addOnce(tools.searches, job);
    for (;;) {
      if (performance.now() >= flight.until) return 'patience over';
      const outcome = await news.next(Math.min(backstopMs, flight.until - performance.now()));
      if (broken) return 'broken';
      try {
        const { head } = await readDocument(tools.redis, job.key, { from: 0, count: 0 });
        if (head !== null && head.version !== former?.version && isWanted(head, job)) return 'settled';
        // The queue may have lost the job (Redis started again empty): adding it again is no second run otherwise. And
        // somebody more urgent may have joined since.
        if (outcome === 'backstop') await addOnce(tools.searches, { ...job, priority: flight.priority });
        failures = 0;
      } catch (error) {
        failures += 1;
        if (failures > failuresAllowed) throw error;
      }
    }
  } finally {
    news.close();
    offBroken();
  }
}

/** Whether a document is what the search waits for: whole, and as new as was asked. */
function isWanted({ state, newerThan = 0, collectedAt }: DocumentHead, job: SearchJob): boolean {
  return state !== 'growing' && (newerThan >= job.newerThan || (collectedAt ?? 0) >= job.newerThan);
}
