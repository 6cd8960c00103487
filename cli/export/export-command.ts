import { existsSync } from 'node:fs';
import { extname } from 'node:path';
import { type Client, ClientError, createClient, ProblemError } from '../../client/client.js';
import type { OptionType } from '../../shared/cli/arguments.js';
import { type FieldName, fieldNames } from '../../shared/search/fields.js';
import { problemSchema } from '../answer.js';
import { CliError, exits } from '../cli-error.js';
import { explainProblem } from '../explain-failure.js';
import { fieldOptions, fieldTypes, otherOptions, parseOptions, queryFromArguments } from '../options.js';
import { type CommandTools, runCommand, serviceFrom } from '../run-command.js';
import { plainText, type Screen } from '../screen.js';
import { type Applied, applyChanges } from './apply-changes.js';
import {
  type ExportFiles,
  type ExportObserver,
  exportFiles,
  fileFormats,
  finish,
  newState,
  readState,
  receiveExport,
  type SavedExport,
} from './export-files.js';

// The command export: its options, its help, and one run.

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

export type ExportOptions = {
  file: string;
  format: ExportFiles['format'];
  query: Partial<Record<FieldName, string>>;
  quiet: boolean;
};

const paging: ReadonlySet<string> = new Set(['limit', 'page'].flatMap((name) => fieldOptions[name as FieldName]));
const types: Record<string, OptionType> = {
  ...Object.fromEntries(Object.entries(fieldTypes).filter(([name]) => !paging.has(name))),
  quiet: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
};
const endings = Object.keys(fileFormats).join(', ');

/** Parses the command line; `null` = help was requested. Throws a CliError that says what to write instead. */
export function readExportOptions(args: readonly string[]): ExportOptions | null {
  const { values, words } = parseOptions(args, types, 'export');
  if (values.has('help')) return null;
  const [file, ...keyword] = words;
  if (file === undefined) throw new CliError('usage', [`Name the file: job-search export jobs.ndjson (${endings}).`]);
  const ending = extname(file).toLowerCase();
  if (!isEnding(ending))
    throw new CliError('usage', [`The end of the file's name says the format: ${endings}, not "${ending}".`]);
  return {
    file,
    format: fileFormats[ending],
    query: queryFromArguments(values, keyword, 'export'),
    quiet: values.has('quiet'),
  };
}

const isEnding = (text: string): text is keyof typeof fileFormats => Object.hasOwn(fileFormats, text);

/** The text of `--help`. */
export function exportHelp(): string {
  const fields = fieldNames.filter((name) => !paging.has(name)).map((name) => `--${fieldOptions[name][0]}`);
  return [
    'Usage: job-search export FILE [WORDS] [options]',
    '',
    `Writes all jobs of a search to a file (${endings}), without the limit of 1,000. Needs a key (JOB_SEARCH_KEY).`,
    'Run again, the same command goes on where it was interrupted, and later brings the file up to date.',
    'FILE.cursor keeps the position, and FILE.ndjson the jobs of a CSV or Parquet file; remove FILE.cursor to begin anew.',
    '',
    `  ${fields.join(' ')}`,
    '      as of "job-search search --help"',
    `  --quiet   ${otherOptions.quiet.about}`,
    '',
    'Exit codes: 0 the file is complete; 2 an option is invalid; 3 the service does not respond or refuses; 130 interrupted.',
    '',
  ].join('\n');
}
