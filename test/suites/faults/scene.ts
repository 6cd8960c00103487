import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { createLogger } from '../../../shared/logger.js';
import { projectFile } from '../../../shared/project-file.js';
import { connectRedis, type RedisConnection, redisReady } from '../../../shared/redis/redis.js';
import { startCluster, type TestCluster } from '../../lib/start-cluster.js';
import { type Boards, startBoards } from './boards.js';
import { type Disk, openDisk } from './disk.js';
import { marked, type Process, signal } from './processes.js';
import { type RedisApart, startRedisApart } from './redis-apart.js';

export const sceneNames = ['one tree', 'apart', 'cluster'] as const;
export type SceneName = (typeof sceneNames)[number];

/** The whole service as separate processes, and the handles for injecting faults. */
export type Scene = {
  name: SceneName;
  url: string;
  /** The folder of the processes' logs. */
  log: string;
  boards: Boards;
  /** A Redis connection of the suite. */
  redis: RedisConnection;
  /** The file that names the boards. */
  sourcesFile: string;
  /** Stops reading what the trees say, or goes on. */
  readLog(reads: boolean): void;
  /** The disk under the embedded Redis. */
  disk: Disk;
  /** The external Redis and its proxy. */
  apart: RedisApart | null;
  /** The Redis Cluster of three nodes. */
  cluster: TestCluster | null;
  processes(): Process[];
  /** Sets the clocks of processes off from the true time, in milliseconds. */
  setClock(ms: number, of: readonly Process[]): void;
  /** The root processes of the trees. */
  roots(): number[];
  /** Kills the root process of one tree, waits until its descendants have ended, and starts it again. */
  killRoot(role: Role): Promise<void>;
  close(): Promise<void>;
};
export type Role = 'all' | 'api' | 'worker';

const readyMs = 60_000;

/** Starts one tree with an embedded Redis, or an API tree and a worker tree on an external Redis or on a cluster. */
export async function openScene(name: SceneName, say: (line: string) => void): Promise<Scene> {
  const folder = mkdtempSync(join(tmpdir(), 'faults-'));
  const mark = `${folder}/`;
  const disk = openDisk(join(folder, 'data'), say);
  const boards = await startBoards();
  const log = join(tmpdir(), `faults-${process.pid}-${name.replace(' ', '-')}.log`);
  const apart = name === 'apart' ? await startRedisApart(join(folder, 'apart')) : null;
  const cluster = name === 'cluster' ? await startCluster() : null;
  const port = await freePort();
  const sourcesFile = join(folder, 'sources.json');
  writeFileSync(sourcesFile, JSON.stringify({ sources: boards.sources }));
  const clock = join(folder, 'clock');
  const environment = {
    ...process.env,
    FAULTS_CLOCK: clock,
    NODE_OPTIONS: `--import=${pathToFileURL(projectFile('dist/test/suites/faults/jump-clock.js')).href}`,
    ...{ PORT: String(port), HOST: '127.0.0.1', DATA_DIR: disk.folder, WORKERS: '2' },
    ...{ SOURCES: sourcesFile, ALLOW_PRIVATE_HOSTS: '127.0.0.1', TRUST_PROXY: '1', LOG_LEVEL: 'info' },
    // Short lifetimes, so that the load causes collections all the time and its data does not accumulate.
    ...{
      SEARCH_WAIT_SECONDS: '5',
      FRESH_SECONDS: '1',
      PARTIAL_SECONDS: '1',
      STALE_SECONDS: '60',
      REDIS_URL: apart?.url ?? cluster?.url ?? '',
    },
  };
  const roles: Role[] = name === 'one tree' ? ['all'] : ['worker', 'api'];
  const trees = new Map<Role, ChildProcess>();
  const start = async (role: Role): Promise<void> => void trees.set(role, await startTree(role, environment, log));
  for (const role of roles) await start(role);
  const redis = connectRedis(
    apart?.direct ?? cluster?.url ?? `unix://${join(disk.folder, 'run/redis.sock')}`,
    'asking',
    createLogger('silent', 'faults'),
  );
  await redisReady(redis, 5000);
  return {
    ...{ name, log, url: `http://127.0.0.1:${port}`, boards, redis, disk, apart, cluster, sourcesFile },
    readLog(reads) {
      for (const { stdout } of trees.values()) reads ? stdout?.resume() : stdout?.pause();
    },
    processes: () => marked(mark).filter(({ pid }) => pid !== apart?.pid() && cluster?.pids().includes(pid) !== true),
    setClock(ms, of) {
      writeFileSync(clock, String(ms));
      for (const { pid } of of) signal(pid, 'SIGUSR2');
    },
    roots: () => [...trees.values()].map(({ pid = 0 }) => pid),
    async killRoot(role) {
      const tree = trees.get(role);
      if (tree?.pid === undefined) throw new Error(`There is no tree for ${role}.`);
      const below = marked(mark).filter(({ pid }) => !roles.some((other) => trees.get(other)?.pid === pid));
      const own = below.filter(({ args }) => (role === 'api') === /dist\/api\/main\.js/.test(args));
      signal(tree.pid, 'SIGKILL');
      await until(15_000, () => !marked(mark).some(({ pid }) => own.some((each) => each.pid === pid)));
      await start(role);
    },
    async close() {
      redis.disconnect();
      for (const role of roles.toReversed()) await stopTree(trees.get(role));
      await boards.close();
      await apart?.stop();
      await cluster?.stop();
      disk.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Starts the same as `npx job-search start`; resolves when it reports that it is ready. */
async function startTree(role: Role, environment: NodeJS.ProcessEnv, log: string): Promise<ChildProcess> {
  const main = JSON.stringify(projectFile('dist/start/main.js'));
  const program = `(await import(${main})).main(process.env)`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    env: { ...environment, ROLE: role },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const words: string[] = [];
  const ready = new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`The ${role} tree is not ready:\n${words.join('\n')}`)), readyMs);
    child.once('exit', () => reject(new Error(`The ${role} tree ended:\n${words.join('\n')}`)));
    for (const stream of [child.stdout, child.stderr])
      createInterface({ input: stream }).on('line', (line) => {
        appendFileSync(log, line.startsWith('{') ? `${line}\n` : `${new Date().toISOString()} ${line}\n`);
        if (words.length < 50) words.push(line);
        if (!/^(?:Try it:|The workers wait)/.test(line)) return;
        clearTimeout(timer);
        resolve();
      });
  });
  await ready;
  return child;
}

async function stopTree(tree: ChildProcess | undefined): Promise<void> {
  if (tree === undefined || tree.exitCode !== null || tree.signalCode !== null) return;
  const gone = once(tree, 'exit');
  tree.kill('SIGTERM');
  await gone;
}

/** Polls until a condition holds: the processes are not children of this one, so that no event reports their end. */
export async function until(limitMs: number, done: () => boolean | Promise<boolean>): Promise<boolean> {
  const end = performance.now() + limitMs;
  while (!(await done())) {
    if (performance.now() > end) return false;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return true;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
