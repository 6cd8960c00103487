import { randomBytes } from 'node:crypto';
import { createKey, hashKey, isWellFormedKey } from '../../shared/auth/api-key.js';
import {
  addKey,
  expireKey,
  type KeyRecord,
  type ListedKey,
  listKeys,
  nameAccount,
  findKey as readKey,
  readKeyPage,
  readKeysById,
  revokeKey,
} from '../../shared/auth/key-store.js';
import { type Plan, type Plans, quotaShape } from '../../shared/auth/plans.js';
import { CommandError, type OptionType, parseArguments, readCommandName } from '../../shared/cli/arguments.js';
import { alignColumns } from '../../shared/cli/columns.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { tableOf } from '../../shared/table-of.js';
import { accountUsageCsv, listAccountUsage, listUsage, usageCsv } from '../auth/usage-rows.js';

const columns = ['id', 'name', 'plan', 'key', 'state', 'created', 'last used', 'account'] as const;

/** The lines of a table of keys, without anything secret. */
function formatKeyList(keys: readonly ListedKey[], now: Date): string[] {
  const rows = keys.map((key) => [
    key.id,
    key.name,
    key.requests === undefined ? key.plan : `${key.plan} (${key.requests} in ${key.windowSeconds} s)`,
    `jsk_…${key.lastFour}`,
    stateOf(key, now),
    minute(key.createdAt),
    key.lastUsedAt === null ? 'never' : minute(key.lastUsedAt),
    key.account ?? '–',
  ]);
  return alignColumns([columns, ...rows]);
}

function stateOf({ revokedAt, expiresAt }: ListedKey, now: Date): string {
  if (revokedAt !== undefined) return `revoked ${minute(revokedAt)}`;
  if (expiresAt === undefined) return 'live';
  return expiresAt <= now.getTime() ? `expired ${minute(expiresAt)}` : `live until ${minute(expiresAt)}`;
}

/** "2026-11-21 09:14Z" */
const minute = (at: number): string => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')}Z`;

const secondsOf: Readonly<Record<string, number>> = tableOf({ s: 1, m: 60, h: 3600, d: 86_400 });

/** The latest expiry: ten years from now. */
const furthestMs = 10 * 365 * 86_400_000;

/** Parses a duration from now ("90d", "24h", "0s") or a date ("2027-01-31"). Throws a RangeError with valid forms. */
export function readMoment(text: string, now: Date, option: string): Date {
  const [, amount, unit = ''] = /^(\d{1,9})([smhd])$/.exec(text.trim()) ?? [];
  const isDate = /^\d{4}-\d{2}-\d{2}(?:T[\d:.]+Z?)?$/.test(text.trim());
  const at =
    amount !== undefined
      ? now.getTime() + Number(amount) * (secondsOf[unit] ?? 0) * 1000
      : isDate
        ? Date.parse(text.trim())
        : Number.NaN;
  if (Number.isNaN(at))
    throw new RangeError(
      `--${option} "${text}" is not a time from now, such as 90d, 24h, 30m or 10s, or a date, such as 2027-01-31.`,
    );
  if (at < now.getTime()) throw new RangeError(`--${option} "${text}" is in the past.`);
  if (at > now.getTime() + furthestMs) throw new RangeError(`--${option} "${text}" is more than ten years ahead.`);
  return new Date(at);
}

/** The help text. */
export const keyUsage = `Usage:
  npx job-search key create --plan pro --name acme    create a key; "create" is optional
      --account acme                   one of several keys of an account, which share its plan, limits, watches and usage
      --expires 90d                    expiry: a time from now (s, m, h, d) or a date
      --requests 25000 --window 900    its quota per so many seconds, for a plan without a fixed quota
  npx job-search key account ID --name acme   name the account of a key that is there, so that others can be added
  npx job-search key usage                 requests, searches and refusals by key and day as CSV
      --by account --days 30           by account; of how many days (at most 92)
  npx job-search key list                  list all keys (ids only); --json for programs
  npx job-search key revoke ID             revoke a key immediately (its id, or the key itself)
  npx job-search key rotate ID             create a new key for the same owner and expire the old one
      --grace 24h                      when the old key expires; 0s = immediately`;

/** Tools of the commands. `print` writes results (a key, a table) to stdout, `tell` messages to stderr. */
export type KeyTools = {
  redis: RedisConnection;
  plans: Plans;
  now: () => Date;
  print: (line: string) => void;
  tell: (line: string) => void;
};

const commands = ['create', 'list', 'account', 'usage', 'revoke', 'rotate', 'help'] as const;

const options = {
  plan: { type: 'string' },
  name: { type: 'string' },
  account: { type: 'string' },
  by: { type: 'string' },
  days: { type: 'string' },
  expires: { type: 'string' },
  requests: { type: 'string' },
  window: { type: 'string' },
  grace: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const satisfies Record<string, OptionType>;

type Values = { [Name in keyof typeof options]?: string } & { grace: string };

export type KeyCommand = {
  command: (typeof commands)[number];
  /** The argument of `revoke` and `rotate`. */
  subject: string | undefined;
  json: boolean;
  values: Values;
};

/** Parses the command line. Throws a CommandError for an unknown command or option. */
export function readKeyCommand(args: readonly string[]): KeyCommand {
  const { values: given, words } = parseArguments(args, options);
  const { command = given.has('plan') || given.has('name') ? 'create' : 'help', subject } = readCommandName(
    words,
    commands,
  );
  const values: Values = { grace: '24h', ...Object.fromEntries(given) };
  return { command: given.has('help') ? 'help' : command, subject, json: given.get('json') === true, values };
}

/** Executes a command. Throws a CommandError that suggests a remedy. */
export async function runKeyCommand(tools: KeyTools, { command, subject, json, values }: KeyCommand): Promise<void> {
  switch (command) {
    case 'create':
      return create(tools, values);
    case 'rotate':
      return rotate(tools, await findKey(tools, subject), values);
    case 'revoke':
      return revoke(tools, await findKey(tools, subject));
    case 'list':
      return list(tools, json);
    case 'account':
      return account(tools, await findKey(tools, subject), values);
    case 'usage':
      return usage(tools, values);
    case 'help':
      return tools.print(keyUsage);
  }
}

async function list({ redis, now, print, tell }: KeyTools, json: boolean): Promise<void> {
  const keys = await listKeys(redis);
  if (json) print(JSON.stringify(keys.map(({ hash: _hash, ...key }) => key)));
  else if (keys.length === 0) tell('There are no keys yet.');
  else for (const line of formatKeyList(keys, now())) print(line);
}

async function usage({ redis, now, print }: KeyTools, { by, days = '' }: Values): Promise<void> {
  if (by !== undefined && by !== 'account') throw new CommandError('Usage is counted by key, or with --by account.');
  if (days !== '' && !/^[1-9]\d{0,2}$/.test(days)) throw new CommandError('--days is a number from 1 to 92.');
  const table =
    by === 'account' ? accountUsageCsv(listAccountUsage(redis, days, now())) : usageCsv(listUsage(redis, days, now()));
  for await (const part of table) for (const line of part.split('\r\n').filter((text) => text !== '')) print(line);
}

async function create(tools: KeyTools, values: Values): Promise<void> {
  const { plans, now } = tools;
  const terms = values.account === undefined ? null : await termsOfAccount(tools, accountName(values.account), values);
  const planName = terms?.plan ?? values.plan;
  const named = planName === undefined ? undefined : plans.named(planName);
  const offered = plans.rows.filter(({ key }) => key);
  if (named === undefined || !named.key) {
    const problem = planName === undefined ? 'Choose a plan: --plan pro.' : `There is no plan "${planName}" with keys.`;
    throw new CommandError(`${problem} Plans: ${offered.map(({ name }) => name).join(', ')}.`);
  }
  const name = (values.name ?? values.account ?? '').trim();
  if (name === '' || name.length > 80 || /\p{Cc}/u.test(name))
    throw new CommandError('Give the name of its owner, at most 80 characters: --name acme.');
  const id = newId();
  const expiresAt = values.expires === undefined ? undefined : readMoment(values.expires, now(), 'expires').getTime();
  await issue(tools, {
    id,
    owner: id,
    name,
    plan: named.name,
    createdAt: now().getTime(),
    ...(expiresAt === undefined ? {} : { expiresAt }),
    ...(terms ?? ownQuota(named, values)),
    ...(values.account === undefined ? {} : { account: accountName(values.account) }),
  });
}

/** The account's owner, plan and quota, which its keys share; `null` for the first key of an account. */
async function termsOfAccount(
  { redis }: KeyTools,
  account: string,
  { plan, requests, window }: Values,
): Promise<Pick<KeyRecord, 'owner' | 'plan' | 'requests' | 'windowSeconds'> | null> {
  const latest = (await listKeys(redis)).findLast((key) => key.account === account && key.revokedAt === undefined);
  if (latest === undefined) return null;
  if ((plan ?? latest.plan) !== latest.plan || requests !== undefined || window !== undefined)
    throw new CommandError(
      `The account ${account} is on the plan ${latest.plan}, and its keys share one quota: leave out --plan, --requests and --window.`,
    );
  const { owner, requests: most, windowSeconds } = latest;
  return {
    owner,
    plan: latest.plan,
    ...(most === undefined ? {} : { requests: most }),
    ...(windowSeconds === undefined ? {} : { windowSeconds }),
  };
}

/** The name of an account, by which its keys are found. */
function accountName(text: string): string {
  if (/^[a-z0-9][a-z0-9._-]{0,39}$/.test(text)) return text;
  throw new CommandError('An account name has at most 40 lower-case letters, digits, dots, dashes and underscores.');
}

/** Names the account of a key and of all keys that share its owner. */
async function account({ redis, tell }: KeyTools, key: ListedKey, { name }: Values): Promise<void> {
  if (name === undefined) throw new CommandError('Give the name of the account: --name acme.');
  const wanted = accountName(name);
  const keys = await listKeys(redis);
  if (keys.some((each) => each.account === wanted && each.owner !== key.owner))
    throw new CommandError(`There is an account ${wanted} already; its keys have another owner.`);
  for (const each of keys) if (each.owner === key.owner) await nameAccount(redis, each.hash, wanted);
  tell(`${key.id} is of the account ${wanted}: add keys to it with create --account ${wanted}.`);
}

const newId = () => `key_${randomBytes(6).toString('hex')}`;

function ownQuota(plan: Plan, values: Values): Pick<KeyRecord, 'requests' | 'windowSeconds'> {
  if (plan.requests !== null) {
    if (values.requests === undefined && values.window === undefined) return {};
    throw new CommandError(
      `The ${plan.name} plan has a fixed quota. Leave out --requests and --window, or choose a plan without a fixed quota.`,
    );
  }
  if (values.requests === undefined)
    throw new CommandError(`The ${plan.name} plan has no fixed quota: add --requests 25000.`);
  return {
    requests: count('requests', values.requests),
    windowSeconds: values.window === undefined ? plan.windowSeconds : count('windowSeconds', values.window),
  };
}

function count(member: keyof typeof quotaShape, text: string): number {
  const read = quotaShape[member].safeParse(/^\d+$/.test(text) ? Number(text) : text);
  if (read.success) return read.data;
  const option = member === 'requests' ? '--requests' : '--window';
  throw new CommandError(`${option} "${text}" ${read.error.issues[0]?.message ?? 'is not a number.'}`);
}

/** Creates a key, stores its hash and prints the key, which cannot be shown again. */
async function issue(tools: KeyTools, record: Omit<KeyRecord, 'lastFour'>): Promise<void> {
  const key = createKey();
  await addKey(tools.redis, hashKey(key), { ...record, lastFour: key.slice(-4) });
  const end = record.expiresAt === undefined ? '' : `, until ${new Date(record.expiresAt).toISOString()}`;
  tools.tell(
    `${/^[aeiou]/i.test(record.plan) ? 'An' : 'A'} ${record.plan} key for ${record.name} (${record.id}${end}):`,
  );
  tools.print(key);
  tools.tell('It is shown only now; the service stores its hash. Send it as "Authorization: Bearer <key>".');
}

async function rotate(tools: KeyTools, old: ListedKey, { grace, expires }: Values): Promise<void> {
  const { redis, now } = tools;
  if (old.revokedAt !== undefined) throw new CommandError(`${old.id} is revoked. Create a new key with "create".`);
  const { hash, id: _id, lastFour: _lastFour, lastUsedAt: _used, expiresAt: former, ...kept } = old;
  if (former !== undefined && former <= now().getTime())
    throw new CommandError(`${old.id} has expired. Create a new key with "create".`);
  const until = Math.min(former ?? Number.POSITIVE_INFINITY, readMoment(grace, now(), 'grace').getTime());
  const expiresAt = expires === undefined ? former : readMoment(expires, now(), 'expires').getTime();
  await issue(tools, {
    ...kept,
    id: newId(),
    createdAt: now().getTime(),
    ...(expiresAt === undefined ? {} : { expiresAt }),
  });
  await expireKey(redis, hash, new Date(until));
  tools.tell(`${old.id} (…${old.lastFour}) works until ${new Date(until).toISOString()}; both keys share one quota.`);
}

async function revoke({ redis, now, tell }: KeyTools, key: ListedKey): Promise<void> {
  if (key.revokedAt === undefined) await revokeKey(redis, key.hash, now());
  tell(`${key.id} (…${key.lastFour}, ${key.name}) is revoked: every API process now rejects it.`);
}

/** Finds a key by its id, or by the key itself. */
async function findKey({ redis }: KeyTools, subject: string | undefined): Promise<ListedKey> {
  if (subject === undefined) throw new CommandError(`Which key? Add its id; "npx job-search key list" lists all ids.`);
  const id = isWellFormedKey(subject) ? (await readKey(redis, hashKey(subject)))?.id : subject;
  // Reading the first page also lists the keys of an earlier release by their ids.
  await readKeyPage(redis);
  const [found] = id === undefined ? [] : await readKeysById(redis, [id]);
  if (found !== undefined) return found;
  const shown = subject.startsWith('jsk_') ? 'That key' : `"${subject.slice(0, 60)}"`;
  throw new CommandError(`${shown} does not exist. "npx job-search key list" lists all ids.`);
}
