import type { Tracing } from '../../shared/tracing/tracing.js';
import type { Middleware } from './request-context.js';
import { lazily } from './request-id.js';

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
