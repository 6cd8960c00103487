// The service in one container: Redis, API, worker and Chromium, with all state in DATA_DIR. The first boards are
// chosen in the browser. `docker exec NAME node docker/one-container.mjs operator` prints a code for /boards; `key`,
// `backup` and `restore` run in the same way.
import { findRunningRedis } from '../dist/start/embedded-redis.js';
import { main } from '../dist/start/main.js';

const [, , command] = process.argv;
const programs = new Map([
  ['operator', '../dist/api/key-cli/operator-cli.js'],
  ['key', '../dist/api/key-cli/key-cli.js'],
  ['backup', '../dist/api/backup/backup-cli.js'],
  ['restore', '../dist/api/backup/backup-cli.js'],
]);
const program = programs.get(command ?? '');
if (program === undefined) await main(process.env, { boards: process.env.SOURCES ? null : 'none' });
else {
  process.env.REDIS_URL ||= (await findRunningRedis(process.env)) ?? '';
  // The backup program takes the command itself.
  if (command === 'key' || command === 'operator') process.argv.splice(2, 1);
  await import(program);
}
