import { type Cluster, type Redis, ReplyError } from 'ioredis';

/** Redis cannot take a command now, through no fault of the caller. Has the message and stack of the driver's error. */
export class RedisUnavailableError extends Error {
  constructor(message: string, { stack }: { stack?: string | undefined } = {}) {
    super(message);
    if (stack !== undefined) this.stack = stack;
  }
  override get name(): string {
    return 'RedisUnavailableError';
  }
}

/** Redis has reached `maxmemory`: it reads and deletes, but refuses every write that takes memory. */
export class RedisFullError extends RedisUnavailableError {
  override get name(): string {
    return 'RedisFullError';
  }
}

/**
 * A key of the service, or of BullMQ, has another type, or a counter is not a number: another program or a person has
 * written into this Redis. The message names the keys of the command, so that the operator can inspect them.
 */
export class RedisMisusedError extends RedisUnavailableError {
  override get name(): string {
    return 'RedisMisusedError';
  }
}

/**
 * Redis' error codes for a server that cannot work now: it is loading its data, cannot write to its disk, is a replica,
 * or has lost a node or its password. https://redis.io/docs/latest/develop/reference/protocol-spec/#simple-errors
 */
const unavailableCodes = new Set(
  'LOADING BUSY READONLY MASTERDOWN CLUSTERDOWN TRYAGAIN MISCONF NOREPLICAS NOAUTH WRONGPASS'.split(' '),
);

/** A counter that is not a number. */
const notNumber = /^ERR (?:hash )?value is not (?:an integer|a valid float)/;

/** A reply's code is its first word; EXEC, and scripts before Redis 7, quote the code of the refused command. */
const replyCode = /^(?:EXECABORT Transaction discarded because of: |ERR Error running script .{0,200}?: -)?([A-Z]+)\b/;

/** Whether an error means that Redis is unreachable or cannot take commands now. */
export function isRedisUnavailable(error: unknown): boolean {
  return error instanceof RedisUnavailableError || errorsOfTransaction(error).some(isRedisUnavailable);
}

/** Whether an error, or its cause, means that Redis is full. */
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
 * Classifies the rejection of a command. Redis either answered with an error, whose code decides, or the driver could
 * not complete the round trip: it has no separate class for most of those (timeout, no connection).
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

/** The keys of the refused command, for a message; never its other arguments, which may be secret. */
function keysOf(error: Error): string {
  const { command } = error as Error & { command?: { name: string; args?: readonly unknown[] } };
  if (command?.args === undefined) return '';
  const isScript = /^(?:eval|evalsha|fcall)(?:_ro)?$/i.test(command.name);
  const keys = isScript ? command.args.slice(2, 2 + Number(command.args[1])) : command.args.slice(0, 1);
  return ` (${command.name} of ${keys.map(String).join(', ').slice(0, 1000)})`;
}

/**
 * Classifies an error event of a library that passes on its connections' errors among its own: errors of a socket or
 * Redis are classified, all others are left as they are.
 */
export function classifyEventError(error: Error): Error {
  return error instanceof ReplyError || 'syscall' in error ? classifyCommandError(error) : error;
}

/**
 * Makes every command of a connection, and of its duplicates, reject with these classes. Messages stay the driver's,
 * since the driver and BullMQ parse them to follow a cluster and to resend scripts. A command resent after a
 * reconnection is wrapped twice, which is harmless.
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

/** A pipeline waiting for a cluster's slots is rejected as one, not per command. */
function classifyDelayed(cluster: Cluster): void {
  const { delayUntilReady } = cluster;
  cluster.delayUntilReady = (callback) =>
    Reflect.apply(delayUntilReady, cluster, [
      (error?: Error | null) => callback(error instanceof Error ? classifyCommandError(error) : error),
    ]);
}
