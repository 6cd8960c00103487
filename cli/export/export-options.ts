import { extname } from 'node:path';
import type { OptionType } from '../../shared/cli/parse-arguments.js';
import { type FieldName, fieldNames } from '../../shared/search/fields.js';
import { CliError } from '../cli-error.js';
import { fieldOptions, fieldTypes, otherOptions, parseOptions, queryFromArguments } from '../options.js';

/** The formats of a file by the end of its name. */
const formats = { '.ndjson': 'ndjson', '.jsonl': 'ndjson', '.csv': 'csv', '.parquet': 'parquet' } as const;
export type FileFormat = (typeof formats)[keyof typeof formats];

export type ExportOptions = {
  file: string;
  format: FileFormat;
  query: Partial<Record<FieldName, string>>;
  quiet: boolean;
};

const paging: ReadonlySet<string> = new Set(['limit', 'page'].flatMap((name) => fieldOptions[name as FieldName]));
const types: Record<string, OptionType> = {
  ...Object.fromEntries(Object.entries(fieldTypes).filter(([name]) => !paging.has(name))),
  quiet: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
};
const endings = Object.keys(formats).join(', ');

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
    format: formats[ending],
    query: queryFromArguments(values, keyword, 'export'),
    quiet: values.has('quiet'),
  };
}

const isEnding = (text: string): text is keyof typeof formats => Object.hasOwn(formats, text);

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
