import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { root } from './programs.mjs';
import { setup } from './setup.mjs';

const { chromium, redisServer } = await setup({ redisNeeded: true });
const env = { ...process.env, CHROMIUM_PATH: chromium ?? '' };
// Tests start redis-server by its name.
if (redisServer !== null && existsSync(redisServer)) env.PATH = `${env.PATH ?? ''}${delimiter}${dirname(redisServer)}`;
const jest = spawn(
  process.execPath,
  [
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    join(root, 'node_modules/jest/bin/jest.js'),
    ...process.argv.slice(2),
  ],
  { cwd: root, env, stdio: 'inherit' },
);
// The terminal signals Jest itself; this process stays alive to pass on its exit code.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);
jest.once('exit', (code, signal) => {
  process.exitCode = code ?? 128 + constants.signals[signal];
});
