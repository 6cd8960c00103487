import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { setup } from './install/setup.mjs';
import { root } from './programs.mjs';

/** Sets up as `npx job-search start` does and runs Jest with these arguments; without any, all tests but the slow ones. */
export async function runTests(args) {
  const { chromium, redisServer } = await setup({ redisNeeded: true });
  const env = { ...process.env, CHROMIUM_PATH: chromium ?? '' };
  // Tests start redis-server by name.
  if (redisServer !== null && existsSync(redisServer))
    env.PATH = `${env.PATH ?? ''}${delimiter}${dirname(redisServer)}`;
  if (args.length === 0) env.SKIP_SLOW = 'yes';
  process.exitCode = await runJest(args, env);
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
