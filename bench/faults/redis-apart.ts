import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { readRuntime } from '../../start/runtime.js';
import { startFaultProxy, type Way } from './fault-proxy.js';

/** A Redis that stands apart, with accounts of its own (ACL), behind a proxy that can go wrong. */
export type RedisApart = {
  /** By the way. */
  url: string;
  /** The server's process. */
  pid(): number | undefined;
  /** Past it. */
  direct: string;
  setWay(way: Way): void;
  /** Breaks every connection once. */
  cut(): void;
  /** Kills the server and starts another one without what it held. */
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

/** The accounts of the Redis: the service's with no more rights than docs/scale-and-faults.md names, and ours. */
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
