import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createDemoBoard } from '../../demo-board/boards/server.js';
import { demoSources } from '../../demo-board/sources.js';
import { readTree } from '../lib/read-tree.js';
import { type BenchProcess, startProcess } from '../lib/start-process.js';
import { startRedis } from '../lib/start-redis.js';

/** Processor time, in milliseconds: of the running workers, and of the API, Redis and this process together. */
export type Spent = { workersMs: number; restMs: number };

/** Redis, an API process, and the requested number of worker processes. */
export type ScaleStage = {
  url: string;
  setWorkers(count: number): Promise<void>;
  spent(): Spent;
  close(): Promise<void>;
};

/** Postings of the demo boards, a third of which every search matches and ranks, and the latency of a source, in milliseconds. */
const held = 12_000;
const sourceMs = 40;

/** Postings on the source page that each search reads again. */
const found = 20;

/** No rate limits: the workers are measured. */
const plans = { plans: [{ name: 'free', requests: 100_000_000, searchesAtOnce: 10_000 }] };

/** Opens the stage; the caller closes it, which ends every process it started. */
export async function openScaleStage(): Promise<ScaleStage> {
  const redis = await startRedis();
  const demo = createDemoBoard({ seed: 1, postings: held, now: new Date() });
  const { port } = await demo.listen(0);
  const narrow = await startNarrowSource();
  const speed = { perMinute: 60_000, concurrency: 64 };
  const [board] = demoSources(port).sources;
  const sources = [
    { ...board, ...speed, maxJobs: held, freshSeconds: 86_400 },
    { ...speed, id: 'narrow', kind: 'site', search: `${narrow.origin}/jobs?q={keyword}`, render: 'never' },
  ];
  const SOURCES = join(redis.folder, 'sources.json');
  const PLANS = join(redis.folder, 'plans.json');
  writeFileSync(SOURCES, JSON.stringify({ sources }));
  writeFileSync(PLANS, JSON.stringify(plans));
  const env = { REDIS_URL: redis.url, SOURCES, PLANS, PORT: '0', LOG_LEVEL: 'warn', ALLOW_PRIVATE_HOSTS: '127.0.0.1' };
  const api = await startProcess('api/main.js', { env });
  const workers: BenchProcess[] = [];
  return {
    url: String(api.ready.url),
    async setWorkers(count) {
      while (workers.length > count) await workers.pop()?.stop();
      while (workers.length < count) workers.push(await startProcess('worker/main.js', { env }));
    },
    spent() {
      const { user, system } = process.cpuUsage();
      return {
        workersMs: workers.reduce((sum, worker) => sum + worker.cpuMs(), 0),
        restMs: api.cpuMs() + readTree(redis.pid).cpuMs + (user + system) / 1000,
      };
    },
    async close() {
      for (const each of [api, ...workers]) await each.stop();
      await redis.stop();
      await demo.close();
      narrow.server.closeAllConnections();
      narrow.server.close();
    },
  };
}

/** A site with its own search, so that every search requests it. */
async function startNarrowSource(): Promise<{ origin: string; server: Server }> {
  const server = createServer(({ url = '', headers }, response) => {
    const path = new URL(url, `http://${headers.host}`);
    const isSearch = path.pathname === '/jobs';
    setTimeout(
      () =>
        response.writeHead(isSearch ? 200 : 404, { 'content-type': 'text/html' }).end(isSearch ? pageFor(path) : ''),
      sourceMs,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

function pageFor({ origin, searchParams }: URL): string {
  const nodes = Array.from({ length: found }, (_, index) => ({
    ...{
      '@context': 'https://schema.org',
      '@type': 'JobPosting',
      url: `${origin}/jobs/${searchParams.get('q')}-${index}`,
    },
    ...{ title: `Engineer ${index}`, description: 'You plan, build and look after what we make.' },
    ...{ datePosted: new Date().toISOString(), hiringOrganization: { '@type': 'Organization', name: 'Narrow' } },
  }));
  return `<!doctype html><title>Jobs</title><script type="application/ld+json">${JSON.stringify(nodes)}</script>`;
}
