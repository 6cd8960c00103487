import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export type TestRedis = {
  /** `unix://` URL, as REDIS_URL accepts it. */
  readonly url: string;
  /** Process id of the running server. */
  readonly pid: number;
  /** Stops the server and removes the folder this helper created. */
  stop(): Promise<void>;
  /** Kills the server, as a crash does; the files stay. */
  kill(): void;
  /** Restarts the server on the same socket; its data is restored when it is persistent. */
  restart(): Promise<void>;
};

/** `settings` are additional redis-server options, as on its command line. */
type Options = { dir?: string; persistent?: boolean; settings?: readonly string[] };

/** Starts a private, real redis-server on a unix socket; resolves once it has answered PING. */
export async function startRedis(options: Options = {}): Promise<TestRedis> {
  const dir = options.dir ?? mkdtempSync(join(tmpdir(), 'redis-'));
  const socket = join(dir, 'redis.sock');
  let server = await launch(dir, socket, options);
  const endWithUs = (): void => void server.kill('SIGKILL');
  process.on('exit', endWithUs);
  return {
    url: `unix://${socket}`,
    get pid() {
      return server.pid ?? 0;
    },
    kill: () => void server.kill('SIGKILL'),
    async stop() {
      await end(server, 'SIGTERM');
      process.off('exit', endWithUs);
      if (options.dir === undefined) rmSync(dir, { recursive: true, force: true });
    },
    async restart() {
      await end(server, 'SIGTERM');
      server = await launch(dir, socket, options);
    },
  };
}

async function launch(
  dir: string,
  socket: string,
  { persistent = false, settings: more = [] }: Options,
): Promise<ChildProcess> {
  const settings = ['--port', '0', '--unixsocket', socket, '--dir', dir, '--save', '', '--daemonize', 'no'];
  const policy = ['--maxmemory-policy', 'noeviction', '--appendonly', persistent ? 'yes' : 'no'];
  const child = spawn('redis-server', [...settings, ...policy, ...more], { stdio: ['ignore', 'pipe', 'ignore'] });
  await announcement(child);
  await ping(socket);
  return child;
}

/** Resolves when the server reports that it is ready; throws its output when it ends before. */
async function announcement(child: ChildProcess): Promise<void> {
  if (child.stdout === null) throw new Error('redis-server was started without a pipe to read.');
  const lines = createInterface({ input: child.stdout });
  const said: string[] = [];
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`redis-server ended with ${code}:\n${said.join('\n')}`)));
    lines.on('line', (line) => {
      said.push(line);
      if (/ready to accept connections/i.test(line)) resolve();
    });
  });
  lines.removeAllListeners('line');
  child.stdout.resume();
}

async function ping(socket: string): Promise<void> {
  const connection = connect(socket);
  try {
    connection.write('PING\r\n');
    const [answer] = await once(connection, 'data');
    if (!/^(?:\+PONG|-NOAUTH)/.test(String(answer)))
      throw new Error(`redis-server answered PING with ${String(answer)}`);
  } finally {
    connection.destroy();
  }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
}
