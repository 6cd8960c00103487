import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { AppContext, Middleware } from '../context.js';
import { baseHeaders } from '../server/base-headers.js';

/** The shape of a client's own id. What could be an API key is no id: ids stand in logs and in answers. */
const acceptable = /^(?!jsk_)[\w-]{8,128}$/;

/** Names each request, by the client's own id where it has the right shape, and gives it a logger of that name. */
export function requestId({ logger }: AppContext): Middleware {
  return async function requestId(ctx, next) {
    const id = requestIdOf(ctx.req);
    ctx.state.requestId = id;
    ctx.state.startedAt = performance.now();
    ctx.state.log = logger.child({ requestId: id });
    ctx.set('X-Request-Id', id);
    ctx.set(baseHeaders);
    await next();
  };
}

/** The client's own name for its request, where it has the right shape, or a new one. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && acceptable.test(given) ? given : randomUUID();
}
