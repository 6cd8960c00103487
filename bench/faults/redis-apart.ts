import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { readRuntime } from '../../start/runtime.js';

/** How the way to Redis is: open, slow, silent both ways, or closed. */
export type Way = { kind: 'open' } | { kind: 'slow'; delayMs: number } | { kind: 'silent' } | { kind: 'closed' };

/** A Redis that stands apart, behind a way that can be hurt. */
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
  let way: Way = { kind: 'open' };
  const pairs = new Set<[Socket, Socket]>();
  const cut = (): void => {
    for (const pair of pairs) for (const end of pair) end.destroy();
  };
  /** What came is passed on when the way allows: at once, later, or when it is no longer silent. */
  const pass = (from: Socket, to: Socket): void => {
    let turn: Promise<unknown> = Promise.resolve();
    from.on('data', (bytes) => {
      if (way.kind === 'silent') return;
      const delayMs = way.kind === 'slow' ? way.delayMs : 0;
      const due = new Promise((resolve) => (delayMs === 0 ? resolve(null) : setTimeout(resolve, delayMs)));
      turn = turn.then(() => due).then(() => void (to.destroyed || to.write(bytes)));
    });
    from.on('error', () => to.destroy());
    from.on('close', () => to.destroy());
  };
  const proxy = createServer((client) => {
    if (way.kind === 'closed') return void client.resetAndDestroy();
    const up = connect(path);
    const pair: [Socket, Socket] = [client, up];
    pairs.add(pair);
    client.on('close', () => pairs.delete(pair));
    pass(client, up);
    pass(up, client);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return {
    url: `redis://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    pid: () => server.pid,
    direct: `unix://${path}`,
    setWay(next) {
      const was = way.kind;
      way = next;
      // What was swallowed is gone: like a network that was away, the connections of that time are of no use.
      if (next.kind === 'closed' || was === 'silent') cut();
    },
    cut,
    async replace() {
      await end(server);
      server = await launch(folder, path);
    },
    async stop() {
      cut();
      await new Promise((resolve) => proxy.close(resolve));
      await end(server);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function launch(folder: string, path: string): Promise<ChildProcess> {
  const { redisServer } = readRuntime();
  if (redisServer === null) throw new Error('There is no redis-server here.');
  const settings = ['--port', '0', '--unixsocket', path, '--dir', folder, '--save', '', '--appendonly', 'no'];
  const child = spawn(redisServer, [...settings, '--maxmemory-policy', 'noeviction'], {
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
