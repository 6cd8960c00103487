import type { RequestListener } from 'node:http';
import { formatFor } from '../formats/format.js';
import { requestIdOf } from '../middleware/request-id.js';
import type { EventStreamLimit } from '../search/wait/event-stream-limit.js';
import type { ApiMetrics } from './metrics.js';
import { problemResponse } from './problem-response.js';

const path = '/api/jobs/search';

type StreamLimits = { eventStreams: Pick<EventStreamLimit, 'acquire'>; metrics: Pick<ApiMetrics, 'request'> };

/**
 * Refuses event streams beyond the limit before anything else is done for them: a refusal costs neither Redis nor the caller's
 * window, so that thousands at once do not slow down the streams that are served.
 */
export function refuseStreams({ eventStreams, metrics }: StreamLimits, handle: RequestListener): RequestListener {
  return function refuseStreams(request, response) {
    const { method, url } = request;
    const isStream = method === 'POST' && url === path && formatFor(request.headers.accept) === 'event-stream';
    const problem = isStream ? eventStreams.acquire(response) : null;
    if (problem === null) return handle(request, response);
    metrics.request({ method: 'POST', route: path, status: problem.status, seconds: 0 });
    // A connection that is closed with a body still on its way is reset, and the client may lose the answer.
    request.once('end', () => {
      const { headers, body } = problemResponse(problem, requestIdOf(request));
      response.writeHead(problem.status, headers).end(body);
    });
    request.resume();
  };
}
