import { build } from './build.mjs';
import { installPackages } from './install-packages.mjs';

// Standard output carries the key or the table alone: what the set-up has to say goes to standard error.
const write = process.stdout.write.bind(process.stdout);
process.stdout.write = process.stderr.write.bind(process.stderr);
installPackages();
build();
process.stdout.write = write;

// Without REDIS_URL the keys are those of the npm start that runs on this DATA_DIR.
if (!process.env.REDIS_URL) {
  const { findRunningRedis } = await import('../dist/start/find-running-redis.js');
  process.env.REDIS_URL = (await findRunningRedis(process.env)) ?? '';
}
await import('../dist/api/key-cli.js');
