import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './programs.mjs';

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return String(port);
}

/**
 * Starts the service on the demo board as `npm start` does, on free ports and with data of its own; resolves with its URL and a
 * function that stops it. `settings` are added to the environment.
 */
export async function startDemo(settings = {}) {
  const [PORT, DEMO_PORT] = [await freePort(), await freePort()];
  const data = mkdtempSync(join(tmpdir(), 'demo-'));
  const env = { ...process.env, PORT, DEMO_PORT, DATA_DIR: data, LOG_LEVEL: 'warn', ...settings };
  const service = spawn(process.execPath, [join(root, 'scripts', 'start.mjs')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise((resolve, reject) => {
    let said = '';
    service.stdout.on('data', (text) => {
      said += text;
      if (said.includes('Try it:')) resolve();
    });
    service.once('exit', () => reject(new Error(`The service did not start:\n${said}`)));
  });
  const end = async () => {
    service.kill('SIGTERM');
    await once(service, 'exit');
    rmSync(data, { recursive: true, force: true });
  };
  return { url: `http://127.0.0.1:${PORT}`, end };
}
