import type { RequestContext } from '../../middleware/request-context.js';

/** Interval of the heartbeat of an idle stream: well below the idle timeouts of proxies. */
const defaultHeartbeatMs = 10_000;

/** One answer as server-sent events (WHATWG HTML 9.2). */
export type EventStream = {
  isOpen(): boolean;
  /** Sends status, headers, and the delay after which a client reconnects. */
  open(): void;
  /** Sends one event; `data` is one line. Does nothing once the client has disconnected. */
  send(event: string, data: string): void;
  /** Whether the client reads as fast as we write: events that the next one supersedes are skipped when it does not. */
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
