import { existsSync } from 'node:fs';
import { delimiter, dirname } from 'node:path';
import { runSuites } from './run-suites.mjs';
import { setup } from './setup.mjs';

const { chromium, redisServer } = await setup({ redisNeeded: true });
const env = { ...process.env, CHROMIUM_PATH: chromium ?? '' };
// Tests start redis-server by its name.
if (redisServer !== null && existsSync(redisServer)) env.PATH = `${env.PATH ?? ''}${delimiter}${dirname(redisServer)}`;
const args = process.argv.slice(2);
// Whoever names suites wants to see them fail at once.
process.exitCode = await runSuites(args, { env, again: args.length === 0 });
