import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import type { Queue } from 'bullmq';
import { openQueue, payloadVersion } from '../../../shared/queue/queues.js';
import { redisKeys } from '../../../shared/redis/redis-keys.js';
import type { DeliverJob } from '../../../shared/watches/attempts.js';
import { tellOpenings } from '../../../shared/watches/deliveries.js';
import { addWatch } from '../../../shared/watches/watch.js';
import { startFakeBoard } from '../../lib/fake-board.js';
import { later, startReceiver, startWatching, until } from '../../lib/processes/watching.js';
import { storedWatch } from '../../lib/stored-watch.js';

async function startWithBoard() {
  const board = later(await startFakeBoard(), (each) => each.close());
  board.setJobs('acme', []);
  const started = await startWatching(['acme'], board);
  await started.read();
  return { ...started, post: (title: string) => board.setJobs('acme', [{ id: 1, title }]) };
}

test('a watch that cannot be told, read or delivered stops no other and is paused with a reason', async () => {
  const { connection, ask, read, post } = await startWithBoard();
  const receiver = await startReceiver();
  // They come first: their search has no word.
  const lone = Array.from({ length: 50 }, (_, at) => storedWatch(`watch_a${at}`, 0));
  for (const watch of lone) await addWatch(connection, { ...watch, url: 'https://127.0.0.1:1/?\ud800' }, 50);
  await addWatch(connection, { ...storedWatch('watch_untold', 0), owner: 'key:key_1' }, 50);
  await connection.set(redisKeys.watchTold('watch_untold'), 'damaged');
  await connection.hset(redisKeys.watches, 'watch_unread', '{"id":');
  const made = await ask('POST', '', { search: { keyword: 'nurse' }, url: receiver.url });
  receiver.secret = made.body.secret;
  post('Nurse of today');
  await read();
  await until(() => receiver.received.length > 0);
  expect(receiver.received.map(({ titles }) => titles)).toEqual([['Nurse of today']]);
  await until(async () => (await connection.hlen(redisKeys.watchedBoards)) === 1);
  expect((await ask('GET', '/watch_untold')).body).toMatchObject({
    ...{ state: 'paused', reason: expect.stringContaining('Openings could not be noted for it') },
  });
  expect((await ask('GET', '')).body.watches.map(({ id }: { id: string }) => id)).toEqual([
    'watch_untold',
    made.body.id,
  ]);
  expect((await ask('DELETE', '/watch_untold')).status).toBe(204);
}, 60_000);

test('receivers of one owner that do not answer leave most slots to others', async () => {
  const { connection, ask, read, post } = await startWithBoard();
  const open: ServerResponse[] = [];
  const hanging = createServer((_request, response) => void open.push(response));
  await new Promise<void>((resolve) => hanging.listen(0, '127.0.0.1', resolve));
  later(hanging, (each) => {
    each.closeAllConnections();
    each.close();
  });
  const url = `http://127.0.0.1:${(hanging.address() as AddressInfo).port}`;
  for (let at = 0; at < 60; at++)
    await addWatch(connection, { ...storedWatch(`watch_a${at}`, 0), owner: 'key:other', url }, 60);
  const receiver = await startReceiver();
  // Its search has a word: it is told after the others.
  receiver.secret = (await ask('POST', '', { search: { keyword: 'nurse' }, url: receiver.url })).body.secret;
  post('Nurse of today');
  await read();
  await until(() => receiver.received.length > 0);
  // None of theirs was answered or given up before.
  expect(open.length).toBeGreaterThan(0);
  expect(open.length).toBeLessThanOrEqual(4);
}, 60_000);

test('a delivery that the release before has noted and queued is sent once', async () => {
  const { connection } = await startWithBoard();
  const receiver = await startReceiver();
  receiver.secret = `whsec_${Buffer.from('s'.repeat(24)).toString('base64')}`;
  const watch = { ...storedWatch('watch_b', 0), owner: 'key:key_1', url: receiver.url, secret: receiver.secret };
  await addWatch(connection, watch, 1);
  const openings = [{ source: 'a', same: ['one'], alike: [], record: '{"title":"Nurse of yesterday"}' }];
  await tellOpenings(connection, watch.id, { openings, now: Date.now(), spacingMs: 1000 });
  const [id = ''] = await connection.zrange(redisKeys.deliveriesDue, '0', '-1');
  const queue = openQueue<DeliverJob>('deliver', connection) as Queue;
  later(queue, (each) => each.close());
  await queue.add('deliver', { v: payloadVersion, id }, { jobId: id, removeOnComplete: true, removeOnFail: true });
  await until(async () => receiver.received.length > 0 && (await connection.hlen(redisKeys.deliveries)) === 0);
  await until(async () => (await queue.getJob(id)) === undefined);
  expect(receiver.received).toEqual([{ id, titles: ['Nurse of yesterday'], type: 'jobs.found' }]);
}, 60_000);
