import type { AppContext, Middleware } from '../context.js';

/** A span for each request, which goes on with the trace the client brought (https://www.w3.org/TR/trace-context/). */
export function traceRequest({ tracing }: Pick<AppContext, 'tracing'>): Middleware {
  return async function traceRequest(ctx, next) {
    const { requestId, log } = ctx.state;
    const came = { traceparent: ctx.get('traceparent'), tracestate: ctx.get('tracestate') };
    const facts = { 'http.request.method': ctx.method, 'job_search.request_id': requestId };
    await tracing.span({ name: ctx.method, kind: 'server', facts, came }, async (span) => {
      ctx.state.log = log.child({ traceId: tracing.traceId() });
      await next();
      // The route as it is written, never the path: a name takes few values.
      if (typeof ctx._matchedRoute === 'string') {
        span.rename(`${ctx.method} ${ctx._matchedRoute}`);
        span.note({ 'http.route': ctx._matchedRoute });
      }
      span.note({ 'http.response.status_code': ctx.status });
      if (ctx.status >= 500) span.fail(`answered ${ctx.status}`);
    });
  };
}
