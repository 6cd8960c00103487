import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Logger } from '../../shared/logger.js';
import { baseHeaders } from '../server/base-headers.js';
import type { Middleware } from './request-context.js';

/** What a client may send as its own id. Nothing that could be an API key: ids are logged and echoed. */
const acceptable = /^(?![\w-]*jsk_)[\w-]{8,128}$/;

/** Gives each request an id and a logger with that id, and sets the headers that every answer has. */
export function requestId({ logger }: { logger: Logger }): Middleware {
  const headers = Object.entries(baseHeaders);
  return function requestId(ctx, next) {
    const id = requestIdOf(ctx.req);
    ctx.state.requestId = id;
    ctx.state.startedAt = performance.now();
    ctx.state.log = lazily(() => logger.child({ requestId: id }));
    ctx.res.setHeader('X-Request-Id', id);
    for (const [name, value] of headers) ctx.res.setHeader(name, value);
    return next();
  };
}

/** Makes a value when it is first asked for: nearly no request logs by its own logger. */
export function lazily<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** The client's `X-Request-Id` when acceptable, else a new UUID. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && acceptable.test(given) ? given : randomUUID();
}
