import { z } from 'zod';
import { type Client, ClientError, createClient, ProblemError } from '../client/client.js';
import { CliError, exits } from './cli-error.js';
import { causeOf, explainFailure, type ServiceAddress } from './explain-failure.js';
import { type CommandTools, runCommand, serviceFrom } from './run-command.js';
import { plainJson } from './strip-control.js';
import { readWatchesCommand, type WatchesCommand, watchesHelp } from './watches-options.js';
import {
  attemptsTable,
  type ShownWatch,
  shownAttemptSchema,
  shownTestSchema,
  shownWatchSchema,
  watchBlock,
  watchesTable,
} from './watches-table.js';

type Asking = Exclude<WatchesCommand, { command: 'help' }>;
type Naming = Extract<Asking, { command: 'show' | 'change' | 'pause' | 'resume' | 'remove' | 'rotate' }>;
type Testing = Extract<Asking, { command: 'test' | 'redeliver' }>;

/** The watches command. `args` are those after its name; resolves to the exit code (`exits`). */
export const main = (args: readonly string[], environment: NodeJS.ProcessEnv): Promise<number> =>
  runCommand(environment, async (tools) => {
    const command = readWatchesCommand(args);
    if (command.command === 'help') tools.out.write(watchesHelp());
    else await run(command, serviceFrom(environment), tools);
    return exits.found.code;
  });

async function run(command: Asking, service: ServiceAddress, tools: CommandTools): Promise<void> {
  // People learn at once what is wrong, and when to try again.
  const client = createClient({ ...service, retries: 0 });
  try {
    if (command.command === 'list') await list(client, command, tools);
    else if (command.command === 'create') await create(client, command, tools);
    else if (command.command === 'test' || command.command === 'redeliver') await tryOut(client, command, tools);
    else if (command.command === 'deliveries') await listDeliveries(client, command, tools);
    else await change(client, command, tools);
  } catch (error) {
    throw explain(error, command, service);
  }
}

async function list(client: Client, { json }: Asking, { out, err, signal }: CommandTools): Promise<void> {
  const watches = z.array(shownWatchSchema).parse(await client.watches({ signal }));
  if (json) out.write(`${plainJson(watches)}\n`);
  else if (watches.length > 0) out.write(watchesTable(watches));
  else err.write('You have no watches. "job-search watches create nurse --url https://example.com/hook" makes one.\n');
}

type Listing = Extract<Asking, { command: 'deliveries' }>;

async function listDeliveries(
  client: Client,
  { id, json }: Listing,
  { out, err, signal }: CommandTools,
): Promise<void> {
  const attempts = z.array(shownAttemptSchema).parse(await client.watchDeliveries(id, { signal }));
  if (json) out.write(`${plainJson(attempts)}\n`);
  else if (attempts.length > 0) out.write(attemptsTable(attempts));
  else err.write('Nothing was sent to its address in the last 30 days.\n');
}

type Creating = Extract<Asking, { command: 'create' }>;

async function create(client: Client, { query, url, times, json }: Creating, tools: CommandTools): Promise<void> {
  const { out, err, signal } = tools;
  const watch = shownWatchSchema.parse(await client.createWatch({ search: query, url, ...times }, { signal }));
  if (json) {
    out.write(`${plainJson(watch)}\n`);
    return;
  }
  // Messages and mail are not signed: their watches have no use for a secret.
  const { secret, ...unsigned } = watch;
  const isSigned = /^https?:/i.test(url);
  out.write(watchBlock(isSigned ? watch : unsigned));
  const lines = isSigned
    ? [
        'The secret signs the deliveries and is shown this once: keep it where the program at that address reads it.',
        'Verify each delivery with it: readDelivery() of the TypeScript client, read_delivery() of the Python client, or any',
        'library of the Standard Webhooks specification. "job-search watches rotate ID" makes a new one.',
      ]
    : [];
  for (const line of [...lines, 'Jobs that boards list from now on are sent.']) err.write(`${line}\n`);
}

async function tryOut(client: Client, command: Testing, { out, err, signal }: CommandTools): Promise<void> {
  const { id, json } = command;
  const isTest = command.command === 'test';
  const test = shownTestSchema.parse(
    await (isTest ? client.testWatch(id, { signal }) : client.redeliver(id, command.n, { signal })),
  );
  if (json) out.write(`${plainJson(test)}\n`);
  if (!test.accepted)
    throw new CliError('service', [
      `The ${isTest ? 'test ' : ''}delivery was not accepted.`,
      ...(test.reason === null ? [] : [test.reason]),
    ]);
  if (!json) err.write(`The address accepted ${isTest ? 'a test' : 'the'} delivery.\n`);
}

/** What a command has done, for the user. */
const done: Partial<Record<Naming['command'], string>> = {
  change: 'Changed: jobs that boards list from now on are sent as it says.',
  rotate:
    'The secret is shown this once. The old one signs beside it for 24 hours: give the receiver the new one meanwhile.',
  pause: 'Paused: jobs that appear before it is resumed are not sent.',
  resume: 'Resumed: what was not delivered before the pause is sent.',
};

async function change(client: Client, command: Naming, { out, err, signal }: CommandTools): Promise<void> {
  const watch = await changed(client, command, signal);
  if (watch === null) {
    err.write('Removed: nothing more is sent.\n');
    return;
  }
  out.write(command.json ? `${plainJson(watch)}\n` : watchBlock(watch));
  const sentence = done[command.command];
  if (sentence !== undefined && !command.json) err.write(`${sentence}\n`);
}

/** The watch as it is now; `null` when it was removed. */
async function changed(client: Client, asked: Naming, signal: AbortSignal): Promise<ShownWatch | null> {
  const { id } = asked;
  switch (asked.command) {
    case 'change':
      return shownWatchSchema.parse(await client.changeWatch(id, changeOf(asked), { signal }));
    case 'rotate':
      return shownWatchSchema.parse(await client.rotateWatchSecret(id, { signal }));
    case 'show':
      return shownWatchSchema.parse(await client.watch(id, { signal }));
    case 'pause':
      return shownWatchSchema.parse(await client.pauseWatch(id, { signal }));
    case 'resume':
      return shownWatchSchema.parse(await client.resumeWatch(id, { signal }));
    case 'remove':
      await client.deleteWatch(id, { signal });
      return null;
  }
}

const changeOf = ({ query, url, times }: Extract<Asking, { command: 'change' }>) => ({
  ...(Object.keys(query).length > 0 && { search: query }),
  ...(url !== null && { url }),
  ...times,
});

function explain(error: unknown, command: Asking, service: ServiceAddress): unknown {
  if (error instanceof ProblemError && error.code === 'not-found') {
    if (command.command === 'redeliver') return new CliError('usage', [error.problem.detail ?? '']);
    if ('id' in command)
      return new CliError('usage', [`You have no watch "${command.id}".`, '"job-search watches list" prints the ids.']);
  }
  const sent = 'query' in command ? { ...command.query, ...command.times, url: command.url ?? '' } : {};
  const explained = explainFailure(error, service, sent);
  const made = makes[command.command];
  const isInDoubt = error instanceof ClientError && doubtful.has(error.kind) && !unsent.has(causeOf(error.cause));
  if (made === undefined || !isInDoubt || !(explained instanceof CliError)) return explained;
  return new CliError('service', [...explained.lines, `The ${made}`]);
}

/** What commands make anew each time, and how to learn whether it was made. */
const makes: Partial<Record<Asking['command'], string>> = {
  create: 'watch may have been made: "job-search watches list" shows it.',
  rotate: 'secret may have been made: "job-search watches rotate" makes another.',
};

/** Failures after which the service may have carried out the request, and causes of one that no server has received. */
const doubtful: ReadonlySet<string> = new Set(['network', 'timeout', 'incomplete']);
const unsent: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN']);
