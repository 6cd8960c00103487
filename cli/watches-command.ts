import { z } from 'zod';
import { type CallOptions, type Client, ClientError, createClient, ProblemError } from '../client/client.js';
import { CliError, exits } from './cli-error.js';
import { causeOf, explainFailure, type ServiceAddress } from './explain-failure.js';
import { type CommandTools, runCommand, serviceFrom } from './run-command.js';
import { plainJson } from './screen.js';
import { readWatchesCommand, type WatchesCommand, watchesHelp } from './watches-options.js';
import {
  attemptsTable,
  shownAttemptSchema,
  shownTestSchema,
  shownWatchSchema,
  watchBlock,
  watchesTable,
} from './watches-table.js';

/** The watches command. `args` are those after its name; resolves to the exit code (`exits`). */
export const main = (args: readonly string[], environment: NodeJS.ProcessEnv): Promise<number> =>
  runCommand(environment, async (tools) => {
    const command = readWatchesCommand(args);
    if (command.command === 'help') tools.out.write(watchesHelp());
    else await run(command, serviceFrom(environment), tools);
    return exits.found.code;
  });

async function run(command: WatchesCommand, service: ServiceAddress, tools: CommandTools): Promise<void> {
  // People learn at once what is wrong, and when to try again.
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

/** What each command asks of the service. */
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

/** What a command has done, for the user. */
const done: Partial<Record<Name, string>> = {
  change: 'Changed: jobs that boards list from now on are sent as it says.',
  rotate:
    'The secret is shown this once. The old one signs beside it for 24 hours: give the receiver the new one meanwhile.',
  pause: 'Paused: jobs that appear before it is resumed are not sent.',
  resume: 'Resumed: what was not delivered before the pause is sent.',
  remove: 'Removed: nothing more is sent.',
};

/** What is printed of an answer: with `--json` its value, otherwise its text and a note to the user. */
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
      // Messages and mail are not signed: their watches have no use for a secret.
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

/** Why a delivery that was tried failed; `null` when it was accepted. */
function refusalOf(answer: unknown, { command }: WatchesCommand): CliError | null {
  const { accepted, reason } = shownTestSchema.parse(answer);
  if (accepted) return null;
  const sentence = `The ${command === 'test' ? 'test ' : ''}delivery was not accepted.`;
  return new CliError('service', [sentence, ...(reason === null ? [] : [reason])]);
}

const aboutSecret = `The secret signs the deliveries and is shown this once: keep it where the program at that address reads it.
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

/** What commands make anew each time, and how to learn whether it was made. */
const makes: Partial<Record<Name, string>> = {
  create: 'watch may have been made: "job-search watches list" shows it.',
  rotate: 'secret may have been made: "job-search watches rotate" makes another.',
};

/** Failures after which the service may have carried out the request, and causes of one that no server has received. */
const doubtful: ReadonlySet<string> = new Set(['network', 'timeout', 'incomplete']);
const unsent: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN']);
