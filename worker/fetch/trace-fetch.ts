import type { Tracing } from '../../shared/tracing/tracing.js';
import type { FetchRaw, RawRequest, RawResponse } from './fetch-raw.js';
import type { HttpResponse } from './send-request.js';

/**
 * A span for each request to a source, redirects among them: its host and the status, nothing of paths and queries, which
 * may hold keys. The source itself learns nothing of our traces.
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
