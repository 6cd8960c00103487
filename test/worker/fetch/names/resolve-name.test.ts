import { expect, test } from '@jest/globals';
import { createResolveName, type NameOutcome } from '../../../../worker/fetch/names/resolve-name.js';
import { closeLater } from '../../../lib/close-later.js';
import { startDnsServer } from '../../../lib/processes/dns-server.js';

const later = closeLater();

async function resolver(addressOf: (name: string) => string | null | undefined) {
  const server = later(await startDnsServer(addressOf), (each) => each.close());
  const outcomes: NameOutcome[] = [];
  const resolve = createResolveName({ servers: [server.address], noted: (outcome) => void outcomes.push(outcome) });
  return { resolve, outcomes, server };
}

const slow = (name: string): string | null => (name.includes('slow') ? null : '192.0.2.7');

test('names that nobody answers for do not keep others waiting, and end after five seconds', async () => {
  const { resolve, outcomes } = await resolver(slow);
  // As many as libuv's threads, fifteen times over, each of a domain of its own.
  const hanging = Array.from({ length: 60 }, (_, at) => resolve(`n.slow${at}.example`));
  const failed = Promise.allSettled(hanging);
  const ended = { hanging: false };
  void failed.then(() => {
    ended.hanging = true;
  });
  for (const name of ['board.example', 'hook.example'])
    expect(await resolve(name)).toEqual([{ address: '192.0.2.7', family: 4 }]);
  expect(ended.hanging).toBe(false);
  expect(new Set((await failed).map((each) => each.status === 'rejected' && String(each.reason.message)))).toEqual(
    new Set(Array.from({ length: 60 }, (_, at) => `The name n.slow${at}.example was not resolved within 5 seconds.`)),
  );
  expect(outcomes.filter((each) => each === 'answered')).toHaveLength(2);
  expect(outcomes.filter((each) => each === 'unanswered')).toHaveLength(60);
}, 30_000);

test('the names of one domain whose servers do not answer have eight lookups at once, whoever asks', async () => {
  const { resolve, server } = await resolver(slow);
  const hanging = Promise.allSettled(Array.from({ length: 300 }, (_, at) => resolve(`n${at}.slow.example`)));
  expect(await resolve('board.example.org')).toHaveLength(1);
  await hanging;
  expect([...server.asked.keys()].filter((name) => name.includes('slow'))).toHaveLength(8);
}, 30_000);

test('a domain below a suffix that many share holds up none of the others there', async () => {
  const { resolve, server } = await resolver(slow);
  const hanging = Promise.allSettled(Array.from({ length: 20 }, (_, at) => resolve(`n${at}.slow.co.uk`)));
  expect(await resolve('board.co.uk')).toHaveLength(1);
  await hanging;
  expect([...server.asked.keys()].filter((name) => name.includes('slow'))).toHaveLength(8);
}, 30_000);

test('the failure of a stranger’s lookup is not that of the operator’s own, which the system may know', async () => {
  const { resolve } = await resolver(() => undefined);
  const stranger = resolve('own.invalid');
  const own = expect(resolve('own.invalid', true)).rejects.toMatchObject({ syscall: 'getaddrinfo' });
  await expect(stranger).rejects.toMatchObject({ code: 'ENOTFOUND' });
  await own;
}, 30_000);

test('answers and failures are remembered, and equal lookups are one', async () => {
  const { resolve, server, outcomes } = await resolver((name) => (name === 'a.example' ? '192.0.2.7' : undefined));
  await Promise.all([resolve('a.example'), resolve('A.example.')]);
  await resolve('a.example');
  for (const _ of [1, 2]) await expect(resolve('missing.example')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  const asked = [server.asked.get('a.example'), server.asked.get('missing.example')];
  expect(asked.every((times) => times !== undefined && times <= 2)).toBe(true);
  expect(outcomes).toEqual(['answered', 'unknown']);
});

test('addresses, the hosts file and localhost need no server; the system knows more of the operator’s own names', async () => {
  const { resolve, server } = await resolver(() => undefined);
  expect(await resolve('::1')).toEqual([{ address: '::1', family: 6 }]);
  expect(await resolve('192.0.2.1')).toEqual([{ address: '192.0.2.1', family: 4 }]);
  expect((await resolve('localhost'))[0]).toEqual({ address: '127.0.0.1', family: 4 });
  expect(await resolve('boards.localhost')).toEqual([{ address: '127.0.0.1', family: 4 }]);
  expect(server.asked.size).toBe(0);
  await expect(resolve('own.invalid', true)).rejects.toMatchObject({ syscall: 'getaddrinfo' });
  expect(server.asked.has('own.invalid')).toBe(true);
}, 30_000);

test('a server that nobody listens on is a failure that says so', async () => {
  const outcomes: NameOutcome[] = [];
  const resolve = createResolveName({ servers: ['127.0.0.1:9'], noted: (outcome) => void outcomes.push(outcome) });
  await expect(resolve('a.example')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  expect(outcomes).toEqual(['unanswered']);
});
