import type { Problem } from '../../shared/problems/problem.js';

/**
 * Headers of every answer. `no-store`, since an answer was counted for one caller. A page of ours that needs more sets its
 * own Content-Security-Policy and Cache-Control.
 */
export const baseHeaders = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
} as const;

/** The headers and body of a problem answered before the middleware, without a context. */
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
