import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { setup } from './install/setup.mjs';
import { root } from './programs.mjs';

/** Sets up as `npx job-search start` does and runs Jest with these arguments; without any, all tests. */
export async function runTests(args, env = {}) {
  const { chromium, redisServer } = await setup({ redisNeeded: true });
  const all = { ...process.env, CHROMIUM_PATH: chromium ?? '', ...env };
  // Tests start redis-server by its name.
  if (redisServer !== null && existsSync(redisServer))
    all.PATH = `${all.PATH ?? ''}${delimiter}${dirname(redisServer)}`;
  process.exitCode = await runJest(args, all);
}

/** Runs Jest and resolves with its exit code. */
function runJest(args, env) {
  const jest = spawn(process.execPath, [join(root, 'node_modules/jest/bin/jest.js'), ...args], {
    cwd: root,
    env,
    stdio: 'inherit',
  });
  // The terminal signals Jest itself; this process stays alive to pass on its exit code.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);
  return new Promise((resolve, reject) => {
    jest.once('error', reject);
    jest.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
  });
}
