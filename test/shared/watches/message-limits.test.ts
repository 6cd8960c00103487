import { beforeEach, expect, test } from '@jest/globals';
import { countSent, type SentKind, uncountSent } from '../../../shared/watches/message-limits.js';
import { suiteRedis } from '../../lib/suite-redis.js';

const { redis } = await suiteRedis('working');
beforeEach(() => redis.flushall());

const count = (kind: SentKind, owner: string, url: string) => countSent(redis, kind, { owner, url });

test('tests of webhooks are counted by owner: ten in a minute', async () => {
  const url = 'https://example.com/';
  for (let at = 0; at < 10; at++) expect(await count('hook-test', 'o', url)).toBe(0);
  expect(await count('hook-test', 'o', url)).toBeGreaterThan(0);
  expect(await count('hook-test', 'other', url)).toBe(0);
});

test.each(['mailto:', 'ntfy:'])(
  'tests of messages (%s) are counted by owner and by address, whatever the watch',
  async (way) => {
    const to = (name: string) => `${way}${name}${way === 'mailto:' ? '@example.com' : ''}`;
    for (let at = 0; at < 5; at++) expect(await count('test', 'o', to(`a${at}`))).toBe(0);
    expect(await count('test', 'o', to('b'))).toBeGreaterThan(800);
    expect(await count('test', 'other', to('a1'))).toBeGreaterThan(800);
    // What was refused is not counted.
    expect(await count('test', 'other', to('b'))).toBe(0);
  },
);

test('one mailbox is one address, however it is written', async () => {
  expect(await count('test', 'o', 'mailto:me@example.com')).toBe(0);
  expect(await count('test', 'other', 'mailto:Me+2@Example.com')).toBeGreaterThan(800);
});

test.each([
  ['mailto:victim@x.example', 'mailto:Victim@X.example.'],
  ['mailto:victim@x.example', 'mailto:victim.@x.example'],
  ['mailto:victim@gmail.com', 'mailto:v.i.c.t.i.m+a+b@GoogleMail.com.'],
  ['telegram:@Channel', 'telegram:@channel'],
  ['telegram:-100123', 'telegram:-00100123'],
  ['discord:12/x', 'discord:0012/x'],
])('%s and %s are one address', async (one, other) => {
  expect(await count('test', 'o', one)).toBe(0);
  expect(await count('test', 'other', other)).toBeGreaterThan(800);
});

test.each([
  ['mailto:first.last@x.example', 'mailto:firstlast@x.example'],
  ['ntfy:Topic', 'ntfy:topic'],
])('%s and %s are two', async (one, other) => {
  expect([await count('test', 'o', one), await count('test', 'other', other)]).toEqual([0, 0]);
});

test('a message that was not accepted is not counted', async () => {
  const sent = { owner: 'o', url: 'mailto:me@example.com' };
  for (let at = 0; at < 3; at++) expect(await count('alert', `address:${at}`, sent.url)).toBe(0);
  expect(await count('alert', 'address:3', sent.url)).toBeGreaterThan(0);
  await uncountSent(redis, 'alert', sent);
  expect(await count('alert', 'address:3', sent.url)).toBe(0);
  expect(await count('alert', 'address:3', sent.url)).toBeGreaterThan(0);
  // What was never counted is no credit.
  for (let at = 0; at < 3; at++) await uncountSent(redis, 'openings', sent);
  for (let at = 0; at < 20; at++) expect(await count('openings', 'o', sent.url)).toBe(0);
  expect(await count('openings', 'o', sent.url)).toBeGreaterThan(0);
});

test('messages are counted in all', async () => {
  for (let at = 0; at < 1000; at++)
    expect(await count('openings', `o${at % 50}`, `mailto:a${at % 100}@example.com`)).toBe(0);
  expect(await count('consent', 'new', 'mailto:new@example.com')).toBeGreaterThan(3000);
});

test('who needs no key uses up neither what watches of keys may send nor what confirmed alerts may', async () => {
  for (let at = 0; at < 200; at++) expect(await count('alert', `address:${at}`, `mailto:a${at}@example.com`)).toBe(0);
  expect(await count('alert', 'address:new', 'mailto:new@example.com')).toBeGreaterThan(3000);
  for (let at = 0; at < 1000; at++) expect(await count('openings', `alert:${at}`, `mailto:a${at}@example.com`)).toBe(0);
  expect(await count('openings', 'alert:new', 'mailto:new@example.com')).toBeGreaterThan(3000);
  expect(await count('openings', 'key:1', 'mailto:new@example.com')).toBe(0);
});
