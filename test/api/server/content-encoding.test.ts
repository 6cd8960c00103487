import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { compress, encodingFor } from '../../../api/server/content-encoding.js';

test.each([
  [undefined, 'identity', 'identity'],
  ['', 'identity', 'identity'],
  ['gzip, deflate, br, zstd', 'br', 'gzip'],
  ['gzip', 'gzip', 'gzip'],
  ['br;q=0.2, gzip;q=0.8', 'gzip', 'gzip'],
  ['br;q=1, gzip;q=0.8', 'br', 'br'],
  ['*', 'br', 'gzip'],
  ['gzip;q=0, *;q=0.5', 'br', 'br'],
  ['identity, gzip;q=0.5', 'identity', 'identity'],
  ['deflate', 'identity', 'identity'],
  ['identity;q=0, *;q=0', 'identity', 'identity'],
])('Accept-Encoding %j is answered by %s once compressed, %s compressed each time', (header, once, eachTime) => {
  expect([encodingFor(header, 'once'), encodingFor(header, 'eachTime')]).toEqual([once, eachTime]);
});

test('what is compressed is what was there', async () => {
  const body = Buffer.from('Köchin '.repeat(500));
  for (const order of ['once', 'eachTime'] as const) {
    expect(gunzipSync(await compress(body, 'gzip', order))).toEqual(body);
    expect(brotliDecompressSync(await compress(body, 'br', order))).toEqual(body);
  }
});
