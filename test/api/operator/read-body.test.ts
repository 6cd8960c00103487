import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { expect, test } from '@jest/globals';
import { readOperatorBody } from '../../../api/operator/operator-routes.js';

test.each<[string, unknown]>([
  ['{"address":"https://example.com/jobs"}', { address: 'https://example.com/jobs' }],
  ['{"address":"https://example.com/\\ud800"}', null],
  ['{"address":', null],
  [`"${'x'.repeat(10_000)}"`, null],
])('%.60s', async (text, body) => {
  const stream = new PassThrough();
  stream.end(text);
  expect(await readOperatorBody(stream as unknown as IncomingMessage)).toEqual(body);
});
