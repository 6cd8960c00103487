import type { SourceReport } from '../../shared/search/result.js';
import type { DocumentHead, DocumentPage } from '../../shared/search/search-document.js';
import { problemOf } from '../middleware/problems.js';
import { answer } from './answer.js';
import { createEventStream, type EventStream } from './event-stream.js';
import { freshnessOf } from './freshness.js';
import { pendingSources } from './pending-sources.js';
import { readPage } from './read-page.js';
import { minRetrySeconds } from './respond-accepted.js';
import type { SearchContext, SearchMiddleware, SearchRequest, SearchStream } from './search-context.js';

type StreamContext = Pick<SearchContext, 'redis' | 'sourcesHash' | 'sourceNames' | 'now'>;

/**
 * Answers a search with `Accept: text/event-stream` by server-sent events (docs/api.md has their grammar). An error before
 * the first event is an ordinary problem with its own status; later it is an event.
 */
export function streamSearch(context: StreamContext): SearchMiddleware {
  return async function streamSearch(ctx, next) {
    if (ctx.accepts('application/json', 'text/event-stream') !== 'text/event-stream') return next();
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
  };
}

function createSearchStream(context: StreamContext, ctx: SearchRequest, events: EventStream): SearchStream {
  /** The status and the number of jobs last sent of each source. */
  const sentReports = new Map<string, string>();
  let former: DocumentHead | null = null;
  let sentVersion: string | null = null;
  let ended = false;

  const sendReports = (page: DocumentPage): void => {
    for (const source of reportsIn(page, former)) {
      const gist = gistOf(source);
      // A run that started over reports its sources as pending again, which changes nothing for the client.
      if (sentReports.get(source.name) === gist || source.status === 'pending') continue;
      sentReports.set(source.name, gist);
      events.send('source', JSON.stringify(source));
    }
  };
  /** Sends the jobs so far. Skipped for a client that cannot keep up, since the next such event contains them too. */
  const sendJobs = ({ head, jobs }: DocumentPage): void => {
    if (head === null || jobs.length === 0 || head.version === sentVersion || !events.isFlowing()) return;
    sentVersion = head.version;
    events.send('jobs', bodySoFar(context, ctx, { head, jobs }));
  };
  const onChange = coalesceRuns(async () => {
    if (ended) return;
    try {
      const page = await readPage(context.redis, ctx.state);
      if (ended) return;
      sendReports(page);
      // A complete document follows as the result in a moment.
      if (page.head?.state === 'growing') sendJobs(page);
    } catch (error) {
      // The next change reads again; the wait itself reports a Redis that stays unavailable.
      ctx.state.log.debug({ err: error }, 'event stream: document not read');
    }
  });

  return {
    async begin(cached, { joined, forward }) {
      const isUsable = freshnessOf(cached.head, context.now().getTime(), context.sourcesHash()) === 'incomplete';
      if (cached.head?.state !== 'growing') former = cached.head;
      const reported = isUsable || cached.running !== null ? reportsIn(cached, former) : [];
      const sources = reported.length > 0 ? reported : await pendingSources(context);
      for (const source of sources) sentReports.set(source.name, gistOf(source));
      ctx.set('Cache-Status', `job-search; fwd=${forward}${joined ? '; collapsed' : ''}`);
      events.open();
      events.send('search', JSON.stringify({ query: ctx.state.query, sources }));
      if (isUsable) sendJobs(cached);
    },
    onChange,
    report(page) {
      ended = true;
      sendReports(page);
    },
    finish(body) {
      ended = true;
      if (!events.isOpen()) events.open();
      events.send('result', body);
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
 * The reports of the current run: those it keeps beside a growing or an older document, which are written more often than
 * the document; without them, those of the document itself.
 */
function reportsIn({ head, running }: DocumentPage, former: DocumentHead | null): readonly SourceReport[] {
  const isOfRun = head !== null && (head.state === 'growing' || head.version !== former?.version);
  if (!isOfRun) return running?.sources ?? [];
  return head.state === 'growing' && running !== null ? running.sources : head.sources;
}

function bodySoFar(
  { now }: StreamContext,
  ctx: SearchRequest,
  { head, jobs }: { head: DocumentHead; jobs: string[] },
): string {
  const { query, startedAt } = ctx.state;
  return answer({ query, head, jobs, now: now().getTime(), tookMs: performance.now() - startedAt });
}
