import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { readRuntime } from '../../../start/start-service.js';
import { startFaultProxy, type Way } from './fault-proxy.js';

/** An external Redis with ACL accounts, behind a proxy that injects faults. */
export type RedisApart = {
  /** URL through the proxy. */
  url: string;
  /** The server's process. */
  pid(): number | undefined;
  /** URL that bypasses the proxy. */
  direct: string;
  setWay(way: Way): void;
  /** Breaks every connection once. */
  cut(): void;
  /** Kills the server and starts an empty one. */
  replace(): Promise<void>;
  stop(): Promise<void>;
};

export async function startRedisApart(folder: string): Promise<RedisApart> {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'redis.sock');
  let server = await launch(folder, path);
  const proxy = await startFaultProxy(path);
  return {
    url: `redis://service:secret@127.0.0.1:${proxy.port}`,
    pid: () => server.pid,
    direct: `unix://operator:secret@${path}`,
    setWay: proxy.setWay,
    cut: proxy.cut,
    async replace() {
      await end(server);
      server = await launch(folder, path);
    },
    async stop() {
      await proxy.close();
      await end(server);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The accounts of this Redis: the service's, with only the rights listed in docs/reports/scale-and-faults.md, and the suite's own. */
const accounts = [
  'service on >secret ~js:* ~{js:* &js:* +@all -@dangerous -@admin +info +client|setname',
  'operator on >secret ~* &* +@all',
  'default off ~* &* +@all',
] as const;

async function launch(folder: string, path: string): Promise<ChildProcess> {
  const { redisServer } = readRuntime();
  if (redisServer === null) throw new Error('There is no redis-server here.');
  const settings = ['--port', '0', '--unixsocket', path, '--dir', folder, '--save', '', '--appendonly', 'no'];
  const users = accounts.flatMap((rights) => ['--user', ...rights.split(' ')]);
  const child = spawn(redisServer, [...settings, ...users, '--maxmemory-policy', 'noeviction'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`redis-server ended with ${code}.`)));
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (/ready to accept connections/i.test(line)) resolve();
    });
  });
  return child;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}
