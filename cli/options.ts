import { type Arguments, CommandError, type OptionType, parseArguments } from '../shared/cli/arguments.js';
import { type FieldName, fieldNames, fields, type SearchField } from '../shared/search/fields.js';
import { CliError, exits } from './cli-error.js';

// The options of the commands that search, and their help.

/** The option names of each search field; help and messages use the first. */
export const fieldOptions: Record<FieldName, readonly [string, ...string[]]> = {
  keyword: ['keyword'],
  location: ['location'],
  dateSincePosted: ['posted', 'date-since-posted'],
  salary: ['salary'],
  jobType: ['type', 'job-type'],
  remoteFilter: ['remote', 'remote-filter'],
  experienceLevel: ['level', 'experience-level'],
  excludeCompanies: ['not-from', 'exclude-companies'],
  language: ['language'],
  skills: ['skills'],
  label: ['label'],
  sortBy: ['sort', 'sort-by'],
  limit: ['limit'],
  page: ['page'],
  descriptions: ['descriptions'],
};

/** The other options: a placeholder for their value (`null` = no value) and their description. */
export const otherOptions = {
  json: { value: null, about: 'Print only JSON: the answer, or with --watch one new job per line.' },
  watch: { value: '[minutes]', about: 'Repeat the search at this interval in minutes (5) and print only new jobs.' },
  wait: { value: 'seconds', about: 'How long the service may collect (60).' },
  quiet: { value: null, about: 'No progress on standard error.' },
  help: { value: null, about: 'Print this help.' },
} as const satisfies Record<string, { value: string | null; about: string }>;

export type Options = {
  help: boolean;
  query: Partial<Record<FieldName, string>>;
  json: boolean;
  quiet: boolean;
  waitSeconds: number;
  /** Minutes between two searches; `null` = search once. */
  watchMinutes: number | null;
};

const defaultWaitSeconds = 60;
const defaultWatchMinutes = 5;
const fieldOf = new Map(fieldNames.flatMap((field) => fieldOptions[field].map((name) => [name, field] as const)));

/** Fields of a search that a watch lacks: it sends every new job. */
export const unwatchedFields: ReadonlySet<FieldName> = new Set(['sortBy', 'limit', 'page', 'descriptions']);

/** The options for when a watch's openings are sent. */
export const timeOptions = { rhythm: 'rhythm', quietHours: 'quiet-hours', timeZone: 'time-zone' } as const;

/** The options of the search fields. */
export const fieldTypes: Record<string, OptionType> = Object.fromEntries(
  [...fieldOf.keys()].map((name) => [name, { type: 'string' }]),
);

const types: Record<string, OptionType> = {
  ...fieldTypes,
  ...Object.fromEntries(
    Object.entries(otherOptions).map(([name, { value }]) => [name, { type: value === null ? 'boolean' : 'string' }]),
  ),
  help: { type: 'boolean', short: 'h' },
};

/**
 * Parses the command line of `search`, or of `watch`, which is `search --watch`; arguments without an option are the
 * keyword. Throws a CliError with the correct usage.
 */
export function readOptions(args: readonly string[], command: 'search' | 'watch' = 'search'): Options {
  const isWatch = command === 'watch';
  const { values, words } = parseOptions(withWatchMinutes(isWatch ? ['--watch', ...args] : args), types, command);
  const query = queryFromArguments(values, words, command);
  const numberOf = (option: string, text: string, { least, most }: { least: number; most: number }): number => {
    const value = /^\d{1,4}(?:\.\d{1,3})?$/.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    throw usageError(`${option} takes a number from ${least} to ${most}, not "${text}".`, command);
  };
  const watching = isWatch ? 'job-search watch' : '--watch';
  const minutes = values.get('watch');
  const watchMinutes = minutes === undefined ? null : numberOf(watching, String(minutes), { least: 0.01, most: 1440 });
  if (watchMinutes !== null && (query.limit ?? query.page) !== undefined)
    throw usageError(`${watching} reads every page: leave out --limit and --page.`, command);
  return {
    help: values.has('help'),
    query,
    json: values.has('json'),
    quiet: values.has('quiet'),
    waitSeconds: numberOf('--wait', String(values.get('wait') ?? defaultWaitSeconds), { least: 1, most: 600 }),
    watchMinutes,
  };
}

/** The search fields of a command line; its other words are the keyword. */
export function queryFromArguments(
  values: Arguments['values'],
  words: readonly string[],
  command: string,
): Options['query'] {
  const query: Options['query'] = {};
  for (const [name, value] of values) {
    const field = fieldOf.get(name);
    if (field !== undefined) query[field] = String(value);
  }
  if (words.length > 0 && query.keyword !== undefined)
    throw usageError(`Give the keyword once: as "${words.join(' ')}" or with --keyword.`, command);
  if (words.length > 0) query.keyword = words.join(' ');
  return query;
}

/** Parses the options of a command of the program. Throws a CliError that says where they are listed. */
export function parseOptions(
  args: readonly string[],
  known: Readonly<Record<string, OptionType>>,
  command: string,
): Arguments {
  try {
    return parseArguments(args, known);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    const isShort = /^There is no option -[^-]/.test(error.message);
    throw usageError(
      error.message + (isShort ? ' Put quotes around a keyword that excludes a word: "nurse -night".' : ''),
      command,
    );
  }
}

/** The value of `--watch` is optional: the next argument is its value only when it is a number. */
function withWatchMinutes(args: readonly string[]): string[] {
  return args.map((arg, index) =>
    arg === '--watch' && !/^\d/.test(args[index + 1] ?? '') ? `--watch=${defaultWatchMinutes}` : arg,
  );
}

function usageError(sentence: string, command: string): CliError {
  return new CliError('usage', [sentence, `"job-search ${command} --help" lists every option.`]);
}

/** The text of `--help` of `search` or `watch`: every option with its accepted values, from the tables that validate them. */
export function help(isWatch: boolean): string {
  const searching = fieldNames.flatMap((name) => [
    `  ${fieldOptions[name].map((option) => `--${option}`).join(', ')} ${valueFor(fields[name])}`,
    ...[fields[name].summary, ...wordsOf(fields[name])].map((line) => `      ${line}`),
  ]);
  const others = Object.entries(otherOptions)
    .filter(([name]) => !(isWatch && name === 'watch'))
    .flatMap(([name, { value, about }]) => [`  --${name}${value === null ? '' : ` ${value}`}`, `      ${about}`]);
  return [
    ...(isWatch ? watchUsage : ['Usage: job-search search "typescript" --location Berlin --remote hybrid', '']),
    'Arguments without an option are the keyword. Case, spaces and punctuation of values do not matter.',
    '',
    'What to search for:',
    ...searching,
    '',
    'Output and waiting:',
    ...others,
    '',
    'Environment:',
    '  JOB_SEARCH_URL   address of the service (http://127.0.0.1:PORT)',
    '  JOB_SEARCH_KEY   an API key',
    '  NO_COLOR         no colours',
    '',
    `Exit codes: ${Object.values(exits)
      .map(({ code, about }) => `${code} ${about}`)
      .join('; ')}.`,
    '',
  ].join('\n');
}

const watchUsage = [
  'Usage: job-search watch [MINUTES] "typescript" --location Berlin --remote hybrid',
  '',
  'Repeats the search at this interval in minutes (5) and prints only new jobs, until it is interrupted. Each page counts as a search.',
  '"job-search watches" has the service send new jobs to an address instead, while no command runs.',
  '',
];

function valueFor({ allowed, minimum }: SearchField): string {
  if (allowed !== undefined) return 'value';
  return minimum === undefined ? 'text' : 'number';
}

function wordsOf({ allowed, understood, minimum, maximum, default: usual }: SearchField): string[] {
  const lines: string[] = [];
  for (const word of allowed ?? []) {
    const spellings = understood?.[word] ?? [];
    lines.push(`- ${word}${spellings.length > 0 ? ` (also: ${spellings.join(', ')})` : ''}`);
  }
  if (minimum !== undefined) lines.push(`From ${minimum} to ${maximum}.`);
  if (usual !== '') lines.push(`Default: ${usual}.`);
  return lines;
}
