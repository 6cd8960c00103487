import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { extname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BasicType } from 'hyparquet-writer';
import { type Client, ClientError, createClient, type ExportLine, ProblemError } from '../../client/client.js';
import type { OptionType } from '../../shared/cli/arguments.js';
import { jobColumns, jobCsvHead, jobCsvLine } from '../../shared/export/csv.js';
import type { ExportedJob } from '../../shared/export/export-chunk.js';
import { type FieldName, fieldNames } from '../../shared/search/fields.js';
import { problemSchema } from '../answer.js';
import { CliError, exits } from '../cli-error.js';
import { explainProblem } from '../explain-failure.js';
import { fieldOptions, fieldTypes, otherOptions, parseOptions, queryFromArguments } from '../options.js';
import { plainText, type Screen } from '../progress.js';
import { type CommandTools, runCommand, serviceFrom } from '../run-command.js';
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

/** Lines about a job by kind, and how many jobs the file has now. */
export type Applied = { added: number; changed: number; closed: number; jobs: number };

type Change = Extract<ExportLine, { id: string }>;

/** Applies the received part to the file, which is replaced atomically. Applying is idempotent. */
async function applyChanges(
  files: ExportFiles,
  { whole, search }: Pick<SavedExport, 'whole' | 'search'>,
): Promise<Applied> {
  const isDescribed = (search.descriptions ?? '') !== '';
  const applied: Applied = { added: 0, changed: 0, closed: 0, jobs: 0 };
  const changedIds = new Set<string>();
  for await (const { change, id } of changesIn(files.part)) {
    applied[change]++;
    changedIds.add(id);
  }
  async function* jobs(): AsyncGenerator<string> {
    if (!whole)
      for await (const line of linesOf(files.jobs))
        if (!changedIds.has((JSON.parse(line) as { id: string }).id)) yield line;
    for await (const line of changesIn(files.part)) if ('job' in line) yield JSON.stringify(line.job);
  }
  await replace(files.jobs, counted(jobs(), applied));
  if (files.format === 'csv') await replace(files.file, csvOf(files.jobs, isDescribed));
  if (files.format === 'parquet') await writeParquet(files, isDescribed);
  return applied;
}

async function* counted(jobs: AsyncIterable<string>, applied: Applied): AsyncGenerator<string> {
  for await (const job of jobs) {
    applied.jobs++;
    yield `${job}\n`;
  }
}

async function* csvOf(jobs: string, isDescribed: boolean): AsyncGenerator<string> {
  yield jobCsvHead(isDescribed);
  for await (const line of linesOf(jobs)) yield jobCsvLine(JSON.parse(line) as ExportedJob, isDescribed);
}

/** Columns of Parquet that are not text. */
const columnTypes: Readonly<Record<string, BasicType>> = {
  salaryMin: 'DOUBLE',
  salaryMax: 'DOUBLE',
  yearlyMin: 'DOUBLE',
  yearlyMax: 'DOUBLE',
  postedAt: 'TIMESTAMP',
  validUntil: 'TIMESTAMP',
  firstSeenAt: 'TIMESTAMP',
  lastSeenAt: 'TIMESTAMP',
  repostedAt: 'TIMESTAMP',
  reposted: 'INT32',
  sameElsewhere: 'INT32',
};

/** Rows buffered in memory before they are written. */
const rowGroupSize = 20_000;

/** Writes the jobs as Parquet (Snappy) with the columns of CSV; moved into place once complete. */
async function writeParquet({ file, jobs }: ExportFiles, isDescribed: boolean): Promise<void> {
  const { fileWriter, parquetWriteRows } = await import('hyparquet-writer');
  const names = ['id', ...Object.keys(jobColumns), ...(isDescribed ? ['description'] : [])];
  const columns = names.map((name) => ({ name, type: columnTypes[name] ?? 'STRING' }) as const);
  await parquetWriteRows({ writer: fileWriter(`${file}.new`), rows: parquetRows(jobs), columns, rowGroupSize });
  await rename(`${file}.new`, file);
}

async function* parquetRows(jobs: string): AsyncGenerator<Record<string, string | number | Date | null>> {
  for await (const line of linesOf(jobs)) {
    const job = JSON.parse(line) as ExportedJob;
    const cells = Object.entries(jobColumns).map(([name, cell]) => {
      const value = cell(job);
      return [name, columnTypes[name] === 'TIMESTAMP' && value !== null ? new Date(value) : value];
    });
    // A row may have more members than the file has columns.
    yield { id: job.id, ...Object.fromEntries(cells), description: job.description ?? null };
  }
}

async function* changesIn(part: string): AsyncGenerator<Change> {
  for await (const line of linesOf(part)) yield JSON.parse(line) as Change;
}

/** The lines of a file of JSON. `node:readline` would also divide them at U+2028 inside a text. */
async function* linesOf(path: string): AsyncGenerator<string> {
  let rest = '';
  for await (const text of createReadStream(path, 'utf8')) {
    const lines = (rest + String(text)).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}

/** Writes a temporary file and then renames it. */
async function replace(path: string, texts: AsyncIterable<string>): Promise<void> {
  await pipeline(Readable.from(texts), createWriteStream(`${path}.new`));
  await rename(`${path}.new`, path);
}

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

/** Receives a round; if its cursor has expired, all jobs again. */
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
  // Nothing is stored for an export refused before its first line.
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

type ExportOptions = {
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

/** Parses the command line; `null` = help was requested. Throws a CliError with the correct usage. */
function readExportOptions(args: readonly string[]): ExportOptions | null {
  const { values, words } = parseOptions(args, types, 'export');
  if (values.has('help')) return null;
  const [file, ...keyword] = words;
  if (file === undefined) throw new CliError('usage', [`Name the file: job-search export jobs.ndjson (${endings}).`]);
  const ending = extname(file).toLowerCase();
  if (!isEnding(ending))
    throw new CliError('usage', [`The file name’s ending selects the format: ${endings}, not "${ending}".`]);
  return {
    file,
    format: fileFormats[ending],
    query: queryFromArguments(values, keyword, 'export'),
    quiet: values.has('quiet'),
  };
}

const isEnding = (text: string): text is keyof typeof fileFormats => Object.hasOwn(fileFormats, text);

/** The text of `--help`. */
function exportHelp(): string {
  const fields = fieldNames.filter((name) => !paging.has(name)).map((name) => `--${fieldOptions[name][0]}`);
  return [
    'Usage: job-search export FILE [WORDS] [options]',
    '',
    `Writes all jobs of a search to a file (${endings}), without the limit of 1,000. Needs a key (JOB_SEARCH_KEY).`,
    'Run again, the same command goes on where it was interrupted, and later brings the file up to date.',
    'FILE.cursor keeps the position, and FILE.ndjson the jobs of a CSV or Parquet file; remove FILE.cursor to begin again.',
    '',
    `  ${fields.join(' ')}`,
    '      as in "job-search search --help"',
    `  --quiet   ${otherOptions.quiet.about}`,
    '',
    'Exit codes: 0 the file is complete; 2 an option is invalid; 3 the service does not respond or refuses; 130 interrupted.',
    '',
  ].join('\n');
}
