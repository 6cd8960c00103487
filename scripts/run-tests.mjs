import { existsSync } from 'node:fs';
import { delimiter, dirname } from 'node:path';
import { setup } from './install/setup.mjs';
import { runSuites } from './run-suites.mjs';

/** Sets up as `npx job-search start` does and runs Jest with these arguments; without any, all tests. */
export async function runTests(args) {
  const { chromium, redisServer } = await setup({ redisNeeded: true });
  const env = { ...process.env, CHROMIUM_PATH: chromium ?? '' };
  // Tests start redis-server by its name.
  if (redisServer !== null && existsSync(redisServer))
    env.PATH = `${env.PATH ?? ''}${delimiter}${dirname(redisServer)}`;
  // Whoever names tests wants to see them fail at once.
  process.exitCode = await runSuites(args, { env, again: args.length === 0 });
}
