import { randomUUID } from 'node:crypto';
import type { Queue } from 'bullmq';
import pTimeout from 'p-timeout';
import { addAgain, addOnce, announcedAs, queueJobId, type SearchJob } from '../../../shared/queue/queues.js';
import { type Listener, subscribeToChanges } from '../../../shared/redis/listener.js';
import type { RedisConnection } from '../../../shared/redis/redis.js';
import { redisKeys } from '../../../shared/redis/redis-keys.js';
import { noteFollowed } from '../../../shared/search/followed-searches.js';
import { hasFurther } from '../../../shared/search/further-records.js';
import { type DocumentHead, hasFacets, readDocument } from '../../../shared/search/search-document.js';

/** The request header in which the search page's script sends its ticket. */
export const ticketHeader = 'Search-Ticket';

/** Lifetime of a ticket in seconds: on a slow line a page takes some time to load its script. */
const ticketSeconds = 120;

/** The caller's quota bucket and the key of the search. */
type Counted = { caller: { bucket: string }; searchKey: string };

/** For a counted search in progress: lets one request continue it without being counted again. */
export async function giveTicket(redis: RedisConnection, counted: Counted): Promise<string> {
  const ticket = randomUUID();
  await redis.set(redisKeys.searchTicket(ticket), ownerOf(counted), 'EX', ticketSeconds);
  return ticket;
}

/** Whether a ticket was issued for this caller's search; uses it up. */
export async function takeTicket(redis: RedisConnection, ticket: string, counted: Counted): Promise<boolean> {
  if (!/^[0-9a-f-]{36}$/.test(ticket)) return false;
  return (await redis.getdel(redisKeys.searchTicket(ticket))) === ownerOf(counted);
}

const ownerOf = ({ caller, searchKey }: Counted): string => `${caller.bucket} ${searchKey}`;

/** How often a waiting search reads its document without an announcement, in case one was lost. */
const pollMs = 1000;

/** Consecutive reads that may fail before the wait fails. */
const maxFailures = 2;

/**
 * How a wait ended. `broken`: the run threw. `unavailable`: no Redis for the run, or no worker could read the job.
 * `full`: the run met a full Redis. `engine`: the engine was unreachable. Errors of this process's own Redis connection
 * are thrown.
 */
export type WaitOutcome = 'settled' | Failure | 'timeout';

const failureStates = ['broken', 'unavailable', 'full', 'engine'] as const;
type Failure = (typeof failureStates)[number];

/** Called when a wait begins and whenever the document may have changed, with the announced state if any. */
export type OnChange = (state: string | null) => void;

type WaitOptions = { timeoutMs: number; signal: AbortSignal; onChange?: OnChange };

/** The searches this process is waiting for; requests for the same search share one wait. */
export type InFlightSearches = {
  /** Queues the search and waits until its document settles, at most `timeoutMs` and until `signal` aborts. */
  wait(job: SearchJob, former: DocumentHead | null, options: WaitOptions): Promise<WaitOutcome>;
  /** Whether the process is already waiting for the search of this job id. */
  isWaiting(jobId: string): boolean;
  size(): number;
};

type InFlightTools = { redis: RedisConnection; listener: Listener; searches: Queue<SearchJob> };

/**
 * One search and the requests waiting for it, each with its deadline (`performance.now()`). `priority` is that of the
 * most urgent one.
 */
type InFlightSearch = {
  outcome: Promise<WaitOutcome>;
  waiters: Map<OnChange, number>;
  abort: AbortController;
  priority: number;
};

/** Joins equal searches within the process; the queue joins them across processes. One run serves them all. */
export function createInFlightSearches(tools: InFlightTools): InFlightSearches {
  const inFlight = new Map<string, InFlightSearch>();

  const join = (job: SearchJob, former: DocumentHead | null, waiting: readonly [OnChange, number]): InFlightSearch => {
    const id = queueJobId(job);
    const known = inFlight.get(id);
    if (known !== undefined) {
      known.waiters.set(...waiting);
      known.priority = Math.min(known.priority, job.priority);
      return known;
    }
    const { priority } = job;
    const search: InFlightSearch = {
      outcome: Promise.resolve('settled'),
      waiters: new Map([waiting]),
      abort: new AbortController(),
      priority,
    };
    inFlight.set(id, search);
    search.outcome = start(tools, job, { former, search }).finally(() => remove(id, search));
    return search;
  };
  const remove = (id: string, search: InFlightSearch): void => {
    if (inFlight.get(id) === search) inFlight.delete(id);
  };
  /** When the last waiter leaves, stops listening; the run itself continues and fills the cache. */
  const leave = (id: string, search: InFlightSearch, waiter: OnChange): void => {
    search.waiters.delete(waiter);
    if (search.waiters.size > 0) return;
    remove(id, search);
    search.abort.abort();
  };

  return {
    isWaiting: (id) => inFlight.has(id),
    size: () => inFlight.size,
    async wait(job, former, { timeoutMs, signal, onChange }) {
      // One identity per waiter, even when two pass the same function.
      const waiter: OnChange = (state) => onChange?.(state);
      const search = join(job, former, [waiter, performance.now() + timeoutMs]);
      waiter(null);
      try {
        return await orTimeout(search.outcome, timeoutMs, signal);
      } finally {
        leave(queueJobId(job), search, waiter);
      }
    },
  };
}

/** The outcome, or `timeout` when it takes longer than `timeoutMs` or `signal` aborts first. */
function orTimeout(outcome: Promise<WaitOutcome>, milliseconds: number, signal: AbortSignal): Promise<WaitOutcome> {
  return pTimeout<WaitOutcome, WaitOutcome>(outcome, { milliseconds, signal, fallback: () => 'timeout' }).catch(
    (error: unknown) => {
      if (error === signal.reason) return 'timeout';
      throw error;
    },
  );
}

/** Queues the search and reads its document at every announcement, until it settles or the last waiter leaves. */
async function start(
  tools: InFlightTools,
  job: SearchJob,
  { former, search }: { former: DocumentHead | null; search: InFlightSearch },
): Promise<WaitOutcome> {
  let failed: Failure | null = null;
  let announced: string | null = null;
  const { signal } = search.abort;
  const name = announcedAs(job);
  const unsubscribe = tools.listener.on(name, ({ state }) => {
    announced = state;
    failed = failureStates.find((each) => each === state) ?? failed;
  });
  const changes = subscribeToChanges(tools.listener, [name]);
  const noteWaiting = createNoteWaiting(tools.redis, job, search);
  signal.addEventListener('abort', changes.close);
  let failures = 0;
  try {
    noteWaiting();
    await addOnce(tools.searches, job);
    while (!signal.aborted) {
      noteWaiting();
      const woken = await changes.next(pollMs);
      if (failed !== null) return failed;
      for (const waiter of [...search.waiters.keys()]) waiter(announced);
      announced = null;
      try {
        const { head } = await readDocument(tools.redis, job.key, { from: 0, count: 0 });
        if (job.pages === undefined ? settles(head, former, job) : await hasPages(tools.redis, head, job))
          return 'settled';
        // The queue may have lost the job (Redis restarted empty), or a more urgent request may have joined. Adding is
        // idempotent.
        if (woken === 'backstop') await addAgain(tools.redis, tools.searches, { ...job, priority: search.priority });
        failures = 0;
      } catch (error) {
        failures += 1;
        if (failures > maxFailures) throw error;
      }
    }
    return 'timeout';
  } finally {
    changes.close();
    unsubscribe();
  }
}

/** Returns a function that records how long requests wait for the search, at most once per `pollMs`. */
function createNoteWaiting(redis: RedisConnection, job: SearchJob, { waiters }: InFlightSearch): () => void {
  let notedAt = Number.NEGATIVE_INFINITY;
  return () => {
    const now = performance.now();
    if (job.pages !== undefined || now - notedAt < pollMs) return;
    notedAt = now;
    const leftMs = Math.min(...waiters.values()) - now;
    // Without the note the run only shows progress less often.
    noteFollowed(redis, job.key, Math.max(0, leftMs)).catch(() => undefined);
  };
}

/** Whether the further records, or the facets, exist. A document replaced meanwhile will never have them. */
async function hasPages(
  redis: RedisConnection,
  head: DocumentHead | null,
  { key, pages }: SearchJob,
): Promise<boolean> {
  if (pages === undefined || head?.version !== pages.version) return true;
  return pages.facets === true ? hasFacets(redis, key, pages.version) : hasFurther(redis, key, pages);
}

/** Whether a document ends the wait: a new version, complete, and as recent as the job demands. */
export function settles(head: DocumentHead | null, former: DocumentHead | null, job: SearchJob): boolean {
  if (head === null || head.version === former?.version || head.state === 'growing') return false;
  return (head.newerThan ?? 0) >= job.newerThan || (head.collectedAt ?? 0) >= job.newerThan;
}
