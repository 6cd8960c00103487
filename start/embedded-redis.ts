/** The embedded Redis: its folders, its lock, its process, and its end with this process. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { readConfig } from '../shared/config.js';
import { dataDirOf } from '../shared/data-dir.js';
import { repairAof } from './repair-aof.js';
import type { Ready, ServiceProcess } from './supervisor.js';

/** Paths of the embedded Redis (program, data folder, socket folder) and its memory limit. */
type RedisLocation = Readonly<{ program: string; files: string; sockets: string; maxmemory: string }>;

type Sockets = Pick<RedisLocation, 'sockets'>;

const socketOf = ({ sockets }: Sockets): string => join(sockets, 'redis.sock');

/** The address of the embedded Redis in REDIS_URL format. */
export const redisUrl = (place: Sockets): string => `unix://${socketOf(place)}`;

/** The address of the embedded Redis of an `npx job-search start` running on this DATA_DIR; `null` = none. */
export async function findRunningRedis(environment: NodeJS.ProcessEnv): Promise<string | null> {
  const place = { sockets: socketDirOf(dataDirOf(readConfig(environment))) };
  return (await isListening(socketOf(place))) ? redisUrl(place) : null;
}

/** The address of a unix socket has 104 bytes on macOS and 108 on Linux, including its terminating zero. */
const longestSocketPath = 100;

/**
 * The folder of a data folder's sockets: inside it or, if that path is too long for a unix socket, under the temp
 * folder with a name derived from the data folder, so that the next start finds it again.
 */
function socketDirOf(dataFolder: string): string {
  const inside = join(dataFolder, 'run');
  if (Buffer.byteLength(socketOf({ sockets: inside })) <= longestSocketPath) return inside;
  const mark = createHash('sha256').update(dataFolder).digest('hex').slice(0, 16);
  return join(tmpdir(), `job-search-${process.getuid?.() ?? 0}-${mark}`);
}

/** Creates a folder that only this user can enter; throws when it, or its parent, belongs to another user. */
export function privateDir(path: string): string {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EACCES' && code !== 'EROFS') throw error;
    const [user, owner] = [process.getuid?.(), lstatSync(dirname(path)).uid];
    throw new Error(
      `User ${user} cannot write to ${dirname(path)}, which belongs to user ${owner} (${code}): run "chown -R ${user} FOLDER" on the folder that is mounted there, or use a volume.`,
    );
  }
  const found = lstatSync(path);
  if (!found.isDirectory() || (process.getuid !== undefined && found.uid !== process.getuid()))
    throw new Error(`${path} belongs to another user; remove it or choose another DATA_DIR.`);
  chmodSync(path, 0o700);
  return path;
}

/**
 * Creates the folder for a data folder's sockets, and locks the data folder for this process tree by listening there:
 * the kernel releases the lock however the process ends. Throws when another running process tree has it.
 */
export async function lockDataDir(dataFolder: string): Promise<string> {
  const sockets = privateDir(socketDirOf(dataFolder));
  const path = join(sockets, 'owner.sock');
  if (await isListening(path))
    throw new Error(`${dataFolder} is in use by another running service; stop it or choose another DATA_DIR.`);
  rmSync(path, { force: true });
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });
  server.unref();
  return sockets;
}

/** Whether a process listens on a unix socket. */
function isListening(path: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') resolve(false);
      else reject(error);
    });
  });
}

/** How long an orphaned server may take to shut down, in milliseconds. */
const shutDownMs = 10_000;

/** Shuts down a server that a killed parent left on this socket; resolves to whether there was one. */
export async function shutDownOrphan(place: Sockets): Promise<boolean> {
  const path = socketOf(place);
  if (!(await isListening(path))) return false;
  await new Promise<void>((resolve, reject) => {
    const socket = connect(path);
    const fail = (why: string) => socket.destroy(new Error(`A Redis left on ${path} would not shut down: ${why}`));
    socket.setTimeout(shutDownMs, () => fail('it does not answer.'));
    socket.on('connect', () => socket.write('SHUTDOWN\r\n'));
    // It only answers with an error; when it shuts down, it closes the connection.
    socket.on('data', (bytes) => fail(String(bytes).trim()));
    socket.on('error', reject);
    socket.on('close', () => resolve());
  });
  return true;
}

/** A server without a port, whose files survive a restart and which never outlives its parent. */
export const redisProcess = (place: RedisLocation, stage: number): ServiceProcess => ({
  name: 'Redis',
  stage,
  launch() {
    tidy(place.files);
    const child = spawn(place.program, settings(place), { stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    if (child.pid !== undefined) leash(child, child.pid);
    return { process: child, ready: announcement(child) };
  },
});

/** Cleans up after a killed server or a full disk. If this fails, Redis reports it, and the next start retries. */
function tidy(files: string): void {
  try {
    removeTempFiles(files);
    for (const line of repairAof(files)) process.stdout.write(`Redis: ${line}\n`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(`Redis' files could not be repaired: ${reason}\n`);
  }
}

/** Temporary files of a Redis rewrite: `temp-rewriteaof-bg-77.aof`, `temp-77.rdb`. */
const tempFile = /^temp-[\w-]+\.(?:aof|rdb)$/;

/**
 * Removes temporary files that a killed Redis left in its directory: each is as large as its data, and Redis never reads them
 * again. Call it only while no Redis runs there.
 */
export function removeTempFiles(files: string): void {
  for (const name of readdirSync(files)) if (tempFile.test(name)) rmSync(join(files, name), { force: true });
}

function settings({ files, sockets, maxmemory }: RedisLocation): string[] {
  const place = ['--port', '0', '--unixsocket', socketOf({ sockets }), '--unixsocketperm', '700', '--dir', files];
  const keep = ['--appendonly', 'yes', '--appendfsync', 'everysec', '--save', ''];
  // Nothing is evicted, as losing a key would break a queue. Redis refuses writes instead, with an error.
  const limit = ['--maxmemory', maxmemory, '--maxmemory-policy', 'noeviction'];
  return [...place, ...keep, ...limit, '--daemonize', 'no', '--loglevel', 'notice'];
}

/**
 * Ends Redis when this process dies for any reason. A shell reads from a pipe of this process; at its end it sends
 * SIGTERM, and SIGKILL after five seconds.
 */
function leash(redis: ChildProcess, pid: number): void {
  const script =
    'read -r _; kill -TERM "$1" 2>/dev/null; n=0; while kill -0 "$1" 2>/dev/null && [ $n -lt 50 ]; do sleep 0.1; n=$((n+1)); done; kill -KILL "$1" 2>/dev/null';
  const shell = spawn('/bin/sh', ['-c', script, 'redis-leash', String(pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  shell.once('error', (error) => process.stderr.write(`Redis may outlive this service: ${error.message}\n`));
  shell.unref();
  // SIGKILL: the shell must not outlive Redis and signal a process id that the system has reused.
  redis.once('exit', () => shell.kill('SIGKILL'));
}

/** Lines of the server's last output that an error repeats. */
const wordsKept = 5;

/** Resolves when the server accepts connections (its files are loaded then); rejects with its last output. */
function announcement(child: ChildProcess): Promise<Ready> {
  const words: string[] = [];
  return new Promise((resolve, reject) => {
    const listen = (stream: Readable | null): void => {
      if (stream === null) return;
      createInterface({ input: stream }).on('line', (line) => {
        words.push(line);
        if (words.length > wordsKept) words.shift();
        if (/ready to accept connections/i.test(line)) resolve({ ready: true });
      });
    };
    listen(child.stdout);
    listen(child.stderr);
    child.once('error', reject);
    child.once('close', () => reject(new Error(`Redis ended before it was ready. It said:\n${words.join('\n')}`)));
  });
}
