import { expect, test } from '@jest/globals';
import { redisKeys } from '../../shared/redis/redis-keys.js';
import { startFakeBoard } from '../lib/fake-board.js';
import { later, type Received, startReceiver, startWatching, until } from '../lib/processes/watching.js';

/** The second in which an opening was held first is known, not the moment: what is new in the same second counts as first. */
async function nextSecond(): Promise<void> {
  const end = Date.now() + 1000;
  await until(() => Date.now() > end);
}

test('what a board lists when it is first read is known, whether a watch was made before or just after', async () => {
  const board = later(await startFakeBoard(), (each) => each.close());
  const old = Array.from({ length: 60 }, (_, at) => ({ id: at, title: `Nurse of old ${at}` }));
  board.setJobs('acme', old);
  board.setJobs('other', [{ id: 70, title: 'Welder' }]);
  const { connection, ask, read } = await startWatching(['acme', 'other'], board);
  const receivers = [await startReceiver(), await startReceiver()];
  const watch = async (receiver: (typeof receivers)[number] | undefined) => {
    if (receiver === undefined) throw new Error('There is no receiver.');
    receiver.secret = (await ask('POST', '', { search: {}, url: receiver.url })).body.secret;
  };
  await watch(receivers[0]);
  await read();
  await watch(receivers[1]);
  await until(async () => (await connection.hlen(redisKeys.watchedBoards)) === 2);
  await nextSecond();
  board.setJobs('acme', [...old, { id: 99, title: 'Nurse of today' }]);
  // Another board lists one of the old ones, too.
  const [copy] = old;
  board.setJobs('other', [
    { id: 70, title: 'Welder' },
    { ...copy, id: 71, title: copy?.title ?? '' },
  ]);
  await read();
  await until(() => receivers.every(({ received }) => received.length > 0));
  board.setJobs('other', [{ id: 72, title: 'Nurse of tomorrow' }]);
  await read();
  const isTold = ({ received }: { received: Received[] }) => received.at(-1)?.titles.includes('Nurse of tomorrow');
  await until(() => receivers.every(isTold));
  for (const { received } of receivers)
    expect(received.flatMap(({ titles }) => titles)).toEqual(['Nurse of today', 'Nurse of tomorrow']);
}, 60_000);

test('a board that gives its postings other ids lists nothing new, and what it lists later is told', async () => {
  const board = later(await startFakeBoard(), (each) => each.close());
  const text =
    'You care for our patients by night and by day, with a team that values careful work, and say what is missing.';
  const jobs = Array.from({ length: 18 }, (_, id) => ({ id, title: `Nurse ${id}`, content: `${text} Ward ${id}.` }));
  board.setJobs('acme', jobs);
  const { connection, ask, read } = await startWatching(['acme'], board);
  await read();
  const receiver = await startReceiver();
  receiver.secret = (await ask('POST', '', { search: {}, url: receiver.url })).body.secret;
  await until(async () => (await connection.hlen(redisKeys.watchedBoards)) === 1);
  await nextSecond();
  const moved = jobs.map((job) => ({ ...job, id: job.id + 1000 }));
  board.setJobs('acme', moved);
  await read();
  await nextSecond();
  board.setJobs('acme', [...moved, { id: 2000, title: 'Baker' }]);
  await read();
  await until(() => receiver.received.length > 0);
  expect(receiver.received.flatMap(({ titles }) => titles)).toEqual(['Baker']);
}, 60_000);

test('a new opening without a place that two boards list in other words is told once', async () => {
  const board = later(await startFakeBoard(), (each) => each.close());
  for (const [id, name] of ['acme', 'other'].entries()) board.setJobs(name, [{ id, title: 'Welder' }]);
  const { connection, ask, read } = await startWatching(['acme', 'other'], board);
  const receiver = await startReceiver();
  receiver.secret = (await ask('POST', '', { search: {}, url: receiver.url })).body.secret;
  await read();
  await until(async () => (await connection.hlen(redisKeys.watchedBoards)) === 2);
  const text = 'You will care for our patients by night and by day, with a team that values careful work.';
  const nurse = { title: 'Senior Nurse', company: 'Clinic', place: 'Remote' };
  board.setJobs('acme', [
    { id: 0, title: 'Welder' },
    { ...nurse, id: 2, content: text },
  ]);
  board.setJobs('other', [
    { id: 1, title: 'Welder' },
    { ...nurse, id: 3, content: `${text} Employment type: Full-time.` },
  ]);
  await read();
  await until(() => receiver.received.length > 0);
  // What is told later is told after what was noted before.
  board.setJobs('acme', [
    { id: 0, title: 'Welder' },
    { ...nurse, id: 2, content: text },
    { id: 4, title: 'Baker' },
  ]);
  await read();
  const titles = () => receiver.received.flatMap((each) => each.titles);
  await until(() => titles().includes('Baker'));
  expect(titles()).toEqual(['Senior Nurse', 'Baker']);
}, 60_000);

test('a watch receives each new opening once, whatever board or city lists it, and is paused where it is not wanted', async () => {
  const board = later(await startFakeBoard(), (each) => each.close());
  const old = { id: 1, title: 'Nurse of old', place: 'Berlin, Germany' };
  board.setJobs('acme', [old]);
  board.setJobs('other', [{ id: 90, title: 'Welder' }]);
  const { connection, ask, read } = await startWatching(['acme', 'other'], board);
  await read();
  await nextSecond();

  const receiver = await startReceiver();
  for (const url of [
    'https://10.0.0.1/',
    'http://example.com/',
    'https://localhost/',
    'ftp://example.com',
    'https://a:b@example.com/',
  ])
    expect([url, (await ask('POST', '', { search: {}, url })).status]).toEqual([url, 400]);
  // Every mistake is counted, though the first 20 are listed.
  const unknown = Object.fromEntries(Array.from({ length: 23 }, (_, at) => [`field/${at}`, '']));
  const refused = (await ask('POST', '', { ...unknown, url: receiver.url, search: { limit: '0' } })).body;
  expect(refused.detail).toBe('24 fields need attention. The first 20 are listed.');
  expect(refused.errors.map(({ pointer }: { pointer: string }) => pointer).slice(0, 2)).toEqual([
    '#/search/limit',
    '#/field~10',
  ]);
  expect(refused.errors).toHaveLength(20);
  // The tests let 127.0.0.1 through.
  const made = await ask('POST', '', { search: { keyword: 'nurse' }, url: receiver.url });
  expect([made.status, made.body.state]).toEqual([201, 'active']);
  receiver.secret = made.body.secret;
  const { id } = made.body;
  expect((await ask('GET', '')).body.watches).toEqual([expect.not.objectContaining({ secret: expect.anything() })]);

  // A test is sent at once and once, whatever the state of the watch, which it does not change.
  const tested = await ask('POST', `/${id}/test`);
  expect(tested).toEqual({
    status: 200,
    body: { id: expect.stringMatching(/^msg_/), accepted: true, reason: null },
  });
  expect(receiver.received.splice(0)).toEqual([{ id: tested.body.id, titles: [], type: 'watch.test' }]);
  await ask('POST', `/${id}/pause`);
  receiver.statuses.push(404);
  expect((await ask('POST', `/${id}/test`)).body).toMatchObject({
    accepted: false,
    reason: 'The address answered with status 404.',
  });
  expect((await ask('GET', `/${id}`)).body).toMatchObject({ state: 'paused', lastDeliveryAt: null });
  expect((await ask('POST', `/${id}/resume`)).body.state).toBe('active');
  expect((await ask('POST', '/watch_0/test')).status).toBe(404);

  // New on one board, in two cities, then on another board too; the first delivery is refused.
  receiver.statuses.push(503);
  const news = [
    { id: 2, title: 'Nurse of children', place: 'Berlin, Germany' },
    { id: 3, title: 'Nurse of children', place: 'Hamburg, Germany' },
    { id: 4, title: 'Welder' },
  ];
  board.setJobs('acme', [old, ...news]);
  await read();
  // While it is tried again, the watch says so and shows what the address answered.
  let failing = await ask('GET', `/${id}`);
  await until(async () => {
    failing = await ask('GET', `/${id}`);
    return failing.body.state === 'failing' || receiver.received.length > 0;
  });
  expect(failing.body.reason).toMatch(/^The address answered with status 503\. Tried once, and again at 2\S+Z\.$/);
  await until(() => receiver.received.length > 0);
  expect(receiver.received.flatMap(({ titles }) => titles)).toEqual(['Nurse of children']);
  await until(async () => (await ask('GET', `/${id}`)).body.state === 'active');
  const { deliveries } = (await ask('GET', `/${id}/deliveries`)).body;
  const shown = deliveries.map(({ n, type, status, accepted, jobs }: Record<string, unknown>) => [
    ...[n, type, status, accepted, jobs],
  ]);
  expect(shown).toEqual([
    [4, 'jobs.found', 204, true, 1],
    [3, 'jobs.found', 503, false, 1],
    [2, 'watch.test', 404, false, 0],
    [1, 'watch.test', 204, true, 0],
  ]);
  expect([deliveries[1].id, deliveries[1].nextAt !== null]).toEqual([deliveries[0].id, true]);

  // What was accepted is sent again when its owner wants it, under the same id, and signed by the old secret too.
  expect((await ask('POST', `/${id}/rotate`)).body.secret).not.toBe(receiver.secret);
  expect((await ask('POST', `/${id}/deliveries/4/redeliver`)).body).toMatchObject({
    ...{ id: deliveries[0].id, accepted: true, reason: null },
  });
  expect(receiver.received.pop()).toEqual({ id: deliveries[0].id, titles: ['Nurse of children'], type: 'jobs.found' });
  board.setJobs('other', [
    { id: 91, title: 'Nurse of children', place: 'Berlin, Germany' },
    { id: 92, title: 'Nurse by night' },
    // Held before the watch was made.
    { id: 93, title: 'Nurse of old', place: 'Berlin, Germany' },
  ]);
  // A worker that died after it noted deliveries, before it marked the board, looks at everything again.
  await read();
  await until(() => receiver.received.length > 1);
  await connection.del(redisKeys.watchedBoards);
  await until(async () => (await connection.hlen(redisKeys.watchedBoards)) === 2);
  await until(async () => (await connection.hlen(redisKeys.deliveries)) === 0);
  expect(receiver.received.flatMap(({ titles }) => titles)).toEqual(['Nurse of children', 'Nurse by night']);
  expect((await ask('GET', `/${id}`)).body.lastDeliveryAt).not.toBeNull();

  receiver.statuses.push(410);
  board.setJobs('acme', [old, ...news, { id: 5, title: 'Nurse who is not wanted' }]);
  await read();
  await until(async () => (await ask('GET', `/${id}`)).body.state === 'paused');
  expect((await ask('GET', `/${id}`)).body.reason).toBe('The address answered with status 410.');
  // What was refused is sent when the watch is resumed.
  expect((await ask('POST', `/${id}/resume`)).body.state).toBe('active');
  await until(() => receiver.received.length > 2);
  expect(receiver.received.at(-1)?.titles).toEqual(['Nurse who is not wanted']);
  expect((await ask('DELETE', `/${id}`)).status).toBe(204);
  expect((await ask('GET', `/${id}`)).status).toBe(404);
}, 120_000);
