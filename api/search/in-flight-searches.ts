import type { Queue } from 'bullmq';
import { addAgain } from '../../shared/queue/drop-unknown.js';
import { addOnce, announcedAs, jobId, type SearchJob } from '../../shared/queue/queues.js';
import { subscribeToChanges } from '../../shared/redis/change-subscription.js';
import type { Listener } from '../../shared/redis/listener.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { hasFurther } from '../../shared/search/further-records.js';
import { type DocumentHead, readDocument } from '../../shared/search/search-document.js';

/** How often a waiting search looks for itself, should an announcement be lost. */
const backstopMs = 1000;

/** How many looks in a row may fail before Redis counts as gone. */
const failuresAllowed = 2;

/**
 * How a wait ended. `broken`: the run itself threw. `unavailable`: the run met a Redis that could not do its work, or no
 * worker could read the job. `full`: the run met a Redis that is full. Errors of this process's own Redis are thrown.
 */
export type WaitOutcome = 'settled' | 'broken' | 'unavailable' | 'full' | 'patience over';

/** How far one is ready to wait. */
export type WaitLimits = {
  patienceMs: number;
  signal: AbortSignal;
  /** Called once the wait has begun and then whenever the document may have changed, with the state it was said to be in. */
  heard?: (said: string | null) => void;
};

/** Every search this process waits for: equal ones wait together. */
export type InFlightSearches = {
  /** Has the search run and waits for its document, no longer than `patienceMs` and only until `signal`. */
  wait(job: SearchJob, former: DocumentHead | null, limits: WaitLimits): Promise<WaitOutcome>;
  /** Whether the process waits for this search already, by its job id. */
  isWaiting(jobId: string): boolean;
  size(): number;
};

export type InFlightTools = { redis: RedisConnection; listener: Listener; searches: Queue<SearchJob> };

/**
 * A run of a search that somebody in this process waits for; `waiting` are those who do, by what they call, and
 * `priority` is that of the most urgent of them.
 */
type Flight = {
  outcome: Promise<WaitOutcome>;
  waiting: Set<(said: string | null) => void>;
  land: AbortController;
  priority: number;
};

/** Joins equal searches inside the process first, then by job id in the queue: one run for all. */
export function createInFlightSearches(tools: InFlightTools): InFlightSearches {
  const flights = new Map<string, Flight>();

  const join = (job: SearchJob, former: DocumentHead | null): Flight => {
    const id = jobId(job);
    const known = flights.get(id);
    if (known !== undefined) {
      known.priority = Math.min(known.priority, job.priority);
      return known;
    }
    const { priority } = job;
    const flight: Flight = {
      outcome: Promise.resolve('settled'),
      waiting: new Set(),
      land: new AbortController(),
      priority,
    };
    flights.set(id, flight);
    flight.outcome = fly(tools, job, { former, flight }).finally(() => drop(id, flight));
    return flight;
  };
  const drop = (key: string, flight: Flight): void => {
    if (flights.get(key) === flight) flights.delete(key);
  };
  /** The last one who leaves ends the flight: nothing listens for nobody. The run itself goes on for the cache. */
  const leave = (key: string, flight: Flight, heard: (said: string | null) => void): void => {
    flight.waiting.delete(heard);
    if (flight.waiting.size > 0) return;
    drop(key, flight);
    flight.land.abort();
  };

  return {
    isWaiting: (id) => flights.has(id),
    size: () => flights.size,
    async wait(job, former, { patienceMs, signal, heard }) {
      const flight = join(job, former);
      const hear = (said: string | null) => heard?.(said);
      flight.waiting.add(hear);
      hear(null);
      try {
        return await inPatience(flight.outcome, { patienceMs, signal });
      } finally {
        leave(jobId(job), flight, hear);
      }
    },
  };
}

/** The outcome, or `patience over` when it takes longer or `signal` says to stop; neither timer nor ear is left. */
function inPatience(
  outcome: Promise<WaitOutcome>,
  { patienceMs, signal }: Pick<WaitLimits, 'patienceMs' | 'signal'>,
): Promise<WaitOutcome> {
  return new Promise((resolve, reject) => {
    const giveUp = () => settle(() => resolve('patience over'));
    const timer = setTimeout(giveUp, patienceMs);
    const settle = (then: () => void) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', giveUp);
      then();
    };
    signal.addEventListener('abort', giveUp);
    if (signal.aborted) giveUp();
    outcome.then(
      (ended) => settle(() => resolve(ended)),
      (error: unknown) => settle(() => reject(error)),
    );
  });
}

/** Enqueues the search and looks at its document at every announcement, until it settles or nobody waits any more. */
async function fly(
  tools: InFlightTools,
  job: SearchJob,
  { former, flight }: { former: DocumentHead | null; flight: Flight },
): Promise<WaitOutcome> {
  let ended: 'broken' | 'unavailable' | 'full' | null = null;
  let said: string | null = null;
  const name = announcedAs(job);
  const offEnded = tools.listener.on(name, ({ state }) => {
    said = state;
    if (state === 'broken' || state === 'unavailable' || state === 'full') ended = state;
  });
  const news = subscribeToChanges(tools.listener, [name]);
  flight.land.signal.addEventListener('abort', news.close);
  let failures = 0;
  try {
    await addOnce(tools.searches, job);
    while (!flight.land.signal.aborted) {
      const outcome = await news.next(backstopMs);
      if (ended !== null) return ended;
      for (const heard of [...flight.waiting]) heard(said);
      said = null;
      try {
        const { head } = await readDocument(tools.redis, job.key, { from: 0, count: 0 });
        if (job.pages === undefined ? settles(head, former, job) : await hasPages(tools.redis, head, job))
          return 'settled';
        // The queue may have lost the job (Redis started again empty): adding it again is no second run otherwise. And
        // somebody more urgent may have joined since.
        if (outcome === 'backstop') await addAgain(tools.redis, tools.searches, { ...job, priority: flight.priority });
        failures = 0;
      } catch (error) {
        failures += 1;
        if (failures > failuresAllowed) throw error;
      }
    }
    return 'patience over';
  } finally {
    news.close();
    offEnded();
  }
}

/** Whether further records are there; of a document that was replaced or dropped meanwhile none will be. */
async function hasPages(
  redis: RedisConnection,
  head: DocumentHead | null,
  { key, pages }: SearchJob,
): Promise<boolean> {
  return pages === undefined || head?.version !== pages.version || hasFurther(redis, key, pages);
}

/** Whether a document is what the search waits for: another than the former one, whole, and as new as was asked. */
export function settles(head: DocumentHead | null, former: DocumentHead | null, job: SearchJob): boolean {
  if (head === null || head.version === former?.version || head.state === 'growing') return false;
  return (head.newerThan ?? 0) >= job.newerThan || (head.collectedAt ?? 0) >= job.newerThan;
}
