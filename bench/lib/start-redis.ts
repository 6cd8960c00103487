import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '../../shared/logger.js';
import { projectFile } from '../../shared/project-file.js';
import { connectRedis, type RedisConnection, redisReady } from '../../shared/redis/redis.js';

export type BenchRedis = { url: string; redis: RedisConnection; pid: number; folder: string; stop(): Promise<void> };

/** Starts a separate real Redis on a unix socket, with the settings of the embedded one. The caller stops it. */
export async function startRedis(): Promise<BenchRedis> {
  const { redisServer } = JSON.parse(readFileSync(projectFile('.cache/runtime.json'), 'utf8')) as {
    redisServer: string;
  };
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const socket = join(folder, 'redis.sock');
  const place = ['--port', '0', '--unixsocket', socket, '--dir', folder];
  const keep = ['--appendonly', 'yes', '--appendfsync', 'everysec', '--save', ''];
  const server = spawn(redisServer, [...place, ...keep], { stdio: 'ignore' });
  const endWithUs = (): void => void server.kill('SIGKILL');
  process.on('exit', endWithUs);
  const redis = connectRedis(`unix://${socket}`, 'working', createLogger('silent', 'bench'));
  await redisReady(redis, 5000);
  return {
    url: `unix://${socket}`,
    redis,
    pid: server.pid ?? 0,
    folder,
    async stop() {
      redis.disconnect();
      server.kill();
      await once(server, 'exit');
      process.off('exit', endWithUs);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
