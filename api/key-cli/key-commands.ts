import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { createKey, hashKey, isWellFormedKey } from '../../shared/auth/api-key.js';
import { addKey, expireKey, type KeyRecord, type ListedKey, listKeys, revokeKey } from '../../shared/auth/key-store.js';
import { type Plan, type Plans, quotaShape } from '../../shared/auth/plans.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { keyTable } from './format-key-list.js';
import { readMoment } from './read-moment.js';

/** How the operator's tool is used. */
export const usage = `Usage:
  npm run key -- create --plan pro --name acme    make a key; "create" may be left out
      --expires 90d                    its end: a time from now (s, m, h, d) or a date
      --requests 25000 --window 900    its own quota in so many seconds, on a plan that leaves it open
  npm run key -- list                  all keys, without their letters; --json for programs
  npm run key -- revoke ID             end a key now (an id, or the key itself)
  npm run key -- rotate ID             a new key for the same caller; the old one lives on for a while
      --grace 24h                      how long; 0s = no longer`;

/** A command that cannot be done as it was written; its message says why. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** What a command works with. `tell` speaks to the person; `print` is what a program reads: a key, a table. */
export type KeyTools = {
  redis: RedisConnection;
  plans: Plans;
  now: () => Date;
  print: (line: string) => void;
  tell: (line: string) => void;
};

export type KeyCommand = ReturnType<typeof readKeyCommand>;

const options = {
  plan: { type: 'string' },
  name: { type: 'string' },
  expires: { type: 'string' },
  requests: { type: 'string' },
  window: { type: 'string' },
  grace: { type: 'string', default: '24h' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

/** Reads the words of the command line. Throws a CommandError for an unknown option. */
export function readKeyCommand(words: string[]) {
  try {
    const { values, positionals } = parseArgs({ args: words, options, allowPositionals: true });
    const wanted = values.plan !== undefined || values.name !== undefined ? 'create' : 'help';
    const [command = wanted, subject, ...more] = positionals;
    if (more.length > 0) throw new Error(`"${more[0]}" is one word too many; quote a name of several words.`);
    return { command: values.help ? 'help' : command, subject, values };
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : String(error));
  }
}

/** Does one command. Throws a CommandError with the way out when it cannot be done as written. */
export async function runKeyCommand(tools: KeyTools, { command, subject, values }: KeyCommand): Promise<void> {
  if (command === 'create') return create(tools, values);
  if (command === 'rotate') return rotate(tools, await chosen(tools, subject), values);
  if (command === 'revoke') return revoke(tools, await chosen(tools, subject));
  if (command !== 'list') throw new CommandError(`There is no command "${command}".\n${usage}`);
  const keys = await listKeys(tools.redis);
  const table = keyTable(keys, tools.now());
  if (values.json) tools.print(JSON.stringify(keys.map(({ hash: _hash, ...key }) => key)));
  else if (keys.length === 0) tools.tell('There are no keys yet.');
  else for (const line of table) tools.print(line);
}

type Values = KeyCommand['values'];

async function create(tools: KeyTools, values: Values): Promise<void> {
  const { plans, now } = tools;
  const named = values.plan === undefined ? undefined : plans.named(values.plan);
  const offered = plans.rows.filter(({ key }) => key);
  if (named === undefined || !named.key) {
    const came = values.plan === undefined ? 'Name a plan: --plan pro.' : `"${values.plan}" is not a plan with keys.`;
    throw new CommandError(`${came} Plans: ${offered.map(({ name }) => name).join(', ')}.`);
  }
  const name = (values.name ?? '').trim();
  if (name === '' || name.length > 80 || /\p{Cc}/u.test(name))
    throw new CommandError('Name its owner in at most 80 characters: --name acme.');
  const id = newId();
  const expiresAt = values.expires === undefined ? undefined : readMoment(values.expires, now(), 'expires').getTime();
  await issue(tools, {
    id,
    owner: id,
    name,
    plan: named.name,
    createdAt: now().getTime(),
    ...(expiresAt === undefined ? {} : { expiresAt }),
    ...ownQuota(named, values),
  });
}

const newId = () => `key_${randomBytes(6).toString('hex')}`;

function ownQuota(plan: Plan, values: Values): Pick<KeyRecord, 'requests' | 'windowSeconds'> {
  if (plan.requests !== null) {
    if (values.requests === undefined && values.window === undefined) return {};
    throw new CommandError(
      `A key on the ${plan.name} plan has that plan's quota. Leave --requests and --window out, or choose a plan that leaves the quota open.`,
    );
  }
  if (values.requests === undefined)
    throw new CommandError(`The ${plan.name} plan leaves the quota open: say --requests 25000.`);
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

/** Makes the key, keeps its hash, and shows it this once. */
async function issue(tools: KeyTools, record: Omit<KeyRecord, 'lastFour'>): Promise<void> {
  const key = createKey();
  await addKey(tools.redis, hashKey(key), { ...record, lastFour: key.slice(-4) });
  const end = record.expiresAt === undefined ? '' : `, until ${new Date(record.expiresAt).toISOString()}`;
  tools.tell(`A ${record.plan} key for ${record.name} (${record.id}${end}):`);
  tools.print(key);
  tools.tell('It is shown only now: what is kept is its hash. Send it as "Authorization: Bearer <key>".');
}

async function rotate(tools: KeyTools, old: ListedKey, { grace, expires }: Values): Promise<void> {
  const { redis, now } = tools;
  if (old.revokedAt !== undefined) throw new CommandError(`${old.id} is revoked. Make a new key with "create".`);
  const { hash, id: _id, lastFour: _lastFour, lastUsedAt: _used, expiresAt: former, ...kept } = old;
  if (former !== undefined && former <= now().getTime())
    throw new CommandError(`${old.id} has expired. Make a new key with "create".`);
  const until = Math.min(former ?? Number.POSITIVE_INFINITY, readMoment(grace, now(), 'grace').getTime());
  const expiresAt = expires === undefined ? former : readMoment(expires, now(), 'expires').getTime();
  await issue(tools, {
    ...kept,
    id: newId(),
    createdAt: now().getTime(),
    ...(expiresAt === undefined ? {} : { expiresAt }),
  });
  await expireKey(redis, hash, new Date(until));
  tools.tell(`${old.id} (…${old.lastFour}) works until ${new Date(until).toISOString()}; both take from one quota.`);
}

async function revoke({ redis, now, tell }: KeyTools, key: ListedKey): Promise<void> {
  if (key.revokedAt === undefined) await revokeKey(redis, key.hash, now());
  tell(`${key.id} (…${key.lastFour}, ${key.name}) is revoked: no API process takes it any more.`);
}

/** The key a person means, by its id or by itself. */
async function chosen({ redis }: KeyTools, subject: string | undefined): Promise<ListedKey> {
  if (subject === undefined) throw new CommandError('Which key? Name its id, as "npm run key -- list" shows it.');
  const keys = await listKeys(redis);
  const hash = isWellFormedKey(subject) ? hashKey(subject) : null;
  const found = keys.find((key) => key.id === subject || key.hash === hash);
  if (found !== undefined) return found;
  const shown = subject.startsWith('jsk_') ? 'That key' : `"${subject.slice(0, 60)}"`;
  throw new CommandError(`${shown} is not known. "npm run key -- list" shows all ids.`);
}
