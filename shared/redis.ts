import { Cluster, Redis, type RedisOptions } from 'ioredis';
import type { Logger } from './logger.js';

export type RedisConnection = Redis | Cluster;

/**
 * What a connection is for. `asking`: a person waits, so a command fails at once when Redis is away. `working`: a
 * queue's worker, which waits until Redis is back. `listening`: holds a subscription, which is renewed by itself.
 */
export type RedisPurpose = 'asking' | 'working' | 'listening';

/** ioredis types its constructors by `replyMapping`; we never set it. */
type Options = Omit<RedisOptions, 'replyMapping'>;

const optionsFor: Record<RedisPurpose, Options> = {
  asking: { enableOfflineQueue: false, maxRetriesPerRequest: 0, commandTimeout: 3000 },
  working: { maxRetriesPerRequest: null },
  listening: { maxRetriesPerRequest: null },
};

/** Quick at first, never longer than a second: service is whole again soon after Redis is. */
const retryStrategy = (attempt: number) => Math.min(attempt * 50, 1000);

/** Opens a connection to `redis://`, `rediss://`, `unix:///path`, or to a comma-separated list for a cluster. */
export function connectRedis(url: string, purpose: RedisPurpose, logger: Logger): RedisConnection {
  const options: Options = { ...optionsFor[purpose], retryStrategy, connectTimeout: 3000 };
  const connection = open(url, options);
  let down = false;
  connection.on('error', (error: Error) => {
    if (!down) logger.warn({ err: error, purpose }, 'redis: connection lost');
    down = true;
  });
  connection.on('ready', () => {
    if (down) logger.info({ purpose }, 'redis: connected again');
    down = false;
  });
  return connection;
}

function open(url: string, options: Options): RedisConnection {
  const [first = '', ...more] = url.split(',');
  if (first.startsWith('unix://')) return new Redis({ ...options, path: first.slice('unix://'.length) });
  if (more.length === 0) return new Redis(first, options);
  const { enableOfflineQueue = true, ...redisOptions } = options;
  const secure = first.startsWith('rediss:') ? { tls: {} } : {};
  const { username, password } = new URL(first);
  const account =
    password === '' ? {} : { username: decodeURIComponent(username), password: decodeURIComponent(password) };
  return new Cluster([first, ...more], {
    enableOfflineQueue,
    clusterRetryStrategy: retryStrategy,
    redisOptions: { ...redisOptions, ...secure, ...account },
  });
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
