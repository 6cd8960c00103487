import type { Tracing } from '../../shared/tracing/tracing.js';
import type { FetchRaw, RawRequest, RawResponse } from './fetch-raw.js';
import type { HttpResponse } from './send-request.js';

/**
 * Creates a span for each request to a source, including redirects: records host and status but no path or query, which may
 * contain keys. No trace context is sent to the source.
 */
export function traceFetch(fetchRaw: FetchRaw, tracing: Tracing): FetchRaw {
  if (!tracing.on) return fetchRaw;
  const traced = (asked: RawRequest): Promise<RawResponse> => {
    const { method = 'GET', aroundHop = (_, send) => send() } = asked;
    return fetchRaw({
      ...asked,
      aroundHop: (url, send) => aroundHop(url, () => inSpan(tracing, { url, method }, send)),
    });
  };
  return Object.assign(traced, { close: fetchRaw.close });
}

function inSpan(
  tracing: Tracing,
  { url: { hostname, port, protocol }, method }: { url: URL; method: string },
  send: () => Promise<HttpResponse>,
): Promise<HttpResponse> {
  const facts = {
    'http.request.method': method,
    'server.address': hostname,
    ...(port === '' ? {} : { 'server.port': Number(port) }),
    'url.scheme': protocol.slice(0, -1),
  };
  return tracing.span({ name: `${method} ${hostname}`, kind: 'client', facts }, async (span) => {
    const answer = await send();
    span.note({ 'http.response.status_code': answer.status });
    if (answer.status >= 400) span.fail(`answered ${answer.status}`);
    return answer;
  });
}
