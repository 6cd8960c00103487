import { type Problem, retryLater } from '../../shared/problems/problem.js';
import { addOnce, queueJobId, type SearchJob } from '../../shared/queue/queues.js';
import { noteFollowed } from '../../shared/search/followed-searches.js';
import type { DocumentHead, DocumentPage } from '../../shared/search/search-document.js';
import type { Caller } from '../auth/request-windows.js';
import { readDocumentPage } from './answer/answer.js';
import type { SearchContext, SearchRequest } from './search-context.js';
import type { Slot } from './wait/admission.js';
import { type OnChange, settles, type WaitOutcome } from './wait/in-flight-searches.js';

/**
 * Takes one of the caller's slots for a search. Throws `too-many-searches` when none is free: before the answer begins,
 * so that an event stream is refused by its status as well.
 */
export async function acquireSlot(
  { concurrency }: Pick<SearchContext, 'concurrency'>,
  { state: { caller } }: SearchRequest,
  job: SearchJob,
): Promise<Slot> {
  const slot = await concurrency.acquire(caller, queueJobId(job));
  if (!slot.acquired) throw tooManySearches(caller, slot.retrySeconds);
  return slot;
}

export type CallerRunOptions = {
  job: SearchJob;
  slot: Slot;
  /** The document at the time of the request: the run settles with another version. */
  former: DocumentHead | null;
  /** How long the caller waits; 0 = not at all, the search is only queued. */
  seconds: number;
};

/** `disconnected` = the client closed its connection. `page` is the caller's page, when it was read while waiting. */
export type RunResult = { outcome: WaitOutcome | 'disconnected'; page: DocumentPage | null };

/**
 * Runs a search and waits for it. The slot is released when the search ends, even if the caller stops waiting earlier.
 */
export async function runForCaller(
  context: RunContext,
  ctx: SearchRequest,
  options: CallerRunOptions,
): Promise<RunResult> {
  const pageReader = createPageReader(context, ctx);
  // Sent before the answer but not awaited: a slot that could not be released expires.
  const release = (): void =>
    void options.slot.release().catch((err: unknown) => ctx.state.log().warn({ err }, 'slot of a search not released'));
  const onChange = ctx.state.stream?.onChange ?? pageReader.onChange;
  const outcome = await runAndWait(context, ctx, { ...options, onChange }).catch((error: unknown) => {
    release();
    throw error;
  });
  if (outcome !== 'disconnected' && outcome !== 'timeout') release();
  const page = outcome === 'settled' ? await pageReader.page() : null;
  return { outcome, page: settles(page?.head ?? null, options.former, options.job) ? page : null };
}

type RunContext = Pick<SearchContext, 'redis' | 'inFlight' | 'searches' | 'shutdown'>;

/**
 * Reads the caller's page as soon as its document is announced as complete: the command shares a round trip with the read
 * that ends the wait.
 */
function createPageReader({ redis }: RunContext, ctx: SearchRequest) {
  let reading: Promise<DocumentPage | null> = Promise.resolve(null);
  return {
    onChange(state: string | null): void {
      // If this read fails, the one after the wait reports its own error.
      if (state === 'complete') reading = readDocumentPage(redis, ctx.state).catch(() => null);
    },
    page: () => reading,
  };
}

async function runAndWait(
  context: RunContext,
  { res }: SearchRequest,
  { job, former, seconds, onChange }: CallerRunOptions & { onChange: OnChange },
): Promise<WaitOutcome | 'disconnected'> {
  if (seconds === 0) {
    // Without the note the run only shows progress less often.
    noteFollowed(context.redis, job.key, null).catch(() => undefined);
    await addOnce(context.searches, job);
    return 'timeout';
  }
  const stop = new AbortController();
  const abort = () => stop.abort();
  const { deadline } = context.shutdown;
  res.once('close', abort);
  deadline.addEventListener('abort', abort);
  if (res.closed || deadline.aborted) abort();
  try {
    const outcome = await context.inFlight.wait(job, former, {
      timeoutMs: seconds * 1000,
      signal: stop.signal,
      onChange,
    });
    return res.closed ? 'disconnected' : outcome;
  } finally {
    res.off('close', abort);
    deadline.removeEventListener('abort', abort);
  }
}

function tooManySearches({ plan, searchesAtOnce }: Caller, seconds: number): Problem {
  return retryLater('too-many-searches', seconds, {
    detail: `The ${plan} plan allows ${searchesAtOnce} searches being collected at once. Try again in ${seconds} seconds.`,
    members: { plan, searchesAtOnce },
  });
}
