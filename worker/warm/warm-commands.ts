/** The commands of `npx job-search warm`, and the table that they print. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type ConnectionOptions, type JobSchedulerJson, type Queue, QueueEvents } from 'bullmq';
import { CommandError, parseArguments, readCommandName } from '../../shared/cli/arguments.js';
import { alignColumns } from '../../shared/cli/columns.js';
import { type WarmJob, warmJobSchema } from '../../shared/queue/queues.js';
import { readWorkers } from '../../shared/queue/workers.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { redisKeys } from '../../shared/redis/redis-keys.js';
import { didYouMean } from '../../shared/words/did-you-mean.js';
import { inZone, nextRuns } from '../process/job-schedulers.js';
import { readRuns, type WarmRun, warmRunSchema } from './run-scheduled.js';
import { readWarmFile, type WarmBudget } from './warm-file.js';

/** The help text. */
export const warmUsage = `Usage:
  npx job-search warm list          list the scheduled searches with next run, last run and result; --json for programs
  npx job-search warm run NAME      run one now, at the lowest priority, and print the result
  npx job-search warm check FILE    validate a warm file and print when its searches will run`;

const commands = ['list', 'run', 'check', 'help'] as const;

/** A parsed command line; `subject` is the argument of `run` and `check`. */
export type WarmCommand = { command: (typeof commands)[number]; subject: string | undefined; json: boolean };

/** Parses the command line. Throws a CommandError for an unknown command or option. */
export function readWarmCommand(args: readonly string[]): WarmCommand {
  const { values, words } = parseArguments(args, { json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } });
  const { command = 'help', subject } = readCommandName(words, commands);
  return { command: values.has('help') ? 'help' : command, subject, json: values.get('json') === true };
}

type Print = (line: string) => void;

/** Prints the searches of a warm file and when they run. Throws an error that lists every mistake in the file. */
export async function checkFile(
  file: string | undefined,
  { budget, now, print }: { budget: WarmBudget; now: Date; print: Print },
): Promise<void> {
  if (file === undefined) throw new CommandError(`Which file? npx job-search warm check warm.json`);
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
      ? 'Refreshing the most requested searches is off.'
      : `The ${busiest.top} most requested searches are kept fresh, at most ${busiest.perMinute} per minute.`,
  );
}

/** Dependencies of commands on a running service. `print` writes results to stdout, `tell` messages to stderr. */
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
  else if (rows.length === 0) tell('No search is scheduled: set WARM to a file of searches and restart the workers.');
  else for (const line of warmTable(rows)) print(line);
}

/** The scheduled searches, in order of their next run. */
async function searchesIn(queue: Queue<WarmJob>): Promise<JobSchedulerJson<WarmJob>[]> {
  const schedules: JobSchedulerJson<WarmJob>[] = await queue.getJobSchedulers(0, -1, true);
  return schedules.filter(({ template }) => template?.data?.kind === 'scheduled');
}

/** Runs a scheduled search now and waits for its result. Throws a CommandError when it cannot be run. */
export async function run(tools: WarmTools, name: string | undefined): Promise<WarmRun> {
  const { redis, queue, now, print, tell } = tools;
  const job = await findScheduled(queue, name);
  const workers = await readWorkers(redis, now());
  if (!workers.some(({ alive, queues }) => alive && queues.includes('search')))
    throw new CommandError('No worker is running that takes searches. Start one, then try again.');
  const connection = redis as ConnectionOptions;
  const events = new QueueEvents('warm', { connection, prefix: redisKeys.queue('warm') });
  events.on('error', (error) => tell(`The queue cannot be reached: ${error.message}`));
  try {
    await events.waitUntilReady();
    tell(`${job.name} is running, at a lower priority than searches of clients.`);
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

async function findScheduled(queue: Queue<WarmJob>, name: string | undefined): Promise<Scheduled> {
  const schedules = await searchesIn(queue);
  const names = schedules.map(({ key }) => key);
  const known =
    names.length === 0 ? 'No search is scheduled: set WARM to a file of searches.' : `Names: ${names.join(', ')}.`;
  if (name === undefined) throw new CommandError(`Which search? ${known}`);
  const found = schedules.find(({ key }) => key === name);
  const near = didYouMean(name, names);
  const hint = near === null ? '' : ` Did you mean "${near}"?`;
  if (found === undefined)
    throw new CommandError(`There is no scheduled search "${name.slice(0, 60)}".${hint} ${known}`);
  const job = warmJobSchema.parse(found.template?.data);
  if (job.kind !== 'scheduled') throw new Error(`The schedule ${name} does not belong to a search.`);
  return job;
}

/** A row of the list of scheduled searches; `next` is `null` when it never runs again. */
type ListedWarm = {
  name: string;
  timeZone: string;
  next: Date | null;
  last: WarmRun | null;
  skipped: number;
};

const columns = ['name', 'next run', 'last run', 'result', 'skipped'] as const;

/** The lines of a table of scheduled searches; times are in the time zone of each search. */
function warmTable(rows: readonly ListedWarm[]): string[] {
  const cells = rows.map(({ name, timeZone, next, last, skipped }) => [
    name,
    next === null ? 'never' : inZone(next, timeZone),
    last === null ? 'never' : inZone(new Date(last.startedAt), timeZone),
    last === null ? '–' : describeRun(last),
    String(skipped),
  ]);
  return alignColumns([columns, ...cells]);
}

/** A short description of a run's outcome. */
function describeRun({ outcome, total, failing, tookMs }: WarmRun): string {
  const jobs = `${total ?? 0} jobs`;
  const took = `${(tookMs / 1000).toFixed(1)} s`;
  const without = failing.length === 0 ? '' : `, without ${failing.join(', ')}`;
  switch (outcome) {
    case 'complete':
      return `complete: ${jobs} in ${took}`;
    case 'partial':
      return `partial: ${jobs} in ${took}${without}`;
    case 'fresh':
      return `already fresh: ${jobs}, nothing was collected`;
    case 'failed':
      return `failed: no source could be reached (${failing.join(', ')})`;
    case 'broken':
      return 'error: see the log of the worker';
    case 'late':
      return `late: not finished after ${took}; searches of clients have priority, and this one is still waiting`;
    case 'skipped':
      return 'skipped: the previous run is still running';
  }
}
