import { CommandError } from '../../shared/cli/command-error.js';
import { hidePassword, readConfig } from '../../shared/config.js';
import { createLogger } from '../../shared/logger.js';
import { openQueue, type WarmJob } from '../../shared/queue/queues.js';
import { connectRedis, redisReady } from '../../shared/redis/redis.js';
import { checkFile, list, readWarmCommand, run, usage, type WarmCommand } from './warm-commands.js';
import { budgetOf } from './warm-file.js';

/** How long the command waits for Redis. */
const redisMs = 5000;

const tell = (line: string): void => void process.stderr.write(`${line}\n`);
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const now = () => new Date();

/** Executes a command on the running service; resolves to the exit code. */
async function runOnService({ command, subject, json }: WarmCommand): Promise<number> {
  const config = readConfig();
  if (config.REDIS_URL === '')
    throw new CommandError(
      `No Redis found: start the service with npx job-search start (and set the same DATA_DIR here), or set REDIS_URL.`,
    );
  const redis = connectRedis(config.REDIS_URL, 'working', createLogger('silent', 'warm'));
  try {
    await redisReady(redis, redisMs).catch(() => {
      throw new CommandError(`The Redis at ${hidePassword(config.REDIS_URL)} does not answer. Is the service running?`);
    });
    const queue = openQueue<WarmJob>('warm', redis);
    queue.on('error', (error) => tell(`The queue cannot be reached: ${error.message}`));
    const tools = { redis, queue, now, print, tell };
    try {
      if (command === 'run') return ['failed', 'broken', 'late'].includes((await run(tools, subject)).outcome) ? 1 : 0;
      await list(tools, json);
      return 0;
    } finally {
      await queue.close();
    }
  } finally {
    redis.disconnect();
  }
}

async function execute(command: WarmCommand): Promise<number> {
  if (command.command === 'list' || command.command === 'run') return runOnService(command);
  if (command.command === 'check')
    await checkFile(command.subject, { budget: budgetOf(readConfig()), now: now(), print });
  else print(usage);
  return 0;
}

/** Entry point of `npx job-search warm`. Exit codes: 0 = done, 1 = the run failed, 2 = an invalid command or no Redis. */
try {
  process.exitCode = await execute(readWarmCommand(process.argv.slice(2)));
} catch (error) {
  tell(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
}
