import type { GracefulShutdown } from '../server/graceful-shutdown.js';
import type { Middleware } from './request-context.js';

/** During shutdown, tells clients to open a new connection for their next request (RFC 9112 §9.6). */
export function closeConnection({ shutdown }: { shutdown: Pick<GracefulShutdown, 'draining'> }): Middleware {
  return async function closeConnection(ctx, next) {
    await next();
    if (shutdown.draining.aborted && !ctx.headerSent) ctx.set('Connection', 'close');
  };
}
