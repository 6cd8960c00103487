import { retryLater } from '../../shared/problems/problem.js';
import { addOnce, jobId, type SearchJob } from '../../shared/queue/queues.js';
import type { DocumentHead, DocumentPage } from '../../shared/search/search-document.js';
import type { AppContext, Caller, RequestContext } from '../context.js';
import type { Place } from './concurrency-limit.js';
import { settles, type WaitOutcome } from './in-flight-searches.js';

/**
 * A search to be run: the place it takes, the document it follows, and how long the caller waits; 0 = not at all, it only
 * has to run.
 */
export type Collecting = { job: SearchJob; place: Place; former: DocumentHead | null; seconds: number };

/**
 * Takes one of the places the caller's plan has for searches under way. Throws `too-many-searches` when all are taken:
 * before an answer begins, so that a live one is refused by its status too.
 */
export async function takeSlot(
  { concurrency }: AppContext,
  { state: { caller } }: RequestContext,
  job: SearchJob,
): Promise<Place> {
  const place = await concurrency.take(caller, jobId(job));
  if (!place.taken) throw tooManySearches(caller, place.retrySeconds);
  return place;
}

/** How it went; `page` is the caller's page of the settled document, where it was read ahead. */
export type Collected = { outcome: WaitOutcome | 'gone'; page: DocumentPage | null };

/**
 * Has a search run for a caller and waits for it; `gone` = the client hung up. Its place is given back when the search
 * ends; one that runs on after the wait keeps its place until then.
 */
export async function runForCaller(
  context: AppContext,
  ctx: RequestContext,
  collecting: Collecting,
): Promise<Collected> {
  const ahead = createReadAhead(context, ctx);
  // Sent before the answer and not waited for: a place that could not be given back frees itself.
  const leave = (): void =>
    void collecting.place
      .leave()
      .catch((err: unknown) => ctx.state.log.warn({ err }, 'search: its place was not given back'));
  const heard = ctx.state.live?.heard ?? ahead.heard;
  const outcome = await runAndWait(context, ctx, { ...collecting, heard }).catch((error: unknown) => {
    leave();
    throw error;
  });
  if (outcome !== 'gone' && outcome !== 'patience over') leave();
  const page = outcome === 'settled' ? await ahead.page() : null;
  return { outcome, page: settles(page?.head ?? null, collecting.former, collecting.job) ? page : null };
}

/** Reads the caller's page as soon as its document is said to be whole, together with the look that settles the wait. */
function createReadAhead(context: AppContext, ctx: RequestContext) {
  let reading: Promise<DocumentPage | null> = Promise.resolve(null);
  return {
    heard(said: string | null): void {
      // A reading that fails is made up for by the one after the wait, which says so.
      if (said === 'complete') reading = context.coalescedReads(ctx).catch(() => null);
    },
    page: () => reading,
  };
}

async function runAndWait(
  context: AppContext,
  { res }: RequestContext,
  { job, former, seconds, heard }: Collecting & { heard: (said: string | null) => void },
): Promise<WaitOutcome | 'gone'> {
  if (seconds === 0) {
    await addOnce(context.searches, job);
    return 'patience over';
  }
  const over = new AbortController();
  const giveUp = () => over.abort();
  const { hurry } = context.shutdown;
  res.once('close', giveUp);
  hurry.addEventListener('abort', giveUp);
  if (res.closed || hurry.aborted) giveUp();
  try {
    const limits = { patienceMs: seconds * 1000, signal: over.signal, heard };
    const outcome = await context.waits.wait(job, former, limits);
    return res.closed ? 'gone' : outcome;
  } finally {
    res.off('close', giveUp);
    hurry.removeEventListener('abort', giveUp);
  }
}

function tooManySearches({ plan, searchesAtOnce }: Caller, seconds: number) {
  return retryLater('too-many-searches', seconds, {
    detail: `The ${plan} plan allows ${searchesAtOnce} searches being collected at once. Try again in ${seconds} seconds.`,
    members: { plan, searchesAtOnce },
  });
}
