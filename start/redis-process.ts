import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { sendInlineCommand } from './inline-command.js';
import { removeTempFiles } from './remove-temp-files.js';
import { repairAof } from './repair-aof.js';
import { type Ready, type ServiceProcess, watchProcess } from './service-process.js';

/** Lines of the server's last output that an error repeats. */
const wordsKept = 5;

/** Paths of the embedded Redis (program, data folder, socket folder) and its memory limit. */
export type RedisLocation = Readonly<{ program: string; files: string; sockets: string; maxmemory: string }>;

/** The address of the embedded Redis as REDIS_URL takes it. */
export const redisUrl = ({ sockets }: Pick<RedisLocation, 'sockets'>): string => `unix://${socketOf(sockets)}`;

/** The embedded Redis's socket in its folder. */
export const socketOf = (sockets: string): string => join(sockets, 'redis.sock');

/** The embedded Redis: a server without a port, whose files survive a restart and which never outlives its parent. */
export function redisProcess(place: RedisLocation): ServiceProcess {
  return {
    name: 'Redis',
    launch: () => {
      tidy(place.files);
      const child = spawn(place.program, settings(place), { stdio: ['ignore', 'pipe', 'pipe'], detached: true });
      if (child.pid !== undefined) leash(child, child.pid);
      return watchProcess('Redis', child, works(child, socketOf(place.sockets)));
    },
  };
}

/** Cleans up after a killed server or a full disk. If this fails, Redis reports what is wrong and the next start tries again. */
function tidy(files: string): void {
  try {
    removeTempFiles(files);
    for (const line of repairAof(files)) process.stdout.write(`Redis: ${line}\n`);
  } catch (error) {
    process.stderr.write(
      `Redis' files could not be repaired: ${error instanceof Error ? error.message : String(error)}\n`,
    );
  }
}

/** Shuts down a server that a killed parent left on this socket; resolves to whether there was one. */
export async function shutDownOrphan(place: Pick<RedisLocation, 'sockets'>): Promise<boolean> {
  try {
    const answer = await sendInlineCommand(socketOf(place.sockets), 'SHUTDOWN', 10_000);
    if (answer === '') return true;
    throw new Error(`A Redis left on ${socketOf(place.sockets)} would not shut down: ${answer}`);
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ECONNREFUSED'))
      return false;
    throw error;
  }
}

function settings({ files, sockets, maxmemory }: RedisLocation): string[] {
  const place = ['--port', '0', '--unixsocket', socketOf(sockets), '--unixsocketperm', '700', '--dir', files];
  const keep = ['--appendonly', 'yes', '--appendfsync', 'everysec', '--save', ''];
  // Nothing is evicted: a queue that lost a key would be broken. Redis refuses writes instead, and says so.
  const limit = ['--maxmemory', maxmemory, '--maxmemory-policy', 'noeviction'];
  return [...place, ...keep, ...limit, '--daemonize', 'no', '--loglevel', 'notice'];
}

/**
 * Ends Redis when this process dies for any reason. A shell reads from a pipe held by this process; at its end it sends
 * SIGTERM, and SIGKILL after five seconds.
 */
function leash(redis: ChildProcess, pid: number): void {
  const script =
    'read -r _; kill -TERM "$1" 2>/dev/null; n=0; while kill -0 "$1" 2>/dev/null && [ $n -lt 50 ]; do sleep 0.1; n=$((n+1)); done; kill -KILL "$1" 2>/dev/null';
  const shell = spawn('/bin/sh', ['-c', script, 'redis-leash', String(pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  shell.once('error', (error) => process.stderr.write(`Redis runs without a leash: ${error.message}\n`));
  shell.unref();
  // SIGKILL: the shell must not outlive Redis and signal a process id that the system has reused.
  redis.once('exit', () => shell.kill('SIGKILL'));
}

async function works(child: ChildProcess, socket: string): Promise<Ready> {
  await announcement(child);
  const answer = await sendInlineCommand(socket, 'PING');
  if (answer !== '+PONG') throw new Error(`Redis answered PING with ${JSON.stringify(answer)}.`);
  return { ready: true };
}

/** Resolves when the server says it takes connections (its files are loaded then); rejects with its last words. */
function announcement(child: ChildProcess): Promise<void> {
  const words: string[] = [];
  return new Promise((resolve, reject) => {
    const listen = (stream: Readable | null): void => {
      if (stream === null) return;
      createInterface({ input: stream }).on('line', (line) => {
        words.push(line);
        if (words.length > wordsKept) words.shift();
        if (/ready to accept connections/i.test(line)) resolve();
      });
    };
    listen(child.stdout);
    listen(child.stderr);
    child.once('close', () => reject(new Error(`Redis ended before it was ready. It said:\n${words.join('\n')}`)));
  });
}
