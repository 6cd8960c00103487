import { expect, test } from '@jest/globals';
import { problemResponse } from '../../../api/server/problem-response.js';
import { retryLater } from '../../../shared/problems/problem.js';
import { problemSchemas } from '../../../shared/problems/problem-body.js';

test('a problem without middleware has the headers and the body of every other', () => {
  const detail = 'The searches of “Zürich” are followed already.';
  const { headers, body } = problemResponse(retryLater('unavailable', 7, { detail }), 'request-0001');
  expect(headers).toMatchObject({
    'Cache-Control': 'no-store',
    'X-Request-Id': 'request-0001',
    'Content-Type': 'application/problem+json',
    'Retry-After': '7',
    'Content-Length': String(Buffer.byteLength(body)),
  });
  expect(problemSchemas.unavailable.parse(JSON.parse(body))).toMatchObject({ detail, requestId: 'request-0001' });
});
