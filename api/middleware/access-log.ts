import { createBoundedCache } from '../../shared/bounded-cache.js';
import { linePrinter } from '../../shared/logger.js';
import type { AppContext, Caller, Middleware } from '../context.js';

/** Methods that name themselves in the metrics. */
const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'OPTIONS']);

/** One line for each finished request, and one more in the metrics. */
export function accessLog({ metrics }: Pick<AppContext, 'metrics'>): Middleware {
  return async function accessLog(ctx, next) {
    await next();
    const { log, startedAt, caller, searchKey } = ctx.state;
    const ms = performance.now() - startedAt;
    // The route as it is written, never the path: a label takes few values.
    const route = typeof ctx._matchedRoute === 'string' ? ctx._matchedRoute : 'none';
    metrics.request({
      method: methods.has(ctx.method) ? ctx.method : 'other',
      route,
      status: ctx.status,
      seconds: ms / 1000,
    });
    const facts = { method: ctx.method, path: ctx.path.slice(0, 200), status: ctx.status };
    const cache = ctx.response.get('Cache-Status') || undefined;
    // A page that looks again and finds nothing new is no news.
    const level = ctx.status === 304 ? 'debug' : 'info';
    // Who joins a run finds it in the workers' logs by `search`, not by the own id.
    log[level]({ ...facts, ...planOf(caller), search: searchKey, cache, ms: Math.round(ms) }, 'request');
  };
}

/** Who asked, as far as the request came. */
const planOf = (caller: Caller | undefined) => ({ plan: caller?.plan, keyId: caller?.keyId ?? undefined });

/** What one answer differs by from others to the same caller: words that JSON takes as they are. */
export type Answered = { requestId: string; search: string; cache: string; ms: number };

/** Bytes of printers kept, and what one weighs. */
const printerBytes = 1_000_000;
const printerWeight = 1000;

/** The same line for answers of 200 to one route, quickly: none of its fields can hold a secret, and few differ. */
export function createQuickLog(
  { metrics, logger }: Pick<AppContext, 'metrics' | 'logger'>,
  { method, route }: { method: string; route: string },
): (caller: Caller, answered: Answered) => void {
  const printers = createBoundedCache<(said: string) => void>(printerBytes);
  const printerFor = (caller: Caller): ((said: string) => void) => {
    const name = `${caller.plan} ${caller.keyId}`;
    const known = printers.get(name);
    if (known !== undefined) return known;
    const print = linePrinter(logger, { method, path: route, status: 200, ...planOf(caller) }, 'request');
    printers.set(name, print, printerWeight);
    return print;
  };
  return (caller, { requestId, search, cache, ms }) => {
    metrics.request({ method, route, status: 200, seconds: ms / 1000 });
    printerFor(caller)(`,"requestId":"${requestId}","search":"${search}","cache":"${cache}","ms":${Math.round(ms)}`);
  };
}
