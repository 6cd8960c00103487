import { existsSync } from 'node:fs';
import { type Client, ClientError, createClient, ProblemError } from '../../client/client.js';
import { problemSchema } from '../answer.js';
import { CliError, exits } from '../cli-error.js';
import { explainProblem } from '../explain-problem.js';
import { type CommandTools, runCommand, serviceFrom } from '../run-command.js';
import type { Screen } from '../screen.js';
import { plainText } from '../strip-control.js';
import { type Applied, applyChanges } from './apply-changes.js';
import { type ExportFiles, exportFiles, finish, newState, readState, type SavedExport } from './export-files.js';
import { exportHelp, readExportOptions } from './export-options.js';
import { type ExportObserver, receiveExport } from './receive-export.js';

/** The export command. `args` are those after its name; resolves to the exit code (`exits`). */
export const main = (args: readonly string[], environment: NodeJS.ProcessEnv): Promise<number> =>
  runCommand(environment, (tools) => exportJobs(args, environment, tools));

async function exportJobs(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  { out, err, signal }: CommandTools,
): Promise<number> {
  const options = readExportOptions(args);
  if (options === null) {
    out.write(exportHelp());
    return exits.found.code;
  }
  const client = createClient(serviceFrom(environment));
  const files = exportFiles(options);
  const state = await readState(files, options.query);
  const observer = options.quiet ? silent : progressOn(err);
  const received = state.phase === 'received' ? state : await receive(client, { files, state, signal, observer, err });
  const applied = await applyChanges(files, received);
  await finish(files, received);
  if (!options.quiet) err.write(`${summaryOf(files, received, applied)}\n`);
  return exits.found.code;
}

type Receiving = Parameters<typeof receiveExport>[1] & { err: Screen };

/** Receives a round; when its cursor has expired, all jobs anew. */
async function receive(client: Client, { err, ...receiving }: Receiving): Promise<SavedExport> {
  const { state, files } = receiving;
  try {
    return await receiveExport(client, receiving);
  } catch (error) {
    const expired = error instanceof ProblemError && error.code === 'cursor-expired';
    if (!expired || state.cursor === null) throw explain(error, files, state);
    err.write('The position has expired: all jobs are read again.\n');
  }
  const anew = newState(state.search);
  return receiveExport(client, { ...receiving, state: anew }).catch((error: unknown) => {
    throw explain(error, files, anew);
  });
}

function explain(error: unknown, { state }: ExportFiles, { search }: SavedExport): unknown {
  // Nothing is kept of an export that was refused before its first line.
  const again = existsSync(state) ? [`The same command goes on where this one stopped (${state}).`] : [];
  if (error instanceof ProblemError) {
    const { exit, lines, retryAfterSeconds } = explainProblem(problemSchema.parse(error.problem), search);
    return new CliError(exit, exit === 'service' ? [...lines, ...again] : lines, retryAfterSeconds);
  }
  return error instanceof ClientError ? new CliError('service', [error.message, ...again]) : error;
}

const silent: ExportObserver = { begin: () => undefined, received: () => undefined };

function progressOn(err: Screen): ExportObserver {
  let total: number | undefined;
  return {
    begin({ partial, notices = [], ...line }) {
      total = line.total ?? total;
      for (const notice of notices) err.write(`${plainText(notice)}\n`);
      if (partial) err.write('Some sources have not answered: their jobs may be missing.\n');
    },
    received(jobs) {
      if (err.isTerminal) err.write(`\r\u001b[K${jobs}${total === undefined ? '' : ` of about ${total}`} jobs\r`);
    },
  };
}

function summaryOf({ file }: ExportFiles, { whole, cursor }: SavedExport, applied: Applied): string {
  const { jobs, added, changed, closed } = applied;
  const changes = whole ? '' : ` (${added} added, ${changed} changed, ${closed} closed)`;
  const later = cursor === null ? 'There are too many to follow: a later run reads all again.' : '';
  return `${jobs} jobs in ${file}${changes}. ${later}`.trim();
}
