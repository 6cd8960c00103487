import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePorts } from '../../bench/lib/free-ports.js';

export type TestCluster = {
  /** Every node, comma-separated, as REDIS_URL takes it. */
  url: string;
  /** Ports of the nodes, in their order. */
  ports: number[];
  /** Process ids of the nodes that run now. */
  pids(): number[];
  /** The reply of one node to a command. */
  ask(node: number, ...command: string[]): string;
  /** Kills one node, as in a crash; its files stay. */
  kill(node: number): Promise<void>;
  /** Starts a killed node again with its files and port. */
  revive(node: number): Promise<void>;
  /** Resolves when every node reports that all slots are served. */
  settled(): Promise<void>;
  stop(): Promise<void>;
};

/** Starts a real Redis Cluster of three masters without replicas; all slots are served when this resolves. */
export async function startCluster(settings: readonly string[] = []): Promise<TestCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'cluster-'));
  const places = await takePlaces(folder);
  const nodes: ChildProcess[] = [];
  const endWithUs = (): void => nodes.forEach((node) => void node.kill('SIGKILL'));
  process.on('exit', endWithUs);
  const auth = authOf(settings);
  const ask = (node: number, ...command: string[]): string =>
    execFileSync('redis-cli', ['-p', String(places[node]?.port), ...auth, ...command], { encoding: 'utf8' }).trim();
  try {
    for (const place of places) nodes.push(await launch(place, settings));
    const addresses = places.map(({ port }) => `127.0.0.1:${port}`);
    const create = ['--cluster', 'create', ...addresses, '--cluster-replicas', '0', '--cluster-yes'];
    execFileSync('redis-cli', [...auth, ...create], { stdio: 'pipe' });
    await agreed(places.length, ask);
  } catch (error) {
    endWithUs();
    throw error;
  }
  return {
    url: places.map(({ port }) => `redis://127.0.0.1:${port}`).join(','),
    ports: places.map(({ port }) => port),
    pids: () => nodes.flatMap(({ pid }) => (pid === undefined ? [] : [pid])),
    ask,
    kill: (node) => end(nodes[node], 'SIGKILL'),
    async revive(node) {
      const place = places[node];
      if (place === undefined) throw new Error(`There is no node ${node}.`);
      nodes[node] = await launch(place, settings);
      await agreed(places.length, ask);
    },
    settled: () => agreed(places.length, ask),
    async stop() {
      await Promise.all(nodes.map((node) => end(node, 'SIGKILL')));
      process.off('exit', endWithUs);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

type Place = { folder: string; port: number; bus: number };

async function takePlaces(folder: string): Promise<Place[]> {
  const [a = 0, b = 0, c = 0, ...buses] = await freePorts(6);
  return [a, b, c].map((port, index) => ({ folder, port, bus: buses[index] ?? 0 }));
}

/** `redis-cli` needs the password of the nodes. */
function authOf(settings: readonly string[]): string[] {
  const at = settings.indexOf('--requirepass');
  return at < 0 ? [] : ['-a', settings[at + 1] ?? '', '--no-auth-warning'];
}

async function launch({ folder, port, bus }: Place, settings: readonly string[]): Promise<ChildProcess> {
  const files = ['--dir', folder, '--cluster-config-file', `nodes-${port}.conf`, '--dbfilename', `${port}.rdb`];
  const cluster = ['--cluster-enabled', 'yes', '--cluster-port', String(bus), '--cluster-node-timeout', '2000'];
  const keep = ['--save', '', '--appendonly', 'no', '--maxmemory-policy', 'noeviction', '--bind', '127.0.0.1'];
  const child = spawn('redis-server', ['--port', String(port), ...files, ...cluster, ...keep, ...settings], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const lines = createInterface({ input: child.stdout });
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`redis-server ended with ${code}.`)));
    lines.on('line', (line) => /ready to accept connections/i.test(line) && resolve());
  });
  return child;
}

/** Polls until every node reports that all slots are served: no event announces it. */
async function agreed(count: number, ask: (node: number, ...command: string[]) => string): Promise<void> {
  const end = Date.now() + 20_000;
  for (let node = 0; node < count; )
    if (ask(node, 'cluster', 'info').includes('cluster_state:ok')) node += 1;
    else if (Date.now() > end) throw new Error(`Node ${node} does not see the whole cluster after 20 s.`);
    else await new Promise((resolve) => setTimeout(resolve, 50));
}

async function end(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
}
