import { type Arguments, CommandError, type OptionType, readCommandName } from '../shared/cli/arguments.js';
import { type FieldName, fieldNames } from '../shared/search/fields.js';
import { CliError } from './cli-error.js';
import { fieldOptions, fieldTypes, parseOptions, queryFromArguments, timeOptions, unwatchedFields } from './options.js';

/** When openings are sent, as it was written; the service reads it. */
type Times = { rhythm?: string; quietHours?: string; timeZone?: string };

const commands = [
  'create',
  'list',
  'change',
  'show',
  'test',
  'deliveries',
  'redeliver',
  'rotate',
  'pause',
  'resume',
  'remove',
  'help',
] as const;

/** What is asked for. `id` and `n` are empty, and `search` and `times` without members, where a command takes none. */
export type WatchesCommand = {
  command: (typeof commands)[number];
  /** The watch. */
  id: string;
  /** The number of a delivery. */
  n: string;
  search: Partial<Record<FieldName, string>>;
  url: string | undefined;
  times: Times;
  json: boolean;
};

const common: Record<string, OptionType> = { json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } };
const watchedFields = fieldNames.filter((name) => !unwatchedFields.has(name));
const watchedOptions = new Set(watchedFields.flatMap((name) => fieldOptions[name]));
const types: Record<string, OptionType> = {
  ...Object.fromEntries(Object.entries(fieldTypes).filter(([name]) => watchedOptions.has(name))),
  url: { type: 'string' },
  ...Object.fromEntries(Object.values(timeOptions).map((name) => [name, { type: 'string' }])),
  ...common,
};

/** Parses the command line. Throws a CliError that says what to write instead. */
export function readWatchesCommand(args: readonly string[]): WatchesCommand {
  const { values, words } = parseOptions(args, types, 'watches');
  const [first, ...rest] = words;
  const named = commandNamed(first);
  const command = values.has('help') ? 'help' : named;
  const saysWhat = command === 'create' || command === 'change';
  const [id = '', ...others] = command === 'create' || command === 'list' ? ['', ...rest] : rest;
  const read: WatchesCommand = {
    command,
    id,
    n: command === 'redeliver' ? (others.shift() ?? '') : '',
    search: saysWhat ? queryFromArguments(values, others, 'watches') : {},
    url: values.get('url')?.toString(),
    times: timesIn(values),
    json: values.get('json') === true,
  };
  if (command === 'help') return read;
  const [surplus] = [...values.keys()].filter((name) => !Object.hasOwn(common, name));
  if (!saysWhat && surplus !== undefined)
    throw usageError(`--${surplus} is an option of "watches create" and "watches change".`);
  if (!saysWhat && others[0] !== undefined) throw usageError(`"watches ${command}" does not take "${others[0]}".`);
  if (command !== 'create' && command !== 'list' && id === '')
    throw usageError(`Name the watch: job-search watches ${command} ID. "job-search watches list" prints the ids.`);
  if (command === 'redeliver' && !/^[1-9]\d{0,14}$/.test(read.n))
    throw usageError(
      `Name the delivery: job-search watches redeliver ${id} N. "job-search watches deliveries ${id}" lists them.`,
    );
  if (saysWhat) requireChange(read);
  return read;
}

/** Every job is watched only by a keyword that is empty. */
function requireChange({ command, search, url, times }: WatchesCommand): void {
  const isNew = command === 'create';
  if (isNew && Object.keys(search).length === 0)
    throw usageError('Say what to watch: words or options of a search; --keyword "" watches every job.');
  if (Object.keys({ ...search, ...times }).length === 0 && url === undefined)
    throw usageError(
      'Say what is to change: the words or options of the search, --url, --rhythm, --quiet-hours or --time-zone.',
    );
  if (url === '' || (isNew && url === undefined))
    throw usageError('Say where new jobs are sent: --url https://example.com/hook.');
}

const timesIn = (values: Arguments['values']): Times =>
  Object.fromEntries(
    Object.entries(timeOptions).flatMap(([name, option]) => {
      const value = values.get(option);
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );

function commandNamed(word: string | undefined): (typeof commands)[number] {
  try {
    return readCommandName(word === undefined ? [] : [word], commands).command ?? 'help';
  } catch (error) {
    throw error instanceof CommandError ? usageError(error.message) : error;
  }
}

const usageError = (sentence: string): CliError =>
  new CliError('usage', [sentence, '"job-search watches --help" lists every command and option.']);

/** The text of `--help`. */
export function watchesHelp(): string {
  const options = watchedFields.map((name) => `--${fieldOptions[name][0]}`);
  return [
    'Usage: job-search watches COMMAND',
    '',
    'The service sends the new jobs of a search to an address, while this command is not running. Needs a key (JOB_SEARCH_KEY).',
    '',
    '  create [WORDS] --url ADDRESS   make a watch; prints its secret, this once',
    `      ${options.join(' ')}`,
    '          what to search for, as of "job-search search --help"',
    '      --url https://example.com/hook   a webhook: each delivery is a signed POST',
    '      --url mailto:me@example.com      mail, where the operator of the service offers it',
    '      --url ntfy:my-topic              a message to a topic of ntfy, where the operator offers it;',
    '          so slack:T000/B000/XXXX, discord:1234/XXXX (the end of a webhook of theirs) and telegram:CHAT',
    '      --rhythm WORD     at once (without it), hourly, daily (at 8 in the morning) or weekly (on Mondays)',
    '      --quiet-hours 22:00-07:00   when nothing is sent',
    '      --time-zone Europe/Berlin   of both; UTC without it',
    '  list         your watches, oldest first',
    '  show ID      one watch: its state, and why it is failing or paused',
    '  change ID [WORDS] [--url ADDRESS]',
    '               another search (it replaces the whole search), address or rhythm, by the same options',
    '  test ID      send a test delivery now, and say what the address answered',
    '  deliveries ID    the last 50 deliveries, and what the address answered',
    '  redeliver ID N   send one of them again now',
    '  rotate ID    a new secret, printed this once; the old one signs beside it for 24 hours',
    '  pause ID     jobs that appear while it is paused are not sent',
    '  resume ID    what was not delivered before the pause is sent',
    '  remove ID    nothing more is sent',
    '',
    '  --json       print only JSON: a watch, or with "list" a list of them',
    '',
    'Exit codes: 0 done; 2 a command or a value is invalid; 3 the service does not respond or refuses; 130 interrupted.',
    '',
  ].join('\n');
}
