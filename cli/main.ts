import { exits } from './cli-error.js';
import type { ServiceAddress } from './explain-failure.js';
import { jobsTable } from './jobs-table.js';
import { help, type Options, readOptions } from './options.js';
import { createProgress, plainJson, silent } from './progress.js';
import { type RequestedFields, requestSearch, type SearchRequestOptions } from './request-search.js';
import { type CommandTools, errorLines, runCommand, serviceFrom } from './run-command.js';
import { summary } from './summary.js';
import { watch } from './watch.js';

/** The commands search and watch, clients of the REST API. `args` are those after its name; resolves to the exit code (`exits`). */
export const main = (
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  name: 'search' | 'watch' = 'search',
): Promise<number> =>
  runCommand(environment, async (tools) => {
    const options = readOptions(args, name);
    if (options.help) {
      tools.out.write(help(options.watchMinutes !== null));
      return exits.found.code;
    }
    const command = { options, service: serviceFrom(environment), ...tools };
    return await (options.watchMinutes === null ? searchOnce(command) : watchFor(command, options.watchMinutes));
  });

type Command = CommandTools & { options: Options; service: ServiceAddress };

const now = (): Date => new Date();

/** Searches with progress on standard error. */
async function searchWithProgress({ options, service, err, signal }: Command, query: RequestedFields) {
  const progress = options.quiet ? silent : createProgress(err, now);
  const search: SearchRequestOptions = { query, waitSeconds: options.waitSeconds, signal, observer: progress };
  try {
    return await requestSearch(service, search);
  } finally {
    progress.clear();
  }
}

async function searchOnce(command: Command): Promise<number> {
  const { options, out, err } = command;
  const answer = await searchWithProgress(command, options.query);
  if (options.json) out.write(`${plainJson(answer)}\n`);
  else {
    out.write(jobsTable(answer.jobs, { screen: out, now: now(), from: answer.page.index * answer.page.limit + 1 }));
    for (const line of summary(answer)) err.write(`${line}\n`);
  }
  return exits[answer.jobs.length > 0 ? 'found' : 'nothing'].code;
}

function watchFor(command: Command, minutes: number): Promise<never> {
  const { options, out, err, signal } = command;
  let printed = 0;
  return watch({
    query: options.query,
    minutes,
    signal,
    search: (query) => searchWithProgress(command, query),
    onStart: (known) =>
      err.write(`${known} jobs found so far. New jobs are printed every ${minutes} min. Press Ctrl-C to stop.\n`),
    onNewJobs(jobs) {
      if (options.json) for (const job of jobs) out.write(`${plainJson(job)}\n`);
      else out.write(jobsTable(jobs, { screen: out, now: now(), from: printed + 1 }));
      printed += jobs.length;
    },
    onFailure(error, seconds) {
      for (const line of errorLines(error)) err.write(`${line}\n`);
      err.write(`Next search in ${Math.round(seconds)} s.\n`);
    },
  });
}
