import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { type ConnectionOptions, type JobSchedulerJson, type Queue, QueueEvents } from 'bullmq';
import { type WarmJob, warmJobSchema } from '../../shared/queue/queues.js';
import { readWorkers } from '../../shared/queue/workers.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { redisKeys } from '../../shared/redis/redis-keys.js';
import { didYouMean } from '../../shared/words/did-you-mean.js';
import { inZone, nextRuns } from './next-runs.js';
import { readWarmFile, type WarmBudget } from './warm-file.js';
import { readRuns, type WarmRun, warmRunSchema } from './warm-run.js';
import { describeRun, type ListedWarm, warmTable } from './warm-table.js';

/** How the operator's tool is used. */
export const usage = `Usage:
  npm run warm -- list          the scheduled searches: next run, last run, how it ended; --json for programs
  npm run warm -- run NAME      run one now, behind all people, and say how it ended
  npm run warm -- check FILE    read a warm file and show when its searches will run`;

/** A command that cannot be done as it was written; its message says why. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** What is to be done. */
export type WarmCommand = { command: string; subject: string | undefined; json: boolean };

/** Reads the words of the command line. Throws a CommandError for an unknown option. */
export function readWarmCommand(words: string[]): WarmCommand {
  try {
    const options = { json: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } } as const;
    const { values, positionals } = parseArgs({ args: words, options, allowPositionals: true });
    const [command = 'help', subject, ...more] = positionals;
    if (more.length > 0) throw new Error(`"${more[0]}" is one word too many.`);
    return { command: values.help ? 'help' : command, subject, json: values.json };
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : String(error));
  }
}

type Print = (line: string) => void;

/** Shows what a warm file says. Throws with every mistake in it. */
export async function checkFile(
  file: string | undefined,
  { budget, now, print }: { budget: WarmBudget; now: Date; print: Print },
): Promise<void> {
  if (file === undefined) throw new CommandError('Which file? npm run warm -- check warm.json');
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new CommandError(`${file} cannot be read: ${error.message}`);
  });
  const { searches, busiest } = readWarmFile(text, { origin: file, budget, now });
  for (const { name, cron, timeZone } of searches) {
    const runs = nextRuns({ cron, timeZone }, { from: now, count: 3 });
    print(`${name}  ${cron}  ${runs.map((run) => inZone(run, timeZone)).join(', ')}`);
  }
  const off = busiest.top === 0 || busiest.perMinute === 0;
  print(
    off
      ? 'The busiest searches are not kept fresh.'
      : `The ${busiest.top} busiest searches are kept fresh, ${busiest.perMinute} a minute at most.`,
  );
}

/** What the commands work with that ask the running service. `tell` speaks to the person. */
export type WarmTools = {
  redis: RedisConnection;
  queue: Queue<WarmJob>;
  now: () => Date;
  print: Print;
  tell: Print;
};

/** Lists the scheduled searches of the running service. */
export async function list({ redis, queue, print, tell }: WarmTools, json: boolean): Promise<void> {
  const schedules = await searchesIn(queue);
  const { last, skipped } = await readRuns(redis);
  const rows = schedules.map(
    ({ key, tz = 'UTC', next }): ListedWarm => ({
      name: key,
      timeZone: tz,
      next: next === undefined ? null : new Date(next),
      last: last.get(key) ?? null,
      skipped: skipped.get(key) ?? 0,
    }),
  );
  if (json) print(JSON.stringify(rows));
  else if (rows.length === 0)
    tell('No search is scheduled: name a file of searches in WARM, and start the workers anew.');
  else for (const line of warmTable(rows)) print(line);
}

/** The schedules of searches, the next one first. */
async function searchesIn(queue: Queue<WarmJob>): Promise<JobSchedulerJson<WarmJob>[]> {
  const schedules: JobSchedulerJson<WarmJob>[] = await queue.getJobSchedulers(0, -1, true);
  return schedules.filter(({ template }) => template?.data?.kind === 'scheduled');
}

/** Runs a scheduled search now and waits until it has ended. Throws a CommandError when it cannot be run. */
export async function run(tools: WarmTools, name: string | undefined): Promise<WarmRun> {
  const { redis, queue, now, print, tell } = tools;
  const job = await chosen(queue, name);
  const workers = await readWorkers(redis, now());
  if (!workers.some(({ alive, queues }) => alive && queues.includes('search')))
    throw new CommandError(
      'No worker that takes searches is alive, so that nobody would run it. Start one, then try again.',
    );
  const connection = redis as ConnectionOptions;
  const events = new QueueEvents('warm', { connection, prefix: redisKeys.queue('warm') });
  events.on('error', (error) => tell(`The queue cannot be reached just now: ${error.message}`));
  try {
    await events.waitUntilReady();
    tell(`${job.name} runs, behind all people who search.`);
    const options = {
      jobId: `by-hand-${randomUUID()}`,
      removeOnComplete: { count: 100 },
      removeOnFail: { count: 100 },
    };
    const added = await (queue as Queue).add(job.name, job, options);
    const ended = warmRunSchema.parse(await added.waitUntilFinished(events));
    print(`${job.name}: ${describeRun(ended)}`);
    return ended;
  } finally {
    await events.close();
  }
}

type Scheduled = Extract<WarmJob, { kind: 'scheduled' }>;

async function chosen(queue: Queue<WarmJob>, name: string | undefined): Promise<Scheduled> {
  const schedules = await searchesIn(queue);
  const names = schedules.map(({ key }) => key);
  const known =
    names.length === 0 ? 'No search is scheduled: name a file of searches in WARM.' : `Names: ${names.join(', ')}.`;
  if (name === undefined) throw new CommandError(`Which search? ${known}`);
  const found = schedules.find(({ key }) => key === name);
  const near = didYouMean(name, names);
  const hint = near === null ? '' : ` Did you mean "${near}"?`;
  if (found === undefined) throw new CommandError(`No search is called "${name.slice(0, 60)}".${hint} ${known}`);
  const job = warmJobSchema.parse(found.template?.data);
  if (job.kind !== 'scheduled') throw new Error(`The schedule ${name} is none of a search.`);
  return job;
}
