import { expect, test } from '@jest/globals';
import type { Caller } from '../../../api/auth/request-windows.js';
import { readRequestCacheControl } from '../../../api/search/read-query.js';

const now = new Date('2026-11-21T09:00:00Z');
const caller = (keyId: string | null): Caller => ({
  ...{
    plan: 'pro',
    requests: 1,
    windowSeconds: 1,
    bucket: 'b',
    priority: 1,
    searchesAtOnce: 1,
    exportsAtOnce: 1,
    descriptions: false,
    watches: 1,
    keptMegabytes: 8,
  },
  keyId,
});

test.each<[string, number | null]>([
  ['no-cache', 0],
  ['No-Cache', 0],
  ['max-age=0', 0],
  ['max-age=60', 60],
  ['max-age="60"', 60],
  ['no-transform, max-age = 7', 7],
  ['max-age=60, no-cache', 0],
  ['', null],
  ['no-store', null],
  ['max-age', null],
  ['max-age=', null],
  ['max-age=-1', null],
  ['max-age=1.5', null],
  ['max-age=99999999999', null],
  ['no-cache="x"', null],
  ['xno-cache', null],
])('Cache-Control: %s', (header, seconds) => {
  expect(readRequestCacheControl(header, caller('key_1'), now)?.maxAgeSeconds ?? null).toBe(seconds);
  if (seconds !== null)
    expect(readRequestCacheControl(header, caller('key_1'), now)?.newerThan).toBe(now.getTime() - seconds * 1000);
  expect(readRequestCacheControl(header, caller(null), now)).toBeNull();
});
