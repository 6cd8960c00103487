import { setTimeout as wait } from 'node:timers/promises';
import { readTree } from '../soak/processes.js';
import { startTree, type Tree } from '../soak/start-tree.js';

/** The cost of one unit of each kind of work: milliseconds of processor time, or bytes. */
export type Costs = {
  /** A cached search: the API's share and Redis'. */
  hitApi: number;
  hitRedis: number;
  /** A new search over the held postings of a board of this size: the worker's share and Redis'. */
  postings: number;
  runWorker: number;
  runApi: number;
  runRedis: number;
  /** Collecting one posting of a whole-board source, without matching. */
  posting: number;
  /** One page of a career site, by HTTP and by Chromium. */
  pageHttp: number;
  pageBrowser: number;
  /** Bytes in Redis of one job of a held search, and of one held posting. */
  documentJobBytes: number;
  postingBytes: number;
};

/** A search of a busy machine is waited for: its cost is processor time. */
const headers = { 'content-type': 'application/json', prefer: 'wait=60' };
const cities = ['Berlin', 'Lyon', 'Austin', 'London', 'Toronto', 'Sydney', 'Chicago', 'Madrid'];

async function search({ url }: Tree, query: object): Promise<{ page: { total: number } }> {
  const answer = await fetch(`${url}/api/jobs/search`, { method: 'POST', headers, body: JSON.stringify(query) });
  if (answer.status !== 200) throw new Error(`A search was answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as { page: { total: number } };
}

type Cpu = { api: number; worker: number; redis: number; chromium: number };

function cpuOf(tree: Tree): Cpu {
  const seen = readTree(tree.pid);
  const of = (part: string) => seen.filter((each) => each.part === part).reduce((sum, { cpuMs }) => sum + cpuMs, 0);
  return { api: of('API'), worker: of('worker'), redis: of('Redis'), chromium: of('Chromium') };
}

/** The processor time of some work, minus the idle consumption of the process tree. */
async function cost(tree: Tree, work: () => Promise<void>): Promise<Cpu> {
  const idleMs = 4000;
  const [before] = [cpuOf(tree), await wait(idleMs)];
  const idle = cpuOf(tree);
  const began = performance.now();
  await work();
  const share = (performance.now() - began) / idleMs;
  const after = cpuOf(tree);
  const of = (part: keyof Cpu) => Math.max(0, after[part] - idle[part] - (idle[part] - before[part]) * share);
  return { api: of('api'), worker: of('worker'), redis: of('redis'), chromium: of('chromium') };
}

async function redisBytes(admin: string): Promise<number> {
  const answer = await fetch(`${admin}/metrics`, { headers: { authorization: `Bearer ${token}` } });
  return Number(/^job_search_redis_memory_bytes(?:\{[^}]*\})? (\S+)/m.exec(await answer.text())?.[1]);
}

const token = 'a-token-of-a-bench';
const long = { FRESH_SECONDS: '3600', STALE_SECONDS: '7200', LOG_LEVEL: 'info', ADMIN_TOKEN: token };

/** One board collected whole: cache hits, new searches over it, collecting it, and its memory in Redis. */
async function board(port: number) {
  const tree = await startTree(port, { onlySource: 'demo-greenhouse', environment: long });
  try {
    const admin = `http://127.0.0.1:${port + 1}`;
    const empty = await redisBytes(admin);
    const { page } = await search(tree, {});
    const held = await redisBytes(admin);
    const runs = 60;
    const run = await cost(tree, async () => {
      for (let turn = 0; turn < runs; turn++) {
        const query = {
          keyword: turn % 2 ? 'engineer' : 'manager',
          location: cities[turn % cities.length],
          salary: String(turn),
        };
        await search(tree, query);
      }
    });
    let jobs = 0;
    const few = await redisBytes(admin);
    for (let turn = 0; turn < 10; turn++) jobs += (await search(tree, { salary: String(turn + 1000) })).page.total;
    const full = await redisBytes(admin);
    const hits = 4000;
    const hit = await cost(tree, async () => {
      await Promise.all(
        Array.from({ length: 8 }, async () => {
          for (let turn = 0; turn < hits / 8; turn++)
            await search(tree, { keyword: 'engineer', location: cities[1], salary: '1' });
        }),
      );
    });
    return {
      postings: page.total,
      hitApi: hit.api / hits,
      hitRedis: hit.redis / hits,
      runWorker: run.worker / runs,
      runApi: run.api / runs,
      runRedis: run.redis / runs,
      documentJobBytes: (full - few) / jobs,
      postingBytes: (held - empty) / page.total,
    };
  } finally {
    await tree.stop();
  }
}

/** One board collected again for every search; the cost of matching is subtracted. */
async function collecting(port: number, runWorker: number): Promise<number> {
  const tree = await startTree(port, { onlySource: 'demo-greenhouse', environment: { ...long, FRESH_SECONDS: '1' } });
  try {
    await search(tree, {});
    const runs = 5;
    const spent = await cost(tree, async () => {
      for (let turn = 0; turn < runs; turn++) {
        await wait(1100);
        await search(tree, { salary: String(turn + 1) });
      }
    });
    const read = tree
      .lines()
      .filter(({ msg }) => msg === 'collect: done')
      .slice(-runs);
    const postings = read.reduce((sum, { jobs = 0 }) => sum + jobs, 0);
    return (spent.worker - runs * runWorker) / postings;
  } finally {
    await tree.stop();
  }
}

/** The pages of a career site, read for new keywords. */
async function pages(port: number, onlySource: 'demo-careers' | 'demo-spa'): Promise<number> {
  const tree = await startTree(port, { onlySource, environment: long });
  try {
    await search(tree, { keyword: 'nurse' });
    const before = tree.lines().length;
    const spent = await cost(tree, async () => {
      for (const keyword of ['engineer', 'manager', 'designer', 'driver']) await search(tree, { keyword });
    });
    const read = tree
      .lines()
      .slice(before)
      .filter(({ msg }) => msg === 'collect: done');
    const count = read.reduce((sum, line) => sum + (line.pages ?? 0), 0);
    return (spent.worker + spent.chromium) / count;
  } finally {
    await tree.stop();
  }
}

/** Measures every kind of work on the real service, by processor time, which other load on the machine affects little. */
export async function measureCosts(port: number): Promise<Costs> {
  const held = await board(port);
  const posting = await collecting(port, held.runWorker);
  return { ...held, posting, pageHttp: await pages(port, 'demo-careers'), pageBrowser: await pages(port, 'demo-spa') };
}
