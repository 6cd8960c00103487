import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { quietly } from './install/prepare-quietly.mjs';
import { setup } from './install/setup.mjs';

const { chromium, redisServer } = await quietly(() => setup({ redisNeeded: true }));
process.env.CHROMIUM_PATH ||= chromium ?? '';

// Pace and robots.txt are kept in Redis: if the operator configured none, a private one runs as long as the command.
if (!process.env.REDIS_URL && ['add', 'find', 'import', 'check'].includes(process.argv[2] ?? '')) {
  const folder = mkdtempSync(join(tmpdir(), 'sources-'));
  const socket = join(folder, 'redis.sock');
  const redis = spawn(redisServer, ['--port', '0', '--unixsocket', socket, '--save', '', '--dir', folder], {
    stdio: 'ignore',
  });
  // The server ends with the command.
  redis.unref();
  process.on('exit', () => {
    redis.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
  process.env.REDIS_URL = `unix://${socket}`;
}
await import('../dist/worker/sources-cli/main.js');
