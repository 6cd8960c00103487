/** The entry of `npx job-search operator`. Exit codes: 0 = done, 2 = no Redis. */
import { makeOperatorCode } from '../../shared/auth/operators.js';
import { readConfig } from '../../shared/config.js';
import { withServiceRedis } from '../../shared/redis/command-redis.js';

try {
  await withServiceRedis(readConfig(), 'asking', async (redis) => {
    // Codes expire by the clock of Redis, as in the API processes.
    const [seconds] = await redis.time();
    const code = await makeOperatorCode(redis, new Date(Number(seconds) * 1000));
    process.stdout.write(`${code}\n`);
  });
  process.stderr.write('Enter this code on the page /boards. It works once, for an hour.\n');
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
