import { connect, createServer, type Socket } from 'node:net';
import { expect, test } from '@jest/globals';
import { EngineUnavailable } from '../../../../shared/cluster/engine-unavailable.js';
import { closeLater } from '../../../lib/close-later.js';
import { freePort } from '../../../lib/free-port.js';
import { openSearchUrl } from '../../../lib/processes/test-opensearch.js';
import { suiteRedis } from '../../../lib/suite-redis.js';
import { made } from '../../lib/made-jobs.js';
import { openTestEngine } from './open-test-engine.js';

if (openSearchUrl === null) test.skip('needs OpenSearch: npm test -- --suite opensearch', () => undefined);
else {
  const url = new URL(openSearchUrl);
  const later = closeLater();
  const started = await suiteRedis('working');

  /** A way to the cluster that can be cut and opened again. */
  async function openWay() {
    const port = await freePort();
    const sockets = new Set<Socket>();
    const way = createServer((socket) => {
      const onwards = connect(Number(url.port), url.hostname);
      for (const each of [socket, onwards]) sockets.add(each.on('error', () => undefined));
      socket.pipe(onwards).pipe(socket);
    });
    const open = () => new Promise<void>((resolve) => way.listen(port, '127.0.0.1', resolve));
    const cut = () => {
      way.close();
      for (const socket of sockets) socket.destroy();
      sockets.clear();
    };
    later(way, cut);
    await open();
    return { url: `http://127.0.0.1:${port}`, cut, open };
  }

  async function openEngine() {
    const way = await openWay();
    return { way, ...(await openTestEngine(way.url, { ...started, later })) };
  }

  test('a question while the cluster is away is rejected by its name, and answered when it is back', async () => {
    const { way, world, ask } = await openEngine();
    await world.hold('one', [made({ source: 'one', title: 'Baker' })]);
    expect((await ask()).total).toBe(1);
    way.cut();
    await expect(ask()).rejects.toBeInstanceOf(EngineUnavailable);
    await world.hold('two', [made({ source: 'two', title: 'Miller' })]);
    await expect(ask()).rejects.toBeInstanceOf(EngineUnavailable);
    await way.open();
    // What was read while the cluster was away is put into the index by the question.
    expect(await ask()).toMatchObject({ total: 2, missing: [], silent: 0 });
  }, 60_000);

  test('indexes that somebody removed are made and filled again', async () => {
    const { world, ask, names } = await openEngine();
    await world.hold('one', [made({ source: 'one', title: 'Baker' })]);
    expect((await ask()).total).toBe(1);
    for (const index of Object.values(names)) await fetch(`${openSearchUrl}/${index}`, { method: 'DELETE' });
    expect((await ask()).total).toBe(1);
  }, 60_000);
}
