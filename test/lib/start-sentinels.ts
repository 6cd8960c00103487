import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePorts } from '../../bench/lib/free-ports.js';

export type TestSentinels = {
  /** The three Sentinels and the name of what they watch, as REDIS_URL takes it. */
  url: string;
  /** The port of the primary, as the first Sentinel knows it. */
  primary(): number;
  /** The reply of a server to a command. */
  ask(port: number, ...command: string[]): string;
  /** Sends a signal to the server on a port, and waits for the end of a killed one. */
  signal(port: number, signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): Promise<void>;
  /** Starts a killed server again; the Sentinels make it a replica. */
  revive(port: number): Promise<void>;
  /** Resolves once the Sentinels agree on another primary than this one. */
  movedFrom(port: number): Promise<void>;
  /** Resolves once the primary has a replica that follows it. */
  replicated(): Promise<void>;
  stop(): Promise<void>;
};

const name = 'jobs';

/** Starts a primary, a replica, and three Sentinels that take a primary for lost after a second; they agree when this resolves. */
export async function startSentinels(): Promise<TestSentinels> {
  const folder = mkdtempSync(join(tmpdir(), 'sentinels-'));
  const [first = 0, second = 0, ...watching] = await freePorts(5);
  const running = new Map<number, ChildProcess>();
  const endWithUs = (): void => running.forEach((child) => void child.kill('SIGKILL'));
  process.on('exit', endWithUs);
  const ask = (port: number, ...command: string[]): string =>
    execFileSync('redis-cli', ['-p', String(port), ...command], { encoding: 'utf8' }).trim();
  const primary = (): number =>
    Number(ask(watching[0] ?? 0, 'sentinel', 'get-master-addr-by-name', name).split('\n')[1]);
  const startServer = async (port: number, ...more: string[]): Promise<void> => {
    const keep = ['--save', '', '--appendonly', 'no', '--maxmemory-policy', 'noeviction', '--bind', '127.0.0.1'];
    const files = ['--dir', folder, '--dbfilename', `${port}.rdb`, '--repl-diskless-sync-delay', '0'];
    running.set(port, await launch(['--port', String(port), ...keep, ...files, ...more]));
  };
  const replicated = (): Promise<void> =>
    eventually('a replica follows the primary', () => /state=online/.test(ask(primary(), 'info', 'replication')));
  try {
    await startServer(first);
    await startServer(second, '--replicaof', '127.0.0.1', String(first));
    for (const port of watching) {
      const file = join(folder, `sentinel-${port}.conf`);
      const lines = [
        `port ${port}`,
        'bind 127.0.0.1',
        `dir ${folder}`,
        `sentinel monitor ${name} 127.0.0.1 ${first} 2`,
        `sentinel down-after-milliseconds ${name} 1000`,
        `sentinel failover-timeout ${name} 5000`,
      ];
      writeFileSync(file, `${lines.join('\n')}\n`);
      running.set(port, await launch([file, '--sentinel']));
    }
    await eventually('the Sentinels know each other and the replica', () =>
      watching.every((port) => {
        const known = ask(port, 'sentinel', 'master', name).split('\n');
        const value = (field: string): string => known[known.indexOf(field) + 1] ?? '';
        return value('num-other-sentinels') === '2' && value('num-slaves') === '1';
      }),
    );
    await replicated();
  } catch (error) {
    endWithUs();
    throw error;
  }
  return {
    url: `redis+sentinel://${watching.map((port) => `127.0.0.1:${port}`).join(',')}/${name}`,
    ...{ primary, ask, replicated },
    async signal(port, signal) {
      const child = running.get(port);
      if (child === undefined) throw new Error(`No server runs on ${port}.`);
      const gone = signal === 'SIGKILL' ? once(child, 'exit') : null;
      child.kill(signal);
      await gone;
    },
    revive: (port) => startServer(port),
    movedFrom: (port) => eventually('the Sentinels made another primary', () => primary() !== port),
    async stop() {
      const ends = [...running.values()].filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
      const gone = ends.map((child) => once(child, 'exit'));
      for (const child of ends) child.kill('SIGKILL');
      await Promise.all(gone);
      process.off('exit', endWithUs);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function launch(args: readonly string[]): Promise<ChildProcess> {
  const child = spawn('redis-server', args, { stdio: ['ignore', 'pipe', 'ignore'] });
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`redis-server ended with ${code}.`)));
    createInterface({ input: child.stdout }).on(
      'line',
      (line) => /ready to accept connections|\+monitor master/i.test(line) && resolve(),
    );
  });
  return child;
}

/** Polls until a state is reached, for at most 30 s: Redis announces none of these. */
async function eventually(what: string, isSo: () => boolean): Promise<void> {
  for (const end = Date.now() + 30_000; !isSo(); ) {
    if (Date.now() > end) throw new Error(`Not so within 30 s: ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
