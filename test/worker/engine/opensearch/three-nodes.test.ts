import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { EngineUnavailable } from '../../../../shared/cluster/engine-unavailable.js';
import { projectFile } from '../../../../shared/project-file.js';
import { closeLater } from '../../../lib/close-later.js';
import { openSearchUrl } from '../../../lib/processes/test-opensearch.js';
import { suiteRedis } from '../../../lib/suite-redis.js';
import { made } from '../../lib/made-jobs.js';
import { openTestEngine } from './open-test-engine.js';

type Cluster = {
  urls: string[];
  stop(node: number): Promise<void>;
  start(node: number): Promise<void>;
  end(): Promise<void>;
};

const patienceMs = 400_000;
const nodes = [1, 2, 3];
const postings = 60;

if (openSearchUrl === null) test.skip('needs OpenSearch: npm test -- --suite opensearch', () => undefined);
else {
  const later = closeLater();
  const started = await suiteRedis('working');
  let cluster: Cluster;

  beforeAll(async () => {
    const { startOpenSearch } = (await import(projectFile('scripts/start-opensearch.mjs'))) as {
      startOpenSearch(options: { heapMb: number; nodes: number }): Promise<Cluster>;
    };
    cluster = await startOpenSearch({ heapMb: 640, nodes: nodes.length });
  }, patienceMs);
  afterAll(() => cluster.end(), patienceMs);

  const put = async (path: string, body: object): Promise<void> => {
    const options = { method: 'PUT', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const answer = await fetch(`${cluster.urls[0]}${path}`, options);
    if (!answer.ok) throw new Error(await answer.text());
  };
  const untilGreen = async (): Promise<void> => {
    const query = `wait_for_status=green&wait_for_nodes=${nodes.length}&wait_for_no_relocating_shards=true&timeout=120s`;
    const health = (await (await fetch(`${cluster.urls[0]}/_cluster/health?${query}`)).json()) as {
      timed_out: boolean;
    };
    if (health.timed_out) throw new Error('The cluster is not green.');
  };
  const openEngine = async (shards: number) => {
    const opened = await openTestEngine(cluster.urls.join(','), { ...started, later, shards });
    const jobs = Array.from({ length: postings }, (_, at) =>
      made({ source: 'one', title: `Baker ${at}`, url: `https://one.example/${at}` }),
    );
    await opened.world.hold('one', jobs);
    const { total } = await opened.ask();
    expect(total).toBeGreaterThan(postings / 2);
    return { ...opened, total };
  };
  const replicas = async (index: string, number: number): Promise<void> => {
    await put(`/${index}/_settings`, { index: { number_of_replicas: number } });
    await untilGreen();
  };
  /** Asks until an answer is as it should be, or an error is. */
  const until = async <Answer>(ask: () => Promise<Answer>, holds: (answer: Answer) => boolean): Promise<void> => {
    const end = performance.now() + 120_000;
    for (let last: unknown = null; performance.now() < end; await pause(100))
      try {
        const answer = await ask();
        if (holds(answer)) return;
        last = answer;
      } catch (error) {
        last = error;
        if (!(error instanceof EngineUnavailable)) throw error;
      } finally {
        if (performance.now() >= end) expect(last).toBe('as it should be');
      }
  };

  test(
    'no search fails while one node after the other is restarted under load',
    async () => {
      const { ask, names, total } = await openEngine(3);
      for (const index of Object.values(names)) await replicas(index, 1);
      let isOver = false;
      const answers: unknown[] = [];
      const load = [1, 2].map(async () => {
        while (!isOver) answers.push(await ask().catch((error: unknown) => error));
      });
      for (const node of nodes) {
        const before = answers.length;
        await cluster.stop(node);
        await cluster.start(node);
        await untilGreen();
        expect(answers.length).toBeGreaterThan(before + 5);
      }
      isOver = true;
      await Promise.all(load);
      const wrong = answers.filter((answer) => (answer as { total?: number }).total !== total);
      expect(wrong).toEqual([]);
    },
    patienceMs,
  );

  test(
    'an answer without a part of the postings says so, and is whole when that is back',
    async () => {
      const { ask, names, total } = await openEngine(3);
      for (const index of Object.values(names)) await replicas(index, index === names.openings ? 0 : 2);
      await cluster.stop(2);
      await until(ask, ({ silent, parts, total: found }) => silent > 0 && parts === 3 && found < total);
      await cluster.start(2);
      await until(ask, ({ silent, total: found }) => silent === 0 && found === total);
    },
    patienceMs,
  );

  test(
    'a red index is an engine that is away, until it is back',
    async () => {
      const { ask, names, total } = await openEngine(1);
      for (const index of Object.values(names)) await replicas(index, index === names.openings ? 0 : 2);
      const shards = (await (await fetch(`${cluster.urls[0]}/_cat/shards/${names.openings}?format=json`)).json()) as {
        node: string;
      }[];
      const node = Number(shards[0]?.node.replace('Node ', ''));
      await cluster.stop(node);
      const refused = () => ask().catch((error: unknown) => error);
      await until(refused, (error) => error instanceof EngineUnavailable && /OpenSearch/.test(error.message));
      await cluster.start(node);
      await until(ask, ({ silent, total: found }) => silent === 0 && found === total);
    },
    patienceMs,
  );

  test(
    'on a full disk an answer lacks what was read since, and names its source, until there is room',
    async () => {
      const { ask, world, names, total } = await openEngine(1);
      const watermarks = (low: string | null, high: string | null, flood: string | null) =>
        put('/_cluster/settings', {
          transient: {
            'cluster.info.update.interval': low === null ? null : '10s',
            'cluster.routing.allocation.disk.watermark.low': low,
            'cluster.routing.allocation.disk.watermark.high': high,
            'cluster.routing.allocation.disk.watermark.flood_stage': flood,
          },
        });
      await watermarks('1b', '1b', '1b');
      await watermarks('1%', '1%', '1%');
      try {
        const blocked = async () => (await fetch(`${cluster.urls[0]}/${names.openings}/_settings`)).text();
        await until(blocked, (settings) => settings.includes('read_only_allow_delete'));
        await world.hold('two', [made({ source: 'two', title: 'Miller' })]);
        await until(ask, ({ missing, total: found }) => missing.includes('two') && found === total);
      } finally {
        await watermarks(null, null, null);
      }
      await put('/_cluster/settings', { transient: { 'cluster.info.update.interval': '10s' } });
      await until(ask, ({ missing, total: found }) => missing.length === 0 && found === total + 1);
    },
    patienceMs,
  );
}
