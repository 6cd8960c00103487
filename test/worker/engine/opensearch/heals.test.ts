import { connect, createServer, type Socket } from 'node:net';
import { expect, test } from '@jest/globals';
import { createLogger } from '../../../../shared/logger.js';
import { anySearch } from '../../../../shared/search/query/query.js';
import { EngineUnavailable } from '../../../../worker/engine/engine-unavailable.js';
import { namesOf } from '../../../../worker/engine/opensearch/index-schema.js';
import { openOpenSearch } from '../../../../worker/engine/opensearch/open-opensearch.js';
import { analyzeSearch } from '../../../../worker/match/keyword/analyze-search.js';
import { noWorkerMetrics } from '../../../../worker/process/metrics.js';
import { threadFile } from '../../../../worker/threads/thread-file.js';
import { createThreadPool } from '../../../../worker/threads/thread-pool.js';
import { closeLater } from '../../../lib/close-later.js';
import { freePort } from '../../../lib/free-port.js';
import { openSearchSettings, openSearchUrl } from '../../../lib/processes/test-opensearch.js';
import { suiteRedis } from '../../../lib/suite-redis.js';
import { gazetteer, made, now } from '../../lib/made-jobs.js';
import { openHeldWorld } from '../held-world.js';

if (openSearchUrl === null) test.skip('needs OpenSearch: npm test -- --suite opensearch', () => undefined);
else {
  const url = new URL(openSearchUrl);
  const later = closeLater();
  const { redis, server } = await suiteRedis('working');

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
    await redis.flushall();
    const way = await openWay();
    const logger = createLogger('silent', 'test');
    const threads = later(createThreadPool({ threads: 1, file: threadFile(), logger }), (pool) => pool.close());
    const world = later(openHeldWorld(redis, server.url, ['one', 'two']), (each) => each.close());
    const { boardStates, collections, sources } = world;
    const config = openSearchSettings(way.url);
    const engine = later(
      openOpenSearch({
        ...{ config, redis, logger, now: () => new Date(), collections, boardStates },
        ...{ sources, gazetteer, threads, metrics: noWorkerMetrics },
      }),
      (each) => each.close(),
    );
    const ask = () =>
      engine.search({ search: analyzeSearch(anySearch, gazetteer), now, collections: [] }, { depth: 10, records: 10 });
    return { way, world, engine, ask, names: namesOf(config.OPENSEARCH_PREFIX) };
  }

  test('a question while the cluster is away is rejected by its name, and answered when it is back', async () => {
    const { way, world, engine, ask } = await openEngine();
    await world.hold('one', [made({ source: 'one', title: 'Baker' })], engine);
    expect((await ask()).total).toBe(1);
    way.cut();
    await expect(ask()).rejects.toBeInstanceOf(EngineUnavailable);
    await world.hold('two', [made({ source: 'two', title: 'Miller' })], engine);
    await expect(ask()).rejects.toBeInstanceOf(EngineUnavailable);
    await way.open();
    // What was read while the cluster was away is put into the index by the question.
    expect(await ask()).toMatchObject({ total: 2, missing: [], silent: 0 });
  }, 60_000);

  test('indexes that somebody removed are made and filled again', async () => {
    const { world, engine, ask, names } = await openEngine();
    await world.hold('one', [made({ source: 'one', title: 'Baker' })], engine);
    expect((await ask()).total).toBe(1);
    for (const index of Object.values(names)) await fetch(`${openSearchUrl}/${index}`, { method: 'DELETE' });
    expect((await ask()).total).toBe(1);
  }, 60_000);
}
