import { readConfig } from '../../shared/config.js';
import { openQueue, type WarmJob } from '../../shared/queue/queues.js';
import { withServiceRedis } from '../../shared/redis/command-redis.js';
import { checkFile, list, readWarmCommand, run, type WarmCommand, warmUsage } from './warm-commands.js';
import { budgetOf } from './warm-file.js';

const tell = (line: string): void => void process.stderr.write(`${line}\n`);
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const now = () => new Date();

/** Executes a command on the running service; resolves to the exit code. */
const runOnService = ({ command, subject, json }: WarmCommand): Promise<number> =>
  withServiceRedis(readConfig(), 'working', async (redis) => {
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
  });

async function execute(command: WarmCommand): Promise<number> {
  if (command.command === 'list' || command.command === 'run') return runOnService(command);
  if (command.command === 'check')
    await checkFile(command.subject, { budget: budgetOf(readConfig()), now: now(), print });
  else print(warmUsage);
  return 0;
}

/** Entry point of `npx job-search warm`. Exit codes: 0 = done, 1 = the run failed, 2 = an invalid command or no Redis. */
try {
  process.exitCode = await execute(readWarmCommand(process.argv.slice(2)));
} catch (error) {
  tell(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
}
