import { z } from 'zod';
import { type CallOptions, type Client, ClientError, createClient, ProblemError } from '../client/client.js';
import { type Arguments, CommandError, type OptionType, readCommandName } from '../shared/cli/arguments.js';
import { alignColumns } from '../shared/cli/columns.js';
import { type FieldName, fieldNames } from '../shared/search/fields.js';
import { CliError, exits } from './cli-error.js';
import { causeOf, explainFailure, type ServiceAddress } from './explain-failure.js';
import { fieldOptions, fieldTypes, parseOptions, queryFromArguments, timeOptions, unwatchedFields } from './options.js';
import { plainJson, plainText } from './progress.js';
import { type CommandTools, runCommand, serviceFrom } from './run-command.js';

/** The members of a watch that the commands print; others are kept unchanged for `--json`. */
const shownWatchSchema = z.looseObject({
  id: z.string(),
  search: z.record(z.string(), z.string()),
  url: z.string(),
  /** Services before 0.3 have none. */
  rhythm: z.string().default('at once'),
  quietHours: z.string().default(''),
  timeZone: z.string().default('UTC'),
  state: z.string(),
  reason: z.string().nullable(),
  createdAt: z.string(),
  lastDeliveryAt: z.string().nullable(),
  /** Only in the answer that created the watch. */
  secret: z.string().optional(),
});
type ShownWatch = z.infer<typeof shownWatchSchema>;

/** The outcome of a test delivery. */
const shownTestSchema = z.looseObject({ id: z.string(), accepted: z.boolean(), reason: z.string().nullable() });

/** The printed members of a delivery attempt. */
const shownAttemptSchema = z.looseObject({
  n: z.number(),
  at: z.string(),
  type: z.string(),
  jobs: z.number(),
  accepted: z.boolean(),
  status: z.number().nullable(),
  answer: z.string().nullable(),
  reason: z.string().nullable(),
  nextAt: z.string().nullable(),
});
type ShownAttempt = z.infer<typeof shownAttemptSchema>;

/** Delivery attempts as a table. */
function attemptsTable(attempts: readonly ShownAttempt[]): string {
  const rows = attempts.map(({ n, at, type, jobs, accepted, status, answer, reason, nextAt }) => {
    const what = type === 'watch.test' ? 'test' : `${jobs}`;
    const became = accepted ? 'accepted' : (reason ?? 'not accepted');
    const said = [status ?? '', became, answer ?? '', nextAt === null ? '' : `tried again at ${nextAt}`];
    return [n, at, what, said.filter((part) => part !== '').join(' · ')].map((cell) => plainText(String(cell)));
  });
  return textOf([['n', 'at', 'jobs', ''], ...rows]);
}

/** Watches as a table, with the reason if failing or paused; control characters are removed from foreign text. */
export function watchesTable(watches: readonly ShownWatch[]): string {
  const rows = watches.map(({ id, state, search, url, lastDeliveryAt, reason }) => [
    ...[id, state, searchText(search), url, lastDeliveryAt ?? 'never', reason ?? ''].map(plainText),
  ]);
  return textOf([['id', 'state', 'search', 'url', 'last delivery', ''], ...rows]);
}

/** A watch as a block, with its secret if the answer has one. */
function watchBlock(watch: ShownWatch): string {
  const { id, state, search, url, createdAt, lastDeliveryAt, reason, secret } = watch;
  const rows: [string, string][] = [
    ['id', id],
    ['state', reason === null ? state : `${state}: ${reason}`],
    ['search', searchText(search)],
    ['url', url],
    ['rhythm', timesText(watch)],
    ['created', createdAt],
    ['last delivery', lastDeliveryAt ?? 'never'],
    ...(secret === undefined ? [] : ([['secret', secret]] satisfies [string, string][])),
  ];
  return textOf(rows.map(([name, value]) => [name, plainText(value)]));
}

const timesText = ({ rhythm, quietHours, timeZone }: ShownWatch): string =>
  `${rhythm}${quietHours === '' ? '' : `, quiet ${quietHours}`}${timeZone === 'UTC' ? '' : ` (${timeZone})`}`;

const textOf = (table: readonly (readonly string[])[]): string =>
  alignColumns(table)
    .map((line) => `${line}\n`)
    .join('');

/** A search as command-line arguments. */
function searchText(search: Readonly<Record<string, string>>): string {
  const wanted = fieldNames.flatMap((name: FieldName) => {
    const value = search[name] ?? '';
    if (value === '') return [];
    return name === 'keyword' ? [quoted(value)] : [`--${fieldOptions[name][0]} ${quoted(value)}`];
  });
  return wanted.length === 0 ? 'every job' : wanted.join(' ');
}

/** A value as a shell takes it for one argument (POSIX, 2.2.2 Single-Quotes). */
const quoted = (value: string): string =>
  /^[\w.+][\w.+-]*$/.test(value) ? value : `'${value.replaceAll("'", `'\\''`)}'`;

/** When openings are sent, as typed; the service parses it. */
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

/** The command and its watch. `id`, `n`, `search` and `times` are empty where a command takes none. */
type WatchesCommand = {
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

/** Parses the command line. Throws a CliError with the correct usage. */
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

/** Only an empty keyword watches every job. */
function requireChange({ command, search, url, times }: WatchesCommand): void {
  const isNew = command === 'create';
  if (isNew && Object.keys(search).length === 0)
    throw usageError('Say what to watch: words or options of a search; --keyword "" watches every job.');
  if (Object.keys({ ...search, ...times }).length === 0 && url === undefined)
    throw usageError(
      'Name a change: the words or options of the search, --url, --rhythm, --quiet-hours or --time-zone.',
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
function watchesHelp(): string {
  const options = watchedFields.map((name) => `--${fieldOptions[name][0]}`);
  return [
    'Usage: job-search watches COMMAND',
    '',
    'The service sends the new jobs of a search to an address, while this command is not running. Needs a key (JOB_SEARCH_KEY).',
    '',
    '  create [WORDS] --url ADDRESS   make a watch; prints its secret, this once',
    `      ${options.join(' ')}`,
    '          what to search for, as in "job-search search --help"',
    '      --url https://example.com/hook   a webhook: each delivery is a signed POST',
    '      --url mailto:me@example.com      mail, where the operator of the service offers it',
    '      --url ntfy:my-topic              a message to a topic of ntfy, where the operator offers it;',
    '          so slack:T000/B000/XXXX, discord:1234/XXXX (the end of the webhook’s address) and telegram:CHAT',
    '      --rhythm WORD     at once (default), hourly, daily (at 8 in the morning) or weekly (on Mondays)',
    '      --quiet-hours 22:00-07:00   when nothing is sent',
    '      --time-zone Europe/Berlin   for both; UTC by default',
    '  list         your watches, oldest first',
    '  show ID      one watch: its state, and why it is failing or paused',
    '  change ID [WORDS] [--url ADDRESS]',
    '               another search (replaces the former one), address or rhythm, by the same options',
    '  test ID      send a test delivery now, and print the address’s answer',
    '  deliveries ID    the last 50 deliveries, and the address’s answers',
    '  redeliver ID N   send one of them again now',
    '  rotate ID    a new secret, printed only this once; the old one also signs for 24 hours',
    '  pause ID     jobs that appear while it is paused are not sent',
    '  resume ID    send what was not delivered before the pause',
    '  remove ID    nothing more is sent',
    '',
    '  --json       print only JSON: a watch, or with "list" a list of them',
    '',
    'Exit codes: 0 done; 2 a command or a value is invalid; 3 the service does not respond or refuses; 130 interrupted.',
    '',
  ].join('\n');
}

/** The watches command. `args` are those after its name; resolves to the exit code (`exits`). */
export const main = (args: readonly string[], environment: NodeJS.ProcessEnv): Promise<number> =>
  runCommand(environment, async (tools) => {
    const command = readWatchesCommand(args);
    if (command.command === 'help') tools.out.write(watchesHelp());
    else await run(command, serviceFrom(environment), tools);
    return exits.found.code;
  });

async function run(command: WatchesCommand, service: ServiceAddress, tools: CommandTools): Promise<void> {
  // People learn at once what is wrong, and when to retry.
  const client = createClient({ ...service, retries: 0 });
  try {
    const answer = await calls[command.command]?.(client, command, { signal: tools.signal });
    show(answer, command, tools);
  } catch (error) {
    throw explain(error, command, service);
  }
}

type Name = WatchesCommand['command'];
type Call = (client: Client, command: WatchesCommand, options: CallOptions) => Promise<unknown>;

/** The request of each command. */
const calls: Partial<Record<Name, Call>> = {
  create: (client, { search, url = '', times }, options) => client.createWatch({ search, url, ...times }, options),
  list: (client, _, options) => client.watches(options),
  change: (client, { id, search, url, times }, options) =>
    client.changeWatch(
      id,
      { ...(Object.keys(search).length > 0 && { search }), ...(url !== undefined && { url }), ...times },
      options,
    ),
  show: (client, { id }, options) => client.watch(id, options),
  test: (client, { id }, options) => client.testWatch(id, options),
  deliveries: (client, { id }, options) => client.watchDeliveries(id, options),
  redeliver: (client, { id, n }, options) => client.redeliver(id, Number(n), options),
  rotate: (client, { id }, options) => client.rotateWatchSecret(id, options),
  pause: (client, { id }, options) => client.pauseWatch(id, options),
  resume: (client, { id }, options) => client.resumeWatch(id, options),
  remove: (client, { id }, options) => client.deleteWatch(id, options),
};

/** Confirmations of commands, for the user. */
const done: Partial<Record<Name, string>> = {
  change: 'Changed: jobs listed from now on are sent accordingly.',
  rotate:
    'The secret is shown only this once. The old one also signs for 24 hours: give the receiver the new one by then.',
  pause: 'Paused: jobs that appear before it is resumed are not sent.',
  resume: 'Resumed: send what was not delivered before the pause.',
  remove: 'Removed: nothing more is sent.',
};

/** The output for an answer: with `--json` its value, otherwise its text and a note to the user. */
type Shown = { value: unknown; text: string; note: string | null };

function show(answer: unknown, command: WatchesCommand, { out, err }: CommandTools): void {
  if (command.command === 'remove') {
    err.write(`${done.remove}\n`);
    return;
  }
  const { value, text, note } = shownOf(answer, command);
  out.write(command.json ? `${plainJson(value)}\n` : text);
  const refused = command.command === 'test' || command.command === 'redeliver' ? refusalOf(answer, command) : null;
  if (refused !== null) throw refused;
  if (note !== null && !command.json) err.write(`${note}\n`);
}

function shownOf(answer: unknown, { command, url = '' }: WatchesCommand): Shown {
  switch (command) {
    case 'list': {
      const watches = z.array(shownWatchSchema).parse(answer);
      const none = 'You have no watches. "job-search watches create nurse --url https://example.com/hook" makes one.';
      return watches.length === 0
        ? { value: watches, text: '', note: none }
        : { value: watches, text: watchesTable(watches), note: null };
    }
    case 'deliveries': {
      const attempts = z.array(shownAttemptSchema).parse(answer);
      return attempts.length === 0
        ? { value: attempts, text: '', note: 'Nothing was sent to its address in the last 30 days.' }
        : { value: attempts, text: attemptsTable(attempts), note: null };
    }
    case 'test':
    case 'redeliver':
      return {
        value: shownTestSchema.parse(answer),
        text: '',
        note: `The address accepted ${command === 'test' ? 'a test' : 'the'} delivery.`,
      };
    case 'create': {
      const watch = shownWatchSchema.parse(answer);
      // Messages and mail are not signed, so their watches need no secret.
      const { secret, ...unsigned } = watch;
      const isSigned = /^https?:/i.test(url);
      const note = `${isSigned ? aboutSecret : ''}Jobs that boards list from now on are sent.`;
      return { value: watch, text: watchBlock(isSigned ? watch : unsigned), note };
    }
    default: {
      const watch = shownWatchSchema.parse(answer);
      return { value: watch, text: watchBlock(watch), note: done[command] ?? null };
    }
  }
}

/** Why a delivery failed; `null` when it was accepted. */
function refusalOf(answer: unknown, { command }: WatchesCommand): CliError | null {
  const { accepted, reason } = shownTestSchema.parse(answer);
  if (accepted) return null;
  const sentence = `The ${command === 'test' ? 'test ' : ''}delivery was not accepted.`;
  return new CliError('service', [sentence, ...(reason === null ? [] : [reason])]);
}

const aboutSecret = `The secret signs the deliveries and is shown only this once: store it where the receiving program can read it.
Verify each delivery with it: readDelivery() of the TypeScript client, read_delivery() of the Python client, or any
library of the Standard Webhooks specification. "job-search watches rotate ID" makes a new one.
`;

function explain(error: unknown, command: WatchesCommand, service: ServiceAddress): unknown {
  if (error instanceof ProblemError && error.code === 'not-found') {
    if (command.command === 'redeliver') return new CliError('usage', [error.problem.detail ?? '']);
    if (command.id !== '')
      return new CliError('usage', [`You have no watch "${command.id}".`, '"job-search watches list" prints the ids.']);
  }
  const sent = { ...command.search, ...command.times, url: command.url ?? '' };
  const explained = explainFailure(error, service, sent);
  const made = makes[command.command];
  const isInDoubt = error instanceof ClientError && doubtful.has(error.kind) && !unsent.has(causeOf(error.cause));
  if (made === undefined || !isInDoubt || !(explained instanceof CliError)) return explained;
  return new CliError('service', [...explained.lines, `The ${made}`]);
}

/** What repeated commands would create twice, and how to find out whether it exists. */
const makes: Partial<Record<Name, string>> = {
  create: 'watch may have been made: "job-search watches list" shows it.',
  rotate: 'secret may have been made: "job-search watches rotate" makes another.',
};

/** Failures after which the service may have executed the request, and causes that mean no server received it. */
const doubtful: ReadonlySet<string> = new Set(['network', 'timeout', 'incomplete']);
const unsent: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN']);
