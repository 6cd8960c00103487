import type { Tracing } from '../shared/tracing.js';
import type { FetchRaw } from './fetch-raw.js';

/**
 * A span for each request to a source: its host and the status, nothing of paths and queries, which may hold keys. The
 * source itself learns nothing of our traces.
 */
export function traceFetch(fetchRaw: FetchRaw, tracing: Tracing): FetchRaw {
  if (!tracing.on) return fetchRaw;
  const traced: typeof fetchRaw = Object.assign(
    (asked: Parameters<FetchRaw>[0]) => {
      const { method = 'GET', url } = asked;
      const { hostname, port, protocol } = new URL(url);
      const facts = {
        'http.request.method': method,
        'server.address': hostname,
        ...(port === '' ? {} : { 'server.port': Number(port) }),
        'url.scheme': protocol.slice(0, -1),
      };
      return tracing.span({ name: `${method} ${hostname}`, kind: 'client', facts }, async (span) => {
        const answer = await fetchRaw(asked);
        span.note({ 'http.response.status_code': answer.status });
        if (answer.status >= 400) span.fail(`answered ${answer.status}`);
        return answer;
      });
    },
    { close: fetchRaw.close },
  );
  return traced;
}
