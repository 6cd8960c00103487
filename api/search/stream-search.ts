import { type SourceCounts, type SourceReport, type SourceSummary, summaryOf } from '../../shared/search/result.js';
import type { DocumentHead, DocumentPage } from '../../shared/search/search-document.js';
import { problemOf } from '../middleware/problems.js';
import { answer, type ExistingPage, readDocumentPage, type SearchPage } from './answer/answer.js';
import { freshnessOf } from './answer-as-list.js';
import { minRetrySeconds, pendingSources } from './respond-accepted.js';
import type { SearchContext, SearchMiddleware, SearchRequest, SearchStream } from './search-context.js';
import { createEventStream, type EventStream } from './wait/event-stream.js';
import { withoutHidden } from './without-hidden.js';

type StreamContext = Pick<SearchContext, 'redis' | 'sourcesHash' | 'sourceNames' | 'now'>;

/**
 * Answers a search with `Accept: text/event-stream` by server-sent events (grammar: docs/reference/api.md). An error
 * before the first event is an ordinary problem with its own status; later it is an event.
 */
export function streamSearch(context: StreamContext): SearchMiddleware {
  return function streamSearch(ctx, next) {
    return ctx.state.format === 'event-stream' ? follow(context, ctx, next) : next();
  };
}

async function follow(context: StreamContext, ctx: SearchRequest, next: () => Promise<unknown>): Promise<void> {
  const events = createEventStream(ctx, { retryMs: minRetrySeconds * 1000 });
  ctx.state.stream = createSearchStream(context, ctx, events);
  try {
    await next();
  } catch (error) {
    if (!events.isOpen()) throw error;
    events.send('problem', JSON.stringify(problemOf(ctx, error).body(ctx.state.requestId)));
  } finally {
    if (events.isOpen()) events.end();
  }
}

function createSearchStream(context: StreamContext, ctx: SearchRequest, events: EventStream): SearchStream {
  /** The last status and number of jobs sent for each source. */
  const sentReports = new Map<string, string>();
  let sentCounts: SourceCounts | null = null;
  let former: DocumentHead | null = null;
  let sentVersion: string | null = null;
  let ended = false;

  /** Sends the named reports that changed; only the counts when no named source changed. */
  const sendReports = (page: DocumentPage): void => {
    const summary = summaryIn(page, former);
    if (summary === null) return;
    const { sources, sourceCounts } = summary;
    // A run that started over reports its sources as pending again, which changes nothing for the client.
    const changed = sources.filter(
      (source) => source.status !== 'pending' && sentReports.get(source.name) !== gistOf(source),
    );
    for (const source of changed) {
      sentReports.set(source.name, gistOf(source));
      events.send('source', JSON.stringify({ ...source, sourceCounts }));
    }
    if (changed.length === 0) {
      if (sameCounts(sentCounts, sourceCounts) || !events.isFlowing()) return;
      events.send('progress', JSON.stringify({ sourceCounts }));
    }
    sentCounts = sourceCounts;
  };
  /** Sends the jobs so far; skipped for a client that cannot keep up, since the next such event includes them. */
  const sendJobs = (page: SearchPage): void => {
    const { head, jobs } = page;
    if (head === null || jobs.count === 0 || head.version === sentVersion || !events.isFlowing()) return;
    sentVersion = head.version;
    events.send('jobs', bodySoFar(context, ctx, { ...page, head }));
  };
  const shown = (page: SearchPage) => withoutHidden(context.redis, page, ctx.state.caller);
  const onChange = coalesceRuns(async () => {
    if (ended) return;
    try {
      const page = await readDocumentPage(context.redis, ctx.state);
      if (ended) return;
      sendReports(page);
      // A complete document follows as the result in a moment.
      if (page.head?.state === 'growing') sendJobs(await shown(page));
    } catch (error) {
      // The next change reads again; if Redis stays unavailable, the wait reports it.
      ctx.state.log().debug({ err: error }, 'event stream: document not read');
    }
  });

  return {
    async begin(cached, { joined, forward }) {
      const isUsable = freshnessOf(cached.head, context.now().getTime(), context.sourcesHash()) === 'incomplete';
      if (cached.head?.state !== 'growing') former = cached.head;
      const reported = isUsable || cached.running !== null ? summaryIn(cached, former) : null;
      const { sources, sourceCounts } = reported ?? (await pendingSources(context));
      for (const source of sources) sentReports.set(source.name, gistOf(source));
      sentCounts = sourceCounts;
      ctx.set('Cache-Status', `job-search; fwd=${forward}${joined ? '; collapsed' : ''}`);
      events.open();
      events.send('search', JSON.stringify({ query: ctx.state.query, sources, sourceCounts }));
      if (isUsable) sendJobs(await shown(cached));
    },
    onChange,
    report(page) {
      ended = true;
      sendReports(page);
    },
    finish(body) {
      ended = true;
      if (!events.isOpen()) events.open();
      events.send('result', body.toString());
    },
  };
}

/** Runs `work` one at a time; calls during a run cause exactly one more run. */
function coalesceRuns(work: () => Promise<void>): () => void {
  let running = false;
  let again = false;
  const run = async (): Promise<void> => {
    running = true;
    do {
      again = false;
      await work();
    } while (again);
    running = false;
  };
  return () => {
    again = true;
    if (!running) void run();
  };
}

const gistOf = ({ status, jobs }: SourceReport): string => `${status} ${jobs}`;

/**
 * The sources of the current run, stored next to a growing or older document and updated more often than it; otherwise
 * those of the document itself. `null` = unknown.
 */
function summaryIn({ head, running }: DocumentPage, former: DocumentHead | null): SourceSummary | null {
  const isOfRun = head !== null && (head.state === 'growing' || head.version !== former?.version);
  const stored = isOfRun && (head.state !== 'growing' || running === null) ? head : running;
  const summary = stored === null ? null : summaryOf(stored);
  return summary?.sourceCounts.total === 0 ? null : summary;
}

const sameCounts = (one: SourceCounts | null, other: SourceCounts): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

function bodySoFar({ now }: StreamContext, ctx: SearchRequest, page: ExistingPage): string {
  const { query, startedAt } = ctx.state;
  return answer({ query, page, now: now().getTime(), tookMs: performance.now() - startedAt }).toString();
}
