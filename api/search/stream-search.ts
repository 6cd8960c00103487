import type { SourceReport } from '../../shared/search/result.js';
import type { DocumentHead, DocumentPage } from '../../shared/search/search-document.js';
import type { AppContext, Middleware, RequestContext } from '../context.js';
import { problemOf } from '../middleware/problems.js';
import { answer, type Forward } from './answer.js';
import { createEventStream, type EventStream } from './event-stream.js';
import { freshnessOf } from './freshness.js';
import { pendingSources } from './pending-sources.js';
import { readPage } from './prefetch-document.js';
import { lookAgainSeconds } from './respond-accepted.js';

/** A search that its client follows: every step of the corridor's last door is told by an event. */
export type SearchStream = {
  /** Nothing fresh is held: opens the stream, names the sources and shows what is held all the same. */
  begin(held: DocumentPage, how: { joined: boolean; forward: Forward }): Promise<void>;
  /** The document may have changed: reads it and tells what is new. */
  heard(): void;
  /** Tells which sources have reported according to this reading of the document. */
  report(page: DocumentPage): void;
  /** Tells the result; `body` is the ordinary answer. */
  finish(body: string): void;
};

/**
 * A search with `Accept: text/event-stream` is answered by events (docs/api.md has their grammar). What goes wrong
 * before the first event is an ordinary problem with its own status, later an event.
 */
export function live(context: AppContext): Middleware {
  return async function live(ctx, next) {
    if (ctx.accepts('application/json', 'text/event-stream') !== 'text/event-stream') return next();
    const leave = context.eventStreams.take();
    const stream = createEventStream(ctx, { retryMs: lookAgainSeconds * 1000 });
    ctx.state.live = createLiveSearch(context, ctx, stream);
    try {
      await next();
    } catch (error) {
      if (!stream.isOpen()) throw error;
      stream.send('problem', JSON.stringify(problemOf(ctx, error).body(ctx.state.requestId)));
    } finally {
      if (stream.isOpen()) stream.end();
      leave();
    }
  };
}

function createLiveSearch(context: AppContext, ctx: RequestContext, stream: EventStream): SearchStream {
  const told = new Map<string, SourceReport['status']>();
  let former: DocumentHead | null = null;
  let shown: string | null = null;
  let over = false;

  const report = (page: DocumentPage): void => {
    for (const source of reportsIn(page, former)) {
      if (told.get(source.name) === source.status) continue;
      told.set(source.name, source.status);
      stream.send('source', JSON.stringify(source));
    }
  };
  /** Shows the jobs so far; a client that cannot keep up is spared, since the next showing holds them too. */
  const show = ({ head, jobs }: DocumentPage): void => {
    if (head === null || jobs.length === 0 || head.version === shown || !stream.isFlowing()) return;
    shown = head.version;
    stream.send('jobs', bodySoFar(context, ctx, { head, jobs }));
  };
  const heard = inTurn(async () => {
    if (over) return;
    try {
      const page = await readPage(context, ctx);
      if (over) return;
      report(page);
      // A document that is complete comes as the result in a moment.
      if (page.head?.state === 'growing') show(page);
    } catch (error) {
      // The wait itself notices when Redis is gone for longer; one reading that failed is made up for by the next.
      ctx.state.log.debug({ err: error }, 'live search: a reading failed');
    }
  });

  return {
    async begin(held, { joined, forward }) {
      const isUsable = freshnessOf(held.head, context.now().getTime(), context.sourcesPrint()) === 'wanting';
      if (held.head?.state !== 'growing') former = held.head;
      const known = isUsable || held.running !== null ? reportsIn(held, former) : [];
      const sources = known.length > 0 ? known : await pendingSources(context);
      for (const { name, status } of sources) told.set(name, status);
      ctx.set('Cache-Status', `job-search; fwd=${forward}${joined ? '; collapsed' : ''}`);
      stream.open();
      stream.send('search', JSON.stringify({ query: ctx.state.query, sources }));
      if (isUsable) show(held);
    },
    heard,
    report(page) {
      over = true;
      report(page);
    },
    finish(body) {
      over = true;
      if (!stream.isOpen()) stream.open();
      stream.send('result', body);
    },
  };
}

/** Does `work` one at a time; whatever is asked for meanwhile is one more turn. */
function inTurn(work: () => Promise<void>): () => void {
  let busy = false;
  let again = false;
  const turn = async (): Promise<void> => {
    busy = true;
    do {
      again = false;
      await work();
    } while (again);
    busy = false;
  };
  return () => {
    again = true;
    if (!busy) void turn();
  };
}

/** The reports of the present run: the growing document's own, or beside a complete older one those of the run. */
function reportsIn({ head, running }: DocumentPage, former: DocumentHead | null): readonly SourceReport[] {
  const isOfRun = head !== null && (head.state === 'growing' || head.version !== former?.version);
  return isOfRun ? head.sources : (running?.sources ?? []);
}

function bodySoFar(
  context: AppContext,
  ctx: RequestContext,
  { head, jobs }: { head: DocumentHead; jobs: string[] },
): string {
  const { query, startedAt } = ctx.state;
  const tookMs = performance.now() - startedAt;
  return answer({ query, head, jobs, way: 'partial', refreshing: false, now: context.now().getTime(), tookMs });
}
