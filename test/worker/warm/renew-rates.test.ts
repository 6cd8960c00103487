import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { readConfig } from '../../../shared/config.js';
import { createLogger } from '../../../shared/logger.js';
import { createListener } from '../../../shared/redis/listener.js';
import { connectRedis } from '../../../shared/redis/redis.js';
import { redisChannels, redisKeys } from '../../../shared/redis/redis-keys.js';
import { exchangeRates, ratesNotice, setExchangeRates } from '../../../shared/words/exchange-rates.js';
import { createPageAccess, type PageAccess } from '../../../worker/collect/crawl/page-access.js';
import { followRates, readDailyTable, renewRates } from '../../../worker/warm/renew-rates.js';
import { suiteRedis } from '../../lib/suite-redis.js';

const { redis, server: redisServer } = await suiteRedis('working');
const lines: string[] = [];
const logger = createLogger('warn', 'test', { write: (line: string) => lines.push(line) });
const subscriber = connectRedis(redisServer.url, 'listening', logger);
const documents = createListener(subscriber, redisChannels.documents);
const shipped = exchangeRates();
const now = () => new Date('2026-11-24T16:30:00Z');
const context = { redis, logger, now };

let server: Server;
let answer: { status: number; body: string };
let access: PageAccess;

/** The table as the bank sends it; `changed`: rates that are other ones. */
function table(day: string, changed: Readonly<Record<string, number>> = {}): string {
  const rates = [...shipped.perEuro].filter(([code]) => code !== 'EUR');
  const cubes = rates.map(([code, rate]) => `<Cube currency='${code}' rate='${changed[code] ?? rate}'/>`);
  return `<?xml version="1.0" encoding="UTF-8"?><gesmes:Envelope><Cube><Cube time='${day}'>${cubes.join('\n')}</Cube></Cube></gesmes:Envelope>`;
}

beforeAll(async () => {
  server = createServer(({ url }, response) => {
    if (url === '/robots.txt') return void response.writeHead(404).end();
    response.writeHead(answer.status, { 'content-type': 'text/xml' }).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const config = readConfig({ REDIS_URL: redisServer.url, ALLOW_PRIVATE_HOSTS: '127.0.0.1', SOURCES: '' });
  access = createPageAccess({ config, logger, redis });
});
beforeEach(() => {
  setExchangeRates(shipped);
  lines.length = 0;
  return redis.flushall();
});
afterAll(async () => {
  setExchangeRates(shipped);
  await access.close();
  subscriber.disconnect();
  await new Promise((resolve) => server.close(resolve));
});

const renew = (): Promise<void> =>
  renewRates(
    context,
    { ...access, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/daily.xml` },
    new AbortController().signal,
  );

test('newer rates are used, and kept for other workers and the next start', async () => {
  answer = { status: 200, body: table('2026-11-24', { USD: 1.2345 }) };
  await renew();
  expect(lines).toEqual([]);
  expect(exchangeRates().perEuro.get('USD')).toBe(1.2345);
  expect(ratesNotice()).toContain('2026-11-24');
  setExchangeRates(shipped);
  const unfollow = await followRates(context, documents);
  expect(exchangeRates().day).toBe('2026-11-24');
  unfollow();
});

test('a worker uses what another one has stored as soon as that is announced', async () => {
  const unfollow = await followRates(context, documents);
  const taken = new Promise<void>((resolve) => documents.on('exchange-rates', () => resolve()));
  answer = { status: 200, body: table('2026-11-23', { GBP: 0.9 }) };
  await renew();
  setExchangeRates(shipped);
  await taken;
  while (exchangeRates().day !== '2026-11-23') await new Promise(setImmediate);
  expect(exchangeRates().perEuro.get('GBP')).toBe(0.9);
  unfollow();
});

test.each([
  ['an error', 500, table('2026-11-24')],
  ['a page', 200, '<!doctype html><p>Maintenance</p>'],
  ['a part of a table', 200, table('2026-11-24').slice(0, 400)],
  ['rates of the future', 200, table('2026-12-24')],
  ['a rate that doubled', 200, table('2026-11-24', { SEK: 99 })],
  ['no day', 200, table('2026-99-99')],
])('after %s the last good rates stay, and the log says why', async (_, status, body) => {
  answer = { status, body };
  await renew();
  expect(exchangeRates()).toBe(shipped);
  expect(await redis.exists(redisKeys.exchangeRates)).toBe(0);
  expect(lines.join()).toContain('rates: not renewed');
});

test('older rates are no news', async () => {
  answer = { status: 200, body: table('2026-10-29', { USD: 1.3 }) };
  await renew();
  expect(exchangeRates()).toBe(shipped);
  expect(lines).toEqual([]);
});

test('what is stored and cannot be read is not used', async () => {
  await redis.set(redisKeys.exchangeRates, 'date,2026-11-24\nnothing');
  (await followRates(context, documents))();
  expect(exchangeRates()).toBe(shipped);
  expect(lines.join()).toContain('the stored ones cannot be used');
});

test('the table of the bank is read as the table of this release is written', () => {
  expect(readDailyTable(table('2026-11-24')).split('\n').slice(0, 2)).toEqual([
    'date,2026-11-24',
    expect.stringMatching(/^[A-Z]{3},\d/),
  ]);
});
