import type { ServerResponse } from 'node:http';
import { type Problem, retryLater } from '../../../shared/problems/problem.js';
import type { RequestContext } from '../../middleware/identify.js';

/** Limits the event streams of this process to EVENT_STREAMS. */
export type EventStreamLimit = {
  /** Takes a slot until the response closes; returns the problem to answer with when none is free. */
  acquire(response: Pick<ServerResponse, 'once'>): Problem | null;
  /** Streams served now. */
  size(): number;
};

/** Retry-After in seconds: the first and the maximum. It grows by the first for each `limit` refusals. */
const firstRetrySeconds = 5;
const maxRetrySeconds = 60;

/** `limit` streams at once. Refused clients get different Retry-After values, so that they do not all return together. */
export function createEventStreamLimit(limit: number): EventStreamLimit {
  let open = 0;
  let refused = 0;
  return {
    acquire(response) {
      if (open >= limit) {
        refused += 1;
        const seconds = firstRetrySeconds + Math.floor((firstRetrySeconds * refused) / limit);
        return tooManyStreams(limit, Math.min(maxRetrySeconds, seconds));
      }
      refused = Math.max(0, refused - 1);
      open += 1;
      response.once('close', () => {
        open -= 1;
      });
      return null;
    },
    size: () => open,
  };
}

function tooManyStreams(limit: number, seconds: number): Problem {
  return retryLater('unavailable', seconds, {
    detail: `This server already streams ${limit} searches. Try again in ${seconds} seconds, or send the request without "Accept: text/event-stream".`,
  });
}

/** Interval of the heartbeat of an idle stream: well below the idle timeouts of proxies. */
const defaultHeartbeatMs = 10_000;

/** One answer as server-sent events (WHATWG HTML 9.2). */
export type EventStream = {
  isOpen(): boolean;
  /** Sends the status, the headers, and the delay after which a client reconnects. */
  open(): void;
  /** Sends one event; `data` is one line. Does nothing once the client has disconnected. */
  send(event: string, data: string): void;
  /** Whether the client reads as fast as we write: if not, events that the next one supersedes are skipped. */
  isFlowing(): boolean;
  /** Ends the answer and stops the heartbeat. */
  end(): void;
};

export function createEventStream(
  ctx: RequestContext,
  { retryMs, heartbeatMs = defaultHeartbeatMs }: EventStreamOptions,
): EventStream {
  const { res } = ctx;
  let timer: NodeJS.Timeout | undefined;
  const write = (text: string): void => {
    if (!res.closed && !res.destroyed && !res.writableEnded) res.write(text);
  };
  const stop = (): void => clearInterval(timer);

  return {
    isOpen: () => timer !== undefined,
    open() {
      ctx.status = 200;
      ctx.set('Content-Type', 'text/event-stream; charset=utf-8');
      // Keeps nginx from buffering the stream.
      ctx.set('X-Accel-Buffering', 'no');
      ctx.respond = false;
      res.flushHeaders();
      timer = setInterval(() => write(': still collecting\n\n'), heartbeatMs);
      res.once('close', stop);
      if (res.closed) stop();
      write(`retry: ${retryMs}\n\n`);
    },
    send: (event, data) => write(`event: ${event}\ndata: ${data}\n\n`),
    isFlowing: () => !res.writableNeedDrain,
    end() {
      stop();
      if (!res.writableEnded) res.end();
    },
  };
}

type EventStreamOptions = { retryMs: number; heartbeatMs?: number };
