import type { Door, House } from './house.js';

/** Methods that name themselves in the metrics. */
const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'OPTIONS']);

/** One line for each finished request, and one more in the metrics. */
export function accessLog({ metrics }: Pick<House, 'metrics'>): Door {
  return async function accessLog(ctx, next) {
    await next();
    const { log, startedAt } = ctx.state;
    const ms = performance.now() - startedAt;
    // The route as it is written, never the path: a label takes few values.
    const route = typeof ctx._matchedRoute === 'string' ? ctx._matchedRoute : 'none';
    metrics.request({
      method: methods.has(ctx.method) ? ctx.method : 'other',
      route,
      status: ctx.status,
      seconds: ms / 1000,
    });
    // A page that looks again and finds nothing new is no news.
    log[ctx.status === 304 ? 'debug' : 'info'](
      {
        method: ctx.method,
        path: ctx.path.slice(0, 200),
        status: ctx.status,
        plan: ctx.state.caller?.plan,
        keyId: ctx.state.caller?.keyId ?? undefined,
        // Who joins a run finds it in the workers' logs by this, not by the own id.
        search: ctx.state.searchKey,
        cache: ctx.response.get('Cache-Status') || undefined,
        ms: Math.round(ms),
      },
      'request',
    );
  };
}
