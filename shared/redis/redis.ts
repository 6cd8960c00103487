import { Cluster, Redis, type RedisOptions } from 'ioredis';
import type { Config } from '../config.js';
import { decodePercent } from '../http/decode-percent.js';
import type { Logger } from '../logger.js';
import { readSettingFile } from '../secrets/read-secret.js';
import { readSentinels, type SentinelAddress } from '../sentinel-address.js';
import { corkWrites } from './cork-writes.js';
import { readScripts } from './lua-scripts.js';
import { classifyCommandError, rejectWithClasses } from './redis-errors.js';
import { watchConnection } from './watch-connection.js';

export type RedisConnection = Redis | Cluster;

/**
 * The use of a connection. `asking`: a caller waits, so commands fail at once when Redis is down; commands issued
 * in the same tick are pipelined. `working`: a worker's commands, which wait until Redis is back. `gathering`: the same for
 * many small commands at once, which are pipelined. `taking`: takes a queue's jobs, and blocks on copies until there are any.
 * `listening`: holds a subscription, which is renewed automatically.
 */
export type RedisPurpose = 'asking' | 'working' | 'gathering' | 'taking' | 'listening';

/** ioredis types its constructors by `replyMapping`; we never set it. */
type Options = Omit<RedisOptions, 'replyMapping'>;

/** Longer than a copy of a connection that takes jobs blocks. */
const blockingTimeout = 12_000;

/**
 * A connection on which a command waits and no byte comes for `socketTimeout` milliseconds is made anew: a firewall that has
 * forgotten it answers nothing, and TCP gives up after a quarter of an hour. Copies of a connection that takes jobs block for up
 * to 10 seconds; in a cluster it has the options of its copies.
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
 * Retries of a command while a cluster reshards or fails over, 100 ms apart: a caller waits at most a
 * second, a worker as long as a failover may take.
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
 * Opens a connection to `redis://`, `rediss://`, `unix:///path`, to a comma-separated list for a cluster, or to the primary that
 * Sentinels name (`redis+sentinel://`). Throws when a certificate cannot be read.
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
 * Copies wait for jobs: whether one still works is seen when its time is up. A connection that is made anew has its copies made
 * anew, which send again what they wait for.
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

/** Each time it connects; a cluster has a connection to each of its nodes. */
function writeAllTogether(connection: RedisConnection): void {
  if (connection instanceof Cluster) connection.on('+node', writeAllTogether);
  else connection.on('connect', () => corkWrites(connection.stream));
}

function open(address: RedisAddress, purpose: RedisPurpose): RedisConnection {
  const url = typeof address === 'string' ? address : address.REDIS_URL;
  const secure = /^rediss[:+]/.test(url) ? { tls: typeof address === 'string' ? {} : certificatesOf(address) } : {};
  // Before the first command: a pipeline, which 'gathering' begins by itself, knows the scripts of its beginning alone.
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
    // ioredis takes the number of a script's keys for its first key, and would put those of several nodes into one pipeline.
    autoPipeliningIgnoredCommands: Object.keys(scripts),
    scripts,
    clusterRetryStrategy: retryStrategy,
    maxRedirections: redirections[purpose],
    // A certificate names hosts: under TLS a node is called by the name it was given, not by its address.
    ...(secure.tls === undefined ? {} : { dnsLookup: (host, found) => found(null, host) }),
    redisOptions: { ...redisOptions, ...accountOf(new URL(first)) },
  });
}

/** How long a Sentinel may take to answer before the next one is asked. */
const sentinelMs = 1000;

/**
 * The Sentinels are asked for the primary at each connection. A primary that was made a replica while it is connected refuses writes
 * with READONLY: the connection is made anew, and the command sent to the new one.
 */
function sentinelOptions(
  { sentinels, name, username, password, db }: SentinelAddress,
  { address, tls }: { address: RedisAddress; tls?: NonNullable<Options['tls']> },
): Options {
  const sentinelPassword = typeof address === 'string' ? '' : address.REDIS_SENTINEL_PASSWORD;
  return {
    ...{ sentinels, name, db, sentinelRetryStrategy: retryStrategy, sentinelCommandTimeout: sentinelMs },
    ...(username === '' ? {} : { username }),
    ...(password === '' ? {} : { password }),
    ...(sentinelPassword === '' ? {} : { sentinelPassword }),
    ...(tls === undefined ? {} : { enableTLSForSentinelMode: true, sentinelTLS: tls }),
    reconnectOnError: ({ message }) => (message.startsWith('READONLY') ? 2 : false),
  };
}

/** `unix:///path`, or `unix://user:password@/path`, which is no URL by WHATWG's rules. */
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
