import { type Asking, ask, type Query, type Service } from './ask.js';
import { exits, Trouble } from './cli-error.js';
import { help } from './help.js';
import { type Options, readOptions } from './options.js';
import { createProgress, silent } from './progress.js';
import { createScreen, type Screen } from './screen.js';
import { plainJson, plainText } from './strip-control.js';
import { summary } from './summary.js';
import { jobsTable } from './table.js';
import { watch } from './watch.js';

/** The search command, a client of the REST service: `args` without node and script. Gives its exit code (`exits`). */
export async function main(args: readonly string[], environment: NodeJS.ProcessEnv): Promise<number> {
  const out = createScreen(process.stdout, environment);
  const err = createScreen(process.stderr, environment);
  const stop = new AbortController();
  const onSignal = (): void => stop.abort();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, onSignal);
  // Who reads us may stop reading: `npm run search … | head`.
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
    if (!(error instanceof Trouble)) {
      err.write(`${error instanceof Error ? error.stack : String(error)}\n`);
      return exits.broken.code;
    }
    for (const line of troubleLines(error)) err.write(`${line}\n`);
    return exits[error.exit].code;
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, onSignal);
  }
}

type Command = { options: Options; service: Service; out: Screen; err: Screen; signal: AbortSignal };

const now = (): Date => new Date();

/** The service the environment names. */
function serviceFrom({ JOB_SEARCH_URL, JOB_SEARCH_KEY }: NodeJS.ProcessEnv): Service {
  const url = (JOB_SEARCH_URL || 'http://127.0.0.1:3000').replace(/(?<!\/)\/+$/, '');
  if (!URL.canParse(url) || !/^https?:\/\/[^/?#]/.test(url))
    throw new Trouble('usage', [`JOB_SEARCH_URL is "${plainText(url)}"; write it as http://host:port.`]);
  const key = JOB_SEARCH_KEY || null;
  // A header cannot carry anything else, and the key itself is never printed.
  if (key !== null && !/^[\x21-\x7e]+$/.test(key))
    throw new Trouble('usage', ['JOB_SEARCH_KEY holds a space or another sign that no key has.']);
  return { url, key };
}

/** Searches with progress on standard error. */
async function look({ options, service, err, signal }: Command, query: Query) {
  const progress = options.quiet ? silent : createProgress(err, now);
  const asking: Asking = { query, waitSeconds: options.waitSeconds, signal, follower: progress };
  try {
    return await ask(service, asking);
  } finally {
    progress.clear();
  }
}

async function searchOnce(command: Command): Promise<number> {
  const { options, out, err } = command;
  const answer = await look(command, options.query);
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
    look: (query) => look(command, query),
    began: (known) =>
      err.write(`${known} jobs are there now. New ones follow; looking every ${minutes} min. Ctrl-C ends.\n`),
    found(jobs) {
      if (options.json) for (const job of jobs) out.write(`${plainJson(job)}\n`);
      else out.write(jobsTable(jobs, { screen: out, now: now(), from: printed + 1 }));
      printed += jobs.length;
    },
    failed(trouble, seconds) {
      for (const line of troubleLines(trouble)) err.write(`${line}\n`);
      err.write(`Looking again in ${Math.round(seconds)} s.\n`);
    },
  });
}

/** What happened, line by line; it may hold the words of a service we do not know. */
function troubleLines({ lines, retryAfterSeconds }: Trouble): string[] {
  const told = lines.map((line) => (/^ */.exec(line)?.[0] ?? '') + plainText(line));
  const again =
    retryAfterSeconds === null || /\bseconds\b/.test(lines.join(' ')) ? [] : [`Try again in ${retryAfterSeconds} s.`];
  return [...told, ...again];
}
