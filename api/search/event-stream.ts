import type { RequestContext } from '../context.js';

/** How often an idle stream says that it lives: well below the idle time-outs of proxies. */
const heartbeatMs = 10_000;

/** One answer as server-sent events (WHATWG HTML 9.2). */
export type EventStream = {
  isOpen(): boolean;
  /** Sends status and headers, and tells how long to wait before asking again should the connection break. */
  open(): void;
  /** Sends one event; `data` is one line. A client that is gone is sent nothing. */
  send(event: string, data: string): void;
  /** Whether the client reads as fast as we write: what will be superseded anyway is left out when not. */
  isFlowing(): boolean;
  /** Ends the answer and stops the heartbeat. */
  end(): void;
};

export function createEventStream(ctx: RequestContext, { retryMs, beatMs = heartbeatMs }: Pace): EventStream {
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
      // Reverse proxies that gather answers before they pass them on (nginx) are told not to.
      ctx.set('X-Accel-Buffering', 'no');
      ctx.respond = false;
      res.flushHeaders();
      timer = setInterval(() => write(': still collecting\n\n'), beatMs);
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

type Pace = { retryMs: number; beatMs?: number };
