import { countsOf, type PrintedAnswer, type Report, type ReportedSources } from './answer.js';
import { exits } from './cli-error.js';
import type { ServiceAddress } from './explain-failure.js';
import { jobsTable } from './jobs-table.js';
import { fieldOptions, help, type Options, readOptions } from './options.js';
import { createProgress, plainJson, plainText, silent } from './progress.js';
import { type RequestedFields, requestSearch, type SearchRequestOptions } from './request-search.js';
import { type CommandTools, errorLines, runCommand, serviceFrom } from './run-command.js';
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

/** Missing sources named. */
const maxMissing = 10;

/** Remarks on an answer other than its jobs, one sentence per line. */
export function summary({
  page,
  next,
  notices,
  sources,
  sourceCounts,
  stale,
  ageSeconds,
  jobs,
}: PrintedAnswer): string[] {
  const first = page.index * page.limit + 1;
  const lines =
    jobs.length === 0
      ? [
          page.total === 0
            ? 'No job matches.'
            : `There are ${page.total} jobs; page ${page.index} is after the last page.`,
        ]
      : [`Jobs ${first} to ${first + jobs.length - 1} of ${page.total}${ageOf(ageSeconds)}.`];
  if (next?.page !== undefined) lines.push(`Next page: --${fieldOptions.page[0]} ${plainText(next.page)}`);
  if (stale) lines.push('This answer is from the cache and out of date; a new one is being collected.');
  return [...lines, ...missingLines({ sources, sourceCounts }), ...notices.map(plainText)];
}

function missingLines(answer: ReportedSources): string[] {
  const { total, ok } = countsOf(answer);
  const named = answer.sources.filter(({ status }) => status !== 'ok').slice(0, maxMissing);
  const unnamed = total - ok - named.length;
  return [...named.map(missingLine), ...(unnamed > 0 ? [`Missing: ${unnamed} more of ${total} sources`] : [])];
}

const missingLine = ({ name, status, detail }: Report): string =>
  `Missing: ${plainText(name)} (${plainText(status)}${detail === null ? '' : `: ${plainText(detail)}`})`;

function ageOf(seconds: number | null): string {
  if (seconds === null || seconds < 60) return '';
  const minutes = Math.floor(seconds / 60);
  return minutes < 120 ? `, collected ${minutes} min ago` : `, collected ${Math.floor(minutes / 60)} hours ago`;
}
