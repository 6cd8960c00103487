import type { Tracing } from '../../shared/tracing/tracing.js';
import type { RequestWindows } from '../auth/request-windows.js';
import type { KeyUses } from '../auth/usage-rows.js';
import { type CallerState, lazily, type Middleware } from './identify.js';
import { enforceLimit, type RateLimitState, tellLimit } from './limit.js';

export type CountContext = { windows: RequestWindows; keyUses: Pick<KeyUses, 'count'> };

/** Counts the request towards its caller's quota, and refuses one beyond it. */
export function countRequest({ windows, keyUses }: CountContext): Middleware<RateLimitState> {
  const refuseBeyond = enforceLimit();
  return async function countRequest(ctx, next) {
    const { state } = ctx;
    state.rateLimit = await windows.count(state.caller);
    const { keyId } = state.caller;
    if (keyId !== null) keyUses.count(keyId, state.rateLimit.allowed ? 'searches' : 'refused');
    await refuseBeyond(ctx, next);
  };
}

/** Jobs that may be read by their ids for each search of a plan. */
const jobsForEach = 10;

/** Counts the reading of a job against a separate limit, ten times that of searches, and refuses one beyond it. */
export function countJob({ windows, keyUses }: CountContext): Middleware<CallerState> {
  return async function countJob(ctx, next) {
    const { caller } = ctx.state;
    const bound = { ...caller, requests: jobsForEach * caller.requests, bucket: `jobs:${caller.bucket}` };
    const counted = await windows.count(bound);
    if (caller.keyId !== null && !counted.allowed) keyUses.count(caller.keyId, 'refused');
    tellLimit(ctx, { ...bound, policy: `${caller.plan}-jobs`, counts: 'jobs' }, counted);
    await next();
  };
}

/** Records a span for each request, continuing the client's trace if it sent one (https://www.w3.org/TR/trace-context/). */
export function traceRequest({ tracing }: { tracing: Tracing }): Middleware {
  return async function traceRequest(ctx, next) {
    const { requestId, log } = ctx.state;
    const came = { traceparent: ctx.get('traceparent'), tracestate: ctx.get('tracestate') };
    const facts = { 'http.request.method': ctx.method, 'job_search.request_id': requestId };
    await tracing.span({ name: ctx.method, kind: 'server', facts, came }, async (span) => {
      const traceId = tracing.traceId();
      ctx.state.log = lazily(() => log().child({ traceId }));
      await next();
      // The route as the router spells it, not the path: a span's name must not take many values.
      if (typeof ctx._matchedRoute === 'string') {
        span.rename(`${ctx.method} ${ctx._matchedRoute}`);
        span.note({ 'http.route': ctx._matchedRoute });
      }
      span.note({ 'http.response.status_code': ctx.status });
      if (ctx.status >= 500) span.fail(`answered ${ctx.status}`);
    });
  };
}
