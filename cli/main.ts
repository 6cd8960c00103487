import { CliError, exits } from './cli-error.js';
import { help } from './help.js';
import { jobsTable } from './jobs-table.js';
import { type Options, readOptions } from './options.js';
import { createProgress, silent } from './progress.js';
import { type Query, requestSearch, type SearchOptions, type Service } from './request-search.js';
import { createScreen, type Screen } from './screen.js';
import { plainJson, plainText } from './strip-control.js';
import { summary } from './summary.js';
import { watch } from './watch.js';

/** The search command, a client of the REST API. `args` are those after the script; resolves to the exit code (`exits`). */
export async function main(args: readonly string[], environment: NodeJS.ProcessEnv): Promise<number> {
  const out = createScreen(process.stdout, environment);
  const err = createScreen(process.stderr, environment);
  const stop = new AbortController();
  const onSignal = (): void => stop.abort();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, onSignal);
  // The reader of a pipe may close it: `npm run search … | head`.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    stop.abort();
  });
  try {
    const options = readOptions(args);
    if (options.help) {
      out.write(help());
      return exits.found.code;
    }
    const service = serviceFrom(environment);
    const command = { options, service, out, err, signal: stop.signal };
    return await (options.watchMinutes === null ? searchOnce(command) : watchFor(command, options.watchMinutes));
  } catch (error) {
    if (stop.signal.aborted) return exits.interrupted.code;
    if (!(error instanceof CliError)) {
      err.write(`${error instanceof Error ? error.stack : String(error)}\n`);
      return exits.broken.code;
    }
    for (const line of errorLines(error)) err.write(`${line}\n`);
    return exits[error.exit].code;
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, onSignal);
  }
}

type Command = { options: Options; service: Service; out: Screen; err: Screen; signal: AbortSignal };

const now = (): Date => new Date();

/** The service from the environment variables. */
function serviceFrom({ JOB_SEARCH_URL, JOB_SEARCH_KEY }: NodeJS.ProcessEnv): Service {
  const url = (JOB_SEARCH_URL || 'http://127.0.0.1:3000').replace(/(?<!\/)\/+$/, '');
  if (!URL.canParse(url) || !/^https?:\/\/[^/?#]/.test(url))
    throw new CliError('usage', [`JOB_SEARCH_URL is "${plainText(url)}"; write it as http://host:port.`]);
  const key = JOB_SEARCH_KEY || null;
  // A header value cannot contain other characters. The message must not print the key.
  if (key !== null && !/^[\x21-\x7e]+$/.test(key))
    throw new CliError('usage', ['JOB_SEARCH_KEY contains a space or another character that no key contains.']);
  return { url, key };
}

/** Searches with progress on standard error. */
async function searchWithProgress({ options, service, err, signal }: Command, query: Query) {
  const progress = options.quiet ? silent : createProgress(err, now);
  const search: SearchOptions = { query, waitSeconds: options.waitSeconds, signal, observer: progress };
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

/** The lines of an error, without control characters: they may quote an unknown server. */
function errorLines({ lines, retryAfterSeconds }: CliError): string[] {
  const plain = lines.map((line) => (/^ */.exec(line)?.[0] ?? '') + plainText(line));
  const again =
    retryAfterSeconds === null || /\bseconds\b/.test(lines.join(' ')) ? [] : [`Try again in ${retryAfterSeconds} s.`];
  return [...plain, ...again];
}
