import { expect, test } from '@jest/globals';
import { createKey, hashKey } from '../../../shared/auth/api-key.js';
import { addKey } from '../../../shared/auth/key-store.js';
import { redisKeys } from '../../../shared/redis/redis-keys.js';
import { startFakeBoard } from '../../lib/fake-board.js';
import { startDnsServer } from '../../lib/processes/dns-server.js';
import { later, startReceiver, startWatching, until } from '../../lib/processes/watching.js';

const named = (url: string, name: string): string => url.replace('127.0.0.1', name);

test('webhooks and boards that are reached by name go on while names of others never resolve, and GET /api says so', async () => {
  const dns = later(await startDnsServer((name) => (name.includes('slow') ? null : '127.0.0.1')), (each) =>
    each.close(),
  );
  const board = later(await startFakeBoard(), (each) => each.close());
  board.setJobs('acme', [{ id: 1, title: 'Nurse of old' }]);
  const byName = { baseUrl: named(board.baseUrl, 'board.example') };
  const { connection, ask, read, url } = await startWatching(['acme'], byName, {
    DNS_SERVERS: dns.address,
    ALLOW_PRIVATE_HOSTS: 'board.example',
    ALLOW_PRIVATE_WEBHOOK_HOSTS: 'hook.example',
  });
  await read();
  const key = createKey();
  await addKey(connection, hashKey(key), {
    ...{ id: 'key_2', owner: 'key_2', name: 'loud', plan: 'pro', lastFour: key.slice(-4), createdAt: Date.now() },
  });
  for (let at = 0; at < 12; at++) {
    const response = await fetch(`${url}/api/watches`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ search: {}, url: `https://n.slow${at}.example/h` }),
    });
    expect(response.status).toBe(201);
  }
  const receiver = await startReceiver();
  const made = await ask('POST', '', { search: {}, url: named(receiver.url, 'hook.example') });
  receiver.secret = made.body.secret;
  await until(async () => (await connection.hlen(redisKeys.watchedBoards)) === 1);
  const nextSecond = Date.now() + 1000;
  await until(() => Date.now() > nextSecond);
  const titles: string[] = [];
  for (const title of ['Nurse of today', 'Nurse of tomorrow']) {
    titles.push(title);
    board.setJobs('acme', [{ id: titles.length + 1, title }]);
    // Read by name while the names of the other owner are waited for.
    await read();
    await until(() => [...dns.asked.keys()].some((name) => name.includes('slow')));
    await until(() => receiver.received.flatMap((each) => each.titles).length === titles.length);
  }
  expect(receiver.received.flatMap((each) => each.titles)).toEqual(titles);
  type Checks = Record<string, { status: string; output: string | null }[]>;
  let check: Checks[string][number] | undefined;
  await until(async () => {
    const { checks } = (await (await fetch(`${url}/api`)).json()) as { checks: Checks };
    check = checks['workers:names']?.[0];
    return check?.status === 'warn';
  });
  expect(check?.output).toContain('DNS_SERVERS');
  expect(check?.output).not.toContain('slow');
}, 60_000);
