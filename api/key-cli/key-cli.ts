import { readPlans } from '../../shared/auth/plans.js';
import { CommandError } from '../../shared/cli/command-error.js';
import { hidePassword, readConfig } from '../../shared/config.js';
import { createLogger } from '../../shared/logger.js';
import { connectRedis, redisReady } from '../../shared/redis/redis.js';
import { createSharedClock } from '../../shared/redis/shared-clock.js';
import { type KeyCommand, readKeyCommand, runKeyCommand, usage } from './key-commands.js';

/** How long the command waits for Redis. */
const redisMs = 5000;

const tell = (line: string): void => void process.stderr.write(`${line}\n`);
const print = (line: string): void => void process.stdout.write(`${line}\n`);

async function run(command: KeyCommand): Promise<void> {
  const config = readConfig();
  const plans = readPlans(config);
  if (config.REDIS_URL === '')
    throw new CommandError(
      `No Redis found: start the service with npx job-search start (and set the same DATA_DIR here), or set REDIS_URL.`,
    );
  const logger = createLogger('silent', 'key');
  const redis = connectRedis(config, 'asking', logger);
  // A key expires by the time of the API processes.
  const clock = createSharedClock({ redis, logger, now: () => new Date() });
  try {
    await redisReady(redis, redisMs).catch(() => {
      throw new CommandError(`The Redis at ${hidePassword(config.REDIS_URL)} does not answer. Is the service running?`);
    });
    await clock.ask();
    await runKeyCommand({ redis, plans, now: clock.now, print, tell }, command);
  } finally {
    clock.close();
    redis.disconnect();
  }
}

/** Entry point of `npx job-search key`. Exit codes: 0 = done, 2 = an invalid command or no Redis. */
try {
  const command = readKeyCommand(process.argv.slice(2));
  if (command.command === 'help') print(usage);
  else await run(command);
} catch (error) {
  tell(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
}
