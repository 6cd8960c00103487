import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { boardSource, startService, type TestService } from '../../lib/start-service.js';

let service: TestService;

beforeAll(async () => {
  const plans = join(tmpdir(), `plans-${process.pid}.json`);
  writeFileSync(plans, JSON.stringify({ plans: [{ name: 'free', requests: 4 }] }));
  const environment = { PLANS: plans, TRUST_PROXY: '1', SCHEDULE: 'off' };
  service = await startService({ sources: [boardSource('acme', 'http://127.0.0.1:9')], environment, worker: false });
});
afterAll(() => service.close());

/** The cookie that a browser is given at an address. */
async function visit(from: string): Promise<string> {
  const { headers } = await fetch(service.url, { headers: { 'x-forwarded-for': from } });
  const [cookie = ''] = headers.getSetCookie();
  expect(cookie).toMatch(/; path=\/; .*samesite=lax; httponly$/i);
  return cookie.split(';', 1)[0] ?? '';
}

/** Whether each of some searches is let through. */
async function search(from: string, cookie: string, times: number): Promise<boolean[]> {
  const passed: boolean[] = [];
  for (let time = 0; time < times; time++) {
    const headers = { 'x-forwarded-for': from, prefer: 'respond-async', ...(cookie !== '' && { cookie }) };
    const { status } = await service.search({ keyword: 'baker' }, headers);
    passed.push(status !== 429);
  }
  return passed;
}
const yes = (count: number) => Array<boolean>(count).fill(true);

test('visitors at one address have the limit each, and three times that together', async () => {
  const from = '203.0.113.1';
  const visitors = [await visit(from), await visit(from), await visit(from), await visit(from)];
  const [one = '', two = '', three = '', four = ''] = visitors;
  expect(await search(from, one, 6)).toEqual([...yes(4), false, false]);
  expect(await search(from, two, 4)).toEqual(yes(4));
  expect(await search(from, three, 4)).toEqual(yes(4));
  expect(await search(from, four, 1)).toEqual([false]);
  // Programs at the address are counted apart from them, by the limit.
  expect(await search(from, '', 5)).toEqual([...yes(4), false]);
});

test('a visitor who changes the address has no further searches, and a forged cookie is none', async () => {
  const cookie = await visit('203.0.113.2');
  expect(await search('203.0.113.2', cookie, 4)).toEqual(yes(4));
  expect(await search('203.0.113.3', cookie, 1)).toEqual([false]);
  const forged = cookie.replace(/=./, (start) => (start === '=A' ? '=B' : '=A'));
  expect(await search('203.0.113.4', forged, 5)).toEqual([...yes(4), false]);
  expect(await search('203.0.113.4', forged.slice(0, 31), 1)).toEqual([false]);
});

test('a browser keeps its cookie', async () => {
  const cookie = await visit('203.0.113.5');
  const again = await fetch(service.url, { headers: { cookie, 'x-forwarded-for': '203.0.113.5' } });
  expect(again.headers.getSetCookie()).toEqual([]);
});
