import { readPlans } from '../../shared/auth/plans.js';
import { readConfig } from '../../shared/config.js';
import { createLogger } from '../../shared/logger.js';
import { withServiceRedis } from '../../shared/redis/command-redis.js';
import { createSharedClock } from '../../shared/redis/shared-clock.js';
import { type KeyCommand, keyUsage, readKeyCommand, runKeyCommand } from './key-commands.js';

const tell = (line: string): void => void process.stderr.write(`${line}\n`);
const print = (line: string): void => void process.stdout.write(`${line}\n`);

async function run(command: KeyCommand): Promise<void> {
  const config = readConfig();
  const plans = readPlans(config);
  await withServiceRedis(config, 'asking', async (redis) => {
    // Keys expire by the clock of the API processes.
    const clock = createSharedClock({ redis, logger: createLogger('silent', 'key'), now: () => new Date() });
    try {
      await clock.ask();
      await runKeyCommand({ redis, plans, now: clock.now, print, tell }, command);
    } finally {
      clock.close();
    }
  });
}

/** Entry point of `npx job-search key`. Exit codes: 0 = done, 2 = an invalid command or no Redis. */
try {
  const command = readKeyCommand(process.argv.slice(2));
  if (command.command === 'help') print(keyUsage);
  else await run(command);
} catch (error) {
  tell(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
}
