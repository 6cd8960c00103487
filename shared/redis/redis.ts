import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { Cluster, Redis, type RedisOptions } from 'ioredis';
import type { Config } from '../config.js';
import { decodePercent } from '../http/http-hosts.js';
import type { Logger } from '../logger.js';
import { readSettingFile } from '../secrets/read-secret.js';
import { readSentinels, type SentinelAddress } from '../sentinel-address.js';
import { classifyCommandError, rejectWithClasses } from './redis-errors.js';
import { echoChannel } from './redis-keys.js';

/** The scripts, one file each: `folder/name.lua`. */
const folder = new URL('lua/', import.meta.url);

/** A named place of `KEYS` or `ARGV`; a list takes all remaining ones. */
export type ScriptPlace = { name: string; isList: boolean };
type LuaScript = { lua: string; keys: readonly ScriptPlace[]; args: readonly ScriptPlace[] };

let read: ReadonlyMap<string, LuaScript> | null = null;

/** Every script by name, such as `watches/tell-openings`; read once. */
export function readScripts(): ReadonlyMap<string, LuaScript> {
  read ??= new Map(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.lua'))
      .map((file) => file.slice(0, -'.lua'.length).replaceAll('\\', '/'))
      .map((name) => [name, readScript(name)]),
  );
  return read;
}

/**
 * Reads a script and the names of its keys and arguments: a line at its top, `local name = KEYS[1]` or `=
 * tonumber(ARGV[2])`, names one; `-- ARGV[3...] name` names the rest. `--- @include "file"` includes a file next to it.
 */
function readScript(name: string): LuaScript {
  const path = new URL(`${name}.lua`, folder);
  const text = readFileSync(fileURLToPath(path), 'utf8');
  const include = (_: string, file: string): string =>
    readFileSync(fileURLToPath(new URL(`${file}.lua`, path)), 'utf8').trimEnd();
  return {
    lua: text.replaceAll(/^--- @include "([\w-]+)"$/gm, include),
    keys: placesOf(text, 'KEYS', name),
    args: placesOf(text, 'ARGV', name),
  };
}

const named = /^local (\w+) = (?:tonumber\(|cjson\.decode\()?(KEYS|ARGV)\[(\d+)\]/gm;
const namedRest = /^-- (KEYS|ARGV)\[(\d+)\.\.\.\] (\w+)/gm;

function placesOf(text: string, list: 'KEYS' | 'ARGV', script: string): ScriptPlace[] {
  const places = [...text.matchAll(named)]
    .filter(([, , of]) => of === list)
    .map(([, name = '', , at]) => ({ name, at: Number(at), isList: false }));
  for (const [, of, at, name = ''] of text.matchAll(namedRest))
    if (of === list) places.push({ name, at: Number(at), isList: true });
  if (places.some(({ at }, index) => at !== index + 1))
    throw new TypeError(`${script}.lua does not name its ${list} in their order.`);
  return places;
}

/** How often idle connections are checked; milliseconds. */
const askMs = 2000;

/**
 * Reopens a connection that died silently, before it is needed: `socketTimeout` notices that only while a command
 * waits. One that only `listens` sends none. Ends with the connection.
 */
export function watchConnection(
  connection: Redis | Cluster,
  { listens, everyMs = askMs }: { listens: boolean; everyMs?: number },
): void {
  const ask =
    connection instanceof Cluster ? (listens ? echoing(connection) : askNodes(connection)) : pinging(connection);
  const timer = setInterval(() => {
    if (connection.status === 'ready') ask();
  }, everyMs).unref();
  connection.once('end', () => clearInterval(timer));
}

const pinging = (connection: Redis) => (): void => void connection.ping().catch(() => undefined);

/** A cluster has a connection to each node used. */
const askNodes = (cluster: Cluster) => (): void => {
  for (const node of cluster.nodes()) if (node.status === 'ready') pinging(node)();
};

/** A cluster subscribes through a hidden connection, so it publishes to itself to check it. */
function echoing(cluster: Cluster): () => void {
  const channel = echoChannel(randomUUID());
  let sent = 0;
  let lastReceived = 0;
  cluster.on('message', (from: string, number: string) => {
    if (from === channel) lastReceived = Number(number);
  });
  cluster.subscribe(channel).catch(() => undefined);
  return () => {
    if (sent - lastReceived >= 2) {
      lastReceived = sent;
      cluster.disconnect(true);
      return;
    }
    cluster.publish(channel, String(sent + 1)).then(
      () => {
        sent += 1;
      },
      () => undefined,
    );
  };
}

/**
 * Corks a stream until the end of the current event-loop turn, so that its writes need one system call instead of one
 * each: waking the peer process costs more than the rest of a short write.
 */
export function corkWrites(stream: Writable): void {
  const write = stream.write;
  let gathering = false;
  const leave = (): void => {
    gathering = false;
    stream.uncork();
  };
  stream.write = function writeGathered(...given: unknown[]): boolean {
    if (!gathering) {
      gathering = true;
      stream.cork();
      setImmediate(leave);
    }
    return Reflect.apply(write, stream, given) as boolean;
  };
}

export type RedisConnection = Redis | Cluster;

/**
 * The use of a connection. `asking`: a caller waits, so commands fail at once when Redis is down; commands issued in
 * the same tick are pipelined. `working`: a worker's commands, which wait until Redis is back. `gathering`: the same
 * for many small commands at once, which are pipelined. `taking`: takes a queue's jobs, blocking on copies until there
 * are any. `listening`: has a subscription, which is renewed automatically.
 */
export type RedisPurpose = 'asking' | 'working' | 'gathering' | 'taking' | 'listening';

/** ioredis types its constructors by `replyMapping`; we never set it. */
type Options = Omit<RedisOptions, 'replyMapping'>;

/** Longer than a copy of a connection that takes jobs blocks. */
const blockingTimeout = 12_000;

/**
 * A connection on which a command waits without a byte for `socketTimeout` milliseconds is reopened: a firewall that
 * has forgotten it answers nothing, and TCP gives up after a quarter of an hour. Copies of a connection that takes jobs
 * block for up to 10 seconds; in a cluster it has the options of its copies.
 */
const optionsFor: Record<RedisPurpose, Options> = {
  asking: { enableOfflineQueue: false, maxRetriesPerRequest: 0, commandTimeout: 3000, socketTimeout: 5000 },
  working: { maxRetriesPerRequest: null, socketTimeout: 6000 },
  gathering: { maxRetriesPerRequest: null, enableAutoPipelining: true, socketTimeout: 6000 },
  taking: { maxRetriesPerRequest: null, socketTimeout: blockingTimeout },
  listening: { maxRetriesPerRequest: null, socketTimeout: 5000 },
};

/** For the connection itself, which renews its locks within four seconds. */
const takingTimeout = 6000;

/** Short at first and at most one second, so that the service recovers soon after Redis does. */
const retryStrategy = (attempt: number) => Math.min(attempt * 50, 1000);

/**
 * Retries of a command while a cluster reshards or fails over, 100 ms apart: a caller waits at most a second, a worker
 * as long as a failover may take.
 */
const redirections: Record<RedisPurpose, number> = {
  asking: 10,
  working: 600,
  gathering: 600,
  taking: 600,
  listening: 600,
};

/** The address of Redis and its TLS settings; a bare address uses no certificates. */
export type RedisAddress =
  | string
  | Readonly<
      Pick<Config, 'REDIS_URL' | 'REDIS_TLS_CA' | 'REDIS_TLS_CERT' | 'REDIS_TLS_KEY' | 'REDIS_SENTINEL_PASSWORD'>
    >;

/**
 * Opens a connection to `redis://`, `rediss://`, `unix:///path`, a comma-separated list for a cluster, or the primary
 * that Sentinels name (`redis+sentinel://`). Throws when a certificate cannot be read.
 */
export function connectRedis(address: RedisAddress, purpose: RedisPurpose, logger: Logger): RedisConnection {
  const connection = open(address, purpose);
  rejectWithClasses(connection);
  if (purpose === 'asking') writeAllTogether(connection);
  if (purpose === 'taking' && connection instanceof Redis) renewCopies(connection);
  watchConnection(connection, { listens: purpose === 'listening' });
  let down = false;
  connection.on('error', (error: Error) => {
    if (!down) logger.warn({ err: classifyCommandError(error), purpose }, 'redis: connection lost');
    down = true;
  });
  connection.on('ready', () => {
    if (down) logger.info({ purpose }, 'redis: connected again');
    down = false;
  });
  return connection;
}

/**
 * Copies wait for jobs, so a broken one is noticed only at its timeout. Reopening a connection also reopens its copies,
 * which resend their waiting commands.
 */
function renewCopies(connection: Redis): void {
  const duplicate = connection.duplicate.bind(connection);
  connection.options.socketTimeout = takingTimeout;
  connection.duplicate = (more) => {
    const copy = duplicate(Object.assign({ socketTimeout: blockingTimeout }, more));
    const renew = (): void => {
      if (copy.status === 'ready') copy.disconnect(true);
    };
    connection.on('reconnecting', renew);
    copy.once('end', () => connection.off('reconnecting', renew));
    return copy;
  };
}

/** Runs on each connect; a cluster has a connection to each of its nodes. */
function writeAllTogether(connection: RedisConnection): void {
  if (connection instanceof Cluster) connection.on('+node', writeAllTogether);
  else connection.on('connect', () => corkWrites(connection.stream));
}

function open(address: RedisAddress, purpose: RedisPurpose): RedisConnection {
  const url = typeof address === 'string' ? address : address.REDIS_URL;
  const secure = /^rediss[:+]/.test(url) ? { tls: typeof address === 'string' ? {} : certificatesOf(address) } : {};
  // Before the first command: a pipeline, which 'gathering' begins by itself, knows only the scripts defined before it.
  const scripts = Object.fromEntries([...readScripts()].map(([name, { lua }]) => [name, { lua }]));
  const options: Options = { ...optionsFor[purpose], ...secure, scripts, connectTimeout: 3000 };
  const sentinels = readSentinels(url);
  if (sentinels !== null)
    return new Redis({ ...options, ...sentinelOptions(sentinels, { address, ...secure }), retryStrategy });
  const [first = '', ...more] = url.split(',');
  if (first.startsWith('unix:')) return new Redis({ ...options, ...socketOf(first), retryStrategy });
  if (more.length === 0) return new Redis(first, { ...options, retryStrategy });
  const { enableOfflineQueue = true, enableAutoPipelining = false, scripts: _, ...redisOptions } = options;
  return new Cluster([first, ...more], {
    enableOfflineQueue,
    enableAutoPipelining,
    // ioredis mistakes the number of a script's keys for its first key, and would pipeline keys of several nodes.
    autoPipeliningIgnoredCommands: Object.keys(scripts),
    scripts,
    clusterRetryStrategy: retryStrategy,
    maxRedirections: redirections[purpose],
    // A certificate names hosts: under TLS a node is addressed by its given name, not by its IP address.
    ...(secure.tls === undefined ? {} : { dnsLookup: (host, found) => found(null, host) }),
    redisOptions: { ...redisOptions, ...accountOf(new URL(first)) },
  });
}

/** How long a Sentinel may take to answer before the next one is queried. */
const sentinelMs = 1000;

/**
 * The Sentinels name the primary at each connection. A primary demoted to a replica refuses writes with READONLY: the
 * connection is reopened, and the command sent to the new primary.
 */
function sentinelOptions(
  { sentinels, name, username, password, db }: SentinelAddress,
  { address, tls }: { address: RedisAddress; tls?: NonNullable<Options['tls']> },
): Options {
  const sentinelPassword = typeof address === 'string' ? '' : address.REDIS_SENTINEL_PASSWORD;
  return {
    sentinels,
    name,
    db,
    sentinelRetryStrategy: retryStrategy,
    sentinelCommandTimeout: sentinelMs,
    ...(username === '' ? {} : { username }),
    ...(password === '' ? {} : { password }),
    ...(sentinelPassword === '' ? {} : { sentinelPassword }),
    ...(tls === undefined ? {} : { enableTLSForSentinelMode: true, sentinelTLS: tls }),
    reconnectOnError: ({ message }) => (message.startsWith('READONLY') ? 2 : false),
  };
}

/** `unix:///path`, or `unix://user:password@/path`, which is not a valid WHATWG URL. */
function socketOf(url: string): Options {
  const [, account, path = ''] = /^unix:\/\/(?:([^@/]*)@)?(\/.*)$/.exec(url) ?? [];
  return account === undefined ? { path } : { path, ...accountOf(new URL(`redis://${account}@socket`)) };
}

/** Credentials: none without a password, the default user without a name. */
function accountOf({ username, password }: URL): Pick<Options, 'username' | 'password'> {
  if (password === '') return {};
  return {
    ...(username === '' ? {} : { username: decodePercent(username) }),
    password: decodePercent(password),
  };
}

function certificatesOf({ REDIS_TLS_CA, REDIS_TLS_CERT, REDIS_TLS_KEY }: Exclude<RedisAddress, string>) {
  return {
    ...(REDIS_TLS_CA === '' ? {} : { ca: readSettingFile('REDIS_TLS_CA', REDIS_TLS_CA) }),
    ...(REDIS_TLS_CERT === '' ? {} : { cert: readSettingFile('REDIS_TLS_CERT', REDIS_TLS_CERT) }),
    ...(REDIS_TLS_KEY === '' ? {} : { key: readSettingFile('REDIS_TLS_KEY', REDIS_TLS_KEY) }),
  };
}

/** Resolves once the connection can be used; rejects with a plain sentence after `limitMs`. */
export async function redisReady(connection: RedisConnection, limitMs: number): Promise<void> {
  if (connection.status === 'ready') return;
  const timeUp = AbortSignal.timeout(limitMs);
  await new Promise<void>((resolve, reject) => {
    const settle = (then: () => void) => () => {
      connection.off('ready', onReady);
      timeUp.removeEventListener('abort', onTimeUp);
      then();
    };
    const onReady = settle(resolve);
    const onTimeUp = settle(() => reject(new Error(`Redis did not answer within ${limitMs} ms.`)));
    connection.once('ready', onReady);
    timeUp.addEventListener('abort', onTimeUp);
  });
}
