import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { askRedis } from './ask-redis.js';
import { clearDrafts } from './clear-drafts.js';
import { mendLog } from './mend-log.js';
import { type Part, type Ready, watchPart } from './part.js';

/** How many of the server's last words an error repeats. */
const wordsKept = 5;

/** Where the embedded Redis lives: its program, the folder of its files and that of its socket; and what it may hold at most. */
export type RedisPlace = Readonly<{ program: string; files: string; sockets: string; maxmemory: string }>;

/** The address of the embedded Redis as REDIS_URL takes it. */
export const redisUrl = ({ sockets }: Pick<RedisPlace, 'sockets'>): string => `unix://${socketOf(sockets)}`;

/** The embedded Redis's socket in its folder. */
export const socketOf = (sockets: string): string => join(sockets, 'redis.sock');

/** The embedded Redis: a real server without a port, whose files survive a restart and that never outlives its parent. */
export function redisPart(place: RedisPlace): Part {
  return {
    name: 'Redis',
    launch: () => {
      tidy(place.files);
      const child = spawn(place.program, settings(place), { stdio: ['ignore', 'pipe', 'pipe'], detached: true });
      if (child.pid !== undefined) leash(child, child.pid);
      return watchPart('Redis', child, works(child, socketOf(place.sockets)));
    },
  };
}

/** What a killed server and a full disk left; where it fails, Redis itself says what is wrong, and the next start tries again. */
function tidy(files: string): void {
  try {
    clearDrafts(files);
    for (const line of mendLog(files)) process.stdout.write(`Redis: ${line}\n`);
  } catch (error) {
    process.stderr.write(
      `The files of Redis were not mended: ${error instanceof Error ? error.message : String(error)}\n`,
    );
  }
}

/** Ends a server that a killed parent left on this socket, and waits until it is gone. */
export async function shutDownLeftover(place: Pick<RedisPlace, 'sockets'>): Promise<boolean> {
  try {
    const answer = await askRedis(socketOf(place.sockets), 'SHUTDOWN', 10_000);
    if (answer === '') return true;
    throw new Error(`A Redis left on ${socketOf(place.sockets)} would not shut down: ${answer}`);
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ECONNREFUSED'))
      return false;
    throw error;
  }
}

function settings({ files, sockets, maxmemory }: RedisPlace): string[] {
  const place = ['--port', '0', '--unixsocket', socketOf(sockets), '--unixsocketperm', '700', '--dir', files];
  const keep = ['--appendonly', 'yes', '--appendfsync', 'everysec', '--save', ''];
  // Nothing is evicted: a queue that lost a key would be broken. Redis refuses writes instead, and says so.
  const limit = ['--maxmemory', maxmemory, '--maxmemory-policy', 'noeviction'];
  return [...place, ...keep, ...limit, '--daemonize', 'no', '--loglevel', 'notice'];
}

/**
 * Redis knows nothing of parents. A tiny shell holds a pipe of ours: when we die, however, the pipe ends and the shell
 * ends Redis, gently first.
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
  // SIGKILL: a shell that is told of our going must not signal an id that the system has given to someone else.
  redis.once('exit', () => shell.kill('SIGKILL'));
}

async function works(child: ChildProcess, socket: string): Promise<Ready> {
  await announcement(child);
  const answer = await askRedis(socket, 'PING');
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
