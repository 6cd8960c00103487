import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../free-port.mjs';
import { root } from '../programs.mjs';

/**
 * Starts the service on the demo board as `npx job-search start` does, on free ports and with separate data; resolves
 * with its URL and a function that stops it, which also runs when a signal stops the script. `settings` are added to
 * the environment.
 */
export async function startDemo(settings = {}) {
  const [PORT, DEMO_PORT] = [String(await freePort()), String(await freePort())];
  const data = mkdtempSync(join(tmpdir(), 'demo-'));
  const env = { ...process.env, PORT, DEMO_PORT, DATA_DIR: data, LOG_LEVEL: 'warn', ...settings };
  const service = spawn(process.execPath, [join(root, 'scripts', 'start.mjs')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let ended;
  const end = () => {
    ended ??= (async () => {
      if (service.exitCode === null && service.signalCode === null) {
        const exit = once(service, 'exit');
        service.kill('SIGTERM');
        await exit;
      }
      rmSync(data, { recursive: true, force: true });
    })();
    return ended;
  };
  // A stopped script stops its service; the exit code is that of the signal, as in a shell.
  for (const [signal, number] of Object.entries({ SIGINT: 2, SIGTERM: 15, SIGHUP: 1 }))
    process.once(signal, () => void end().then(() => process.exit(128 + number)));
  await new Promise((resolve, reject) => {
    let said = '';
    service.stdout.on('data', (text) => {
      said += text;
      if (said.includes('Try it:')) resolve();
    });
    service.once('exit', () => reject(new Error(`The service did not start:\n${said}`)));
  });
  return { url: `http://127.0.0.1:${PORT}`, end };
}
