import { type Cluster, type Redis, ReplyError } from 'ioredis';

/** Redis cannot take a command now: the caller's work is not at fault. Has the message and the stack of the driver's error. */
export class RedisUnavailableError extends Error {
  constructor(message: string, { stack }: { stack?: string | undefined } = {}) {
    super(message);
    if (stack !== undefined) this.stack = stack;
  }
  override get name(): string {
    return 'RedisUnavailableError';
  }
}

/** Redis has reached `maxmemory`: it reads and deletes, and refuses every write that takes memory. */
export class RedisFullError extends RedisUnavailableError {
  override get name(): string {
    return 'RedisFullError';
  }
}

/**
 * A key of the service, or of BullMQ, holds a value of another type, or a counter holds no number: another program or a person has
 * written into this Redis. The message names the keys of the command, so that the operator can look at them.
 */
export class RedisMisusedError extends RedisUnavailableError {
  override get name(): string {
    return 'RedisMisusedError';
  }
}

/**
 * Error codes of Redis for a server that is there and cannot do the work now: it loads its data, cannot write to its disk,
 * is a replica, or has lost a node or its password. https://redis.io/docs/latest/develop/reference/protocol-spec/#simple-errors
 */
const unavailableCodes = new Set(
  'LOADING BUSY READONLY MASTERDOWN CLUSTERDOWN TRYAGAIN MISCONF NOREPLICAS NOAUTH WRONGPASS'.split(' '),
);

/** A counter that holds something else. */
const notNumber = /^ERR (?:hash )?value is not (?:an integer|a valid float)/;

/** A reply's code is its first word; EXEC, and scripts before Redis 7, quote the code of the command that was refused. */
const replyCode = /^(?:EXECABORT Transaction discarded because of: |ERR Error running script .{0,200}?: -)?([A-Z]+)\b/;

/** Whether an error means that there is no Redis, or none that can take a command now. */
export function isRedisUnavailable(error: unknown): boolean {
  return error instanceof RedisUnavailableError || errorsOfTransaction(error).some(isRedisUnavailable);
}

/** Whether an error, or what caused it, means that Redis is full. */
export function isRedisFull(error: unknown): boolean {
  if (error instanceof RedisFullError) return true;
  if (!(error instanceof Error)) return false;
  return isRedisFull(error.cause) || errorsOfTransaction(error).some(isRedisFull);
}

/** A transaction that Redis refused to run (EXECABORT) carries the errors of its commands. */
function errorsOfTransaction(error: unknown): readonly unknown[] {
  if (!(error instanceof ReplyError)) return [];
  const { previousErrors = [] } = error as { previousErrors?: readonly unknown[] };
  return previousErrors;
}

/**
 * The class of what a command was rejected with. Redis either answered with an error, whose code decides, or the driver
 * could not bring the command there and back: it has no class of its own for most of those (time is up, no connection).
 */
export function classifyCommandError(error: Error): Error {
  if (error instanceof RedisUnavailableError || error instanceof TypeError || error instanceof RangeError) return error;
  if (!(error instanceof ReplyError)) return new RedisUnavailableError(error.message, error);
  const [, code = ''] = replyCode.exec(error.message) ?? [];
  if (code === 'OOM') return new RedisFullError(error.message, error);
  if (code === 'WRONGTYPE' || notNumber.test(error.message))
    return new RedisMisusedError(`${error.message}${keysOf(error)}`, error);
  return unavailableCodes.has(code) ? new RedisUnavailableError(error.message, error) : error;
}

/** The keys of the command that was refused, for a message; never its other arguments, which may be secret. */
function keysOf(error: Error): string {
  const { command } = error as Error & { command?: { name: string; args?: readonly unknown[] } };
  if (command?.args === undefined) return '';
  const isScript = /^(?:eval|evalsha|fcall)(?:_ro)?$/i.test(command.name);
  const keys = isScript ? command.args.slice(2, 2 + Number(command.args[1])) : command.args.slice(0, 1);
  return ` (${command.name} of ${keys.map(String).join(', ').slice(0, 1000)})`;
}

/**
 * The class of an error event of a library that passes its connections' errors on among its own: what a socket or Redis
 * reports is classified, every other error is left as it is.
 */
export function classifyEventError(error: Error): Error {
  return error instanceof ReplyError || 'syscall' in error ? classifyCommandError(error) : error;
}

/**
 * Makes every command of a connection, and of its duplicates, reject with these classes. Messages stay the driver's, since
 * the driver and BullMQ read them to follow a cluster and to send a script again. A command that is sent again after a
 * reconnection is wrapped again, which changes nothing.
 */
export function rejectWithClasses(connection: Redis | Cluster): void {
  const { sendCommand, duplicate } = connection;
  connection.sendCommand = function sendClassified(command: Parameters<typeof sendCommand>[0], ...more: unknown[]) {
    const { reject } = command;
    command.reject = (error) => reject(classifyCommandError(error));
    return Reflect.apply(sendCommand, connection, [command, ...more]);
  };
  connection.duplicate = function duplicateClassified(...given: unknown[]) {
    const copy = Reflect.apply(duplicate, connection, given) as Redis | Cluster;
    rejectWithClasses(copy);
    return copy;
  } as typeof duplicate;
  if ('delayUntilReady' in connection) classifyDelayed(connection);
}

/** A pipeline that waits for a cluster's slots is rejected altogether, not by its commands. */
function classifyDelayed(cluster: Cluster): void {
  const { delayUntilReady } = cluster;
  cluster.delayUntilReady = (callback) =>
    Reflect.apply(delayUntilReady, cluster, [
      (error?: Error | null) => callback(error instanceof Error ? classifyCommandError(error) : error),
    ]);
}
