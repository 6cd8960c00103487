import type { Door } from './house.js';

/** One line for each finished request. */
export function accessLog(): Door {
  return async function accessLog(ctx, next) {
    await next();
    const { log, startedAt } = ctx.state;
    // A page that looks again and finds nothing new is no news.
    log[ctx.status === 304 ? 'debug' : 'info'](
      {
        method: ctx.method,
        path: ctx.path.slice(0, 200),
        status: ctx.status,
        plan: ctx.state.caller?.plan,
        keyId: ctx.state.caller?.keyId ?? undefined,
        cache: ctx.response.get('Cache-Status') || undefined,
        ms: Math.round(performance.now() - startedAt),
      },
      'request',
    );
  };
}
