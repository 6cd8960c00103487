import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDemoBoard } from '../../demo-board/server.js';
import { demoSources } from '../../demo-board/sources.js';
import { projectFile } from '../../shared/project-file.js';
import { readRuntime } from '../../start/runtime.js';

/** Redis, an API process, and as many worker processes as asked for. */
export type Stage = { url: string; setWorkers(count: number): Promise<void>; close(): Promise<void> };

/** Postings of the demo boards, a third of which every search matches and ranks, and the time a source takes to answer, in milliseconds. */
const held = 6000;
const sourceMs = 40;

/** Postings on the page of the source that each search reads anew. */
const found = 20;

export async function openStage(): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-scale-'));
  const demo = createDemoBoard({ seed: 1, postings: held, now: new Date() });
  const { port } = await demo.listen(0);
  const narrow = await startNarrowSource();
  const socket = join(folder, 'redis.sock');
  const redis = spawn(
    readRuntime().redisServer ?? 'redis-server',
    ['--port', '0', '--unixsocket', socket, '--save', ''],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      cwd: folder,
    },
  );
  await once(redis.stdout, 'data');
  const speed = { perMinute: 60_000, concurrency: 200 };
  const [board] = demoSources(port).sources;
  const search = `${narrow.origin}/jobs?q={keyword}`;
  const sources = [
    { ...board, ...speed, freshSeconds: 86_400 },
    { ...speed, id: 'narrow', kind: 'site', search, render: 'never' },
  ];
  writeFileSync(join(folder, 'sources.json'), JSON.stringify({ sources }));
  const env = {
    ...process.env,
    ...{ PORT: '0', REDIS_URL: `unix://${socket}`, SOURCES: join(folder, 'sources.json'), LOG_LEVEL: 'warn' },
    ...{ ALLOW_PRIVATE_HOSTS: '127.0.0.1', TRUST_PROXY: '1', CHROMIUM_PATH: '' },
  };
  const start = async (part: 'api' | 'worker'): Promise<{ child: ChildProcess; url: string }> => {
    const child = fork(projectFile(`dist/${part}/main.js`), { env, execArgv: [] });
    const [message] = (await once(child, 'message')) as [{ url?: string }];
    return { child, url: message.url ?? '' };
  };
  const api = await start('api');
  const workers: ChildProcess[] = [];
  return {
    url: api.url,
    async setWorkers(count) {
      while (workers.length > count) await end(workers.pop());
      while (workers.length < count) workers.push((await start('worker')).child);
    },
    async close() {
      for (const child of [api.child, ...workers, redis]) await end(child);
      await demo.close();
      narrow.server.closeAllConnections();
      narrow.server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A site that searches by itself, so that every search is read from it anew. */
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

async function end(child: ChildProcess | undefined): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
}
