import type { RequestListener, ServerResponse } from 'node:http';
import type { Problem } from '../../shared/problems/problem.js';
import { requestIdOf } from '../middleware/request-id.js';
import type { EventStreamLimit } from '../search/event-stream-limit.js';
import { baseHeaders } from './base-headers.js';
import type { ApiMetrics } from './metrics.js';

const path = '/api/jobs/search';

type StreamLimits = { eventStreams: Pick<EventStreamLimit, 'acquire'>; metrics: Pick<ApiMetrics, 'request'> };

/**
 * Refuses event streams beyond the limit before anything else is done for them: a refusal costs neither Redis nor the caller's
 * window, so that thousands at once do not slow down the streams that are served.
 */
export function refuseStreams({ eventStreams, metrics }: StreamLimits, handle: RequestListener): RequestListener {
  return function refuseStreams(request, response) {
    const { method, url, headers } = request;
    const isStream = method === 'POST' && url === path && headers.accept?.includes('text/event-stream') === true;
    const problem = isStream ? eventStreams.acquire(response) : null;
    if (problem === null) return handle(request, response);
    metrics.request({ method: 'POST', route: path, status: problem.status, seconds: 0 });
    // A connection that is closed with a body still on its way is reset, and the client may lose the answer.
    request.once('end', () => send(response, problem, requestIdOf(request)));
    request.resume();
  };
}

function send(response: ServerResponse, problem: Problem, requestId: string): void {
  const body = JSON.stringify(problem.body(requestId));
  response.writeHead(problem.status, {
    ...baseHeaders,
    ...problem.headers,
    'X-Request-Id': requestId,
    'Content-Type': 'application/problem+json',
    'Content-Length': String(Buffer.byteLength(body)),
  });
  response.end(body);
}
