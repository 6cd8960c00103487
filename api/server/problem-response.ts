import type { Problem } from '../../shared/problems/problem.js';
import { baseHeaders } from './base-headers.js';

/** The headers and the body of a problem that is answered before the middleware: with it there is no context to write to. */
export function problemResponse(
  problem: Problem,
  requestId: string,
): { headers: Readonly<Record<string, string>>; body: string } {
  const body = JSON.stringify(problem.body(requestId));
  const headers = {
    ...baseHeaders,
    ...problem.headers,
    'X-Request-Id': requestId,
    'Content-Type': 'application/problem+json',
    'Content-Length': String(Buffer.byteLength(body)),
  };
  return { headers, body };
}
