import { type DestinationStream, destination, type LogFn, type Logger, pino } from 'pino';
import { hideKeys } from './auth/api-key.js';
import { isRedisUnavailable } from './redis/redis-errors.js';
import { hideObtained, type Redact } from './secrets/redact.js';

export type { Logger };

/** Keys whose values never reach a log line, at the top of a line and one level down. */
const secrets = ['authorization', 'password', 'apiKey', 'key', 'token', 'cookie'];

/** Failed commands are logged with their error; their arguments may be a password. */
const commandWords = ['err.command.args', 'err.previousErrors[*].command.args'];

/** A JSON-lines logger that names its part of the service, on standard output by default. */
export function createLogger(level: string, part: string, to: DestinationStream = destination()): Logger {
  const hiding: Hiding = { redact: hideObtained };
  const limit = createOutageLogLimit();
  const logger = pino(
    {
      level,
      base: { part, pid: process.pid },
      redact: { paths: [...secrets, ...secrets.map((name) => `*.${name}`), ...commandWords], censor: '[hidden]' },
      hooks: {
        streamWrite: (line) => hiding.redact(hideKeys(line)),
        logMethod(said, method) {
          const limited = limit(said);
          if (limited !== null) method.apply(this, limited);
        },
      },
      timestamp: createClock(),
    },
    to,
  );
  return Object.assign(logger, { [hidingSymbol]: hiding });
}

/** What a logger and its children hide in addition to the defaults. */
type Hiding = { redact: Redact };
const hidingSymbol = Symbol('hiding');

const hidingOf = (logger: Logger): Hiding => Reflect.get(logger, hidingSymbol) as Hiding;

/** Applies `redact` to every further line of a logger and its children, for secrets known only once settings are read. */
export function hideInLog(logger: Logger, redact: Redact): void {
  hidingOf(logger).redact = redact;
}

/** The redaction of a logger, for other outputs (traces); includes redactions added later. */
export function redactOf(logger: Logger): Redact {
  const hiding = hidingOf(logger);
  return (text) => hiding.redact(hideKeys(text));
}

/** The time in pino's format (ISO 8601), printed once per millisecond. */
function createClock(): () => string {
  let at = 0;
  let text = '';
  return () => {
    const now = Date.now();
    if (now !== at) {
      at = now;
      text = `,"time":"${new Date(now).toISOString()}"`;
    }
    return text;
  };
}

/**
 * A printer of one kind of line at level info, for frequent lines: constant parts are printed once, and secrets are not
 * searched for. `said` are members as JSON, each preceded by its comma.
 */
export function linePrinter(logger: Logger, fixed: Record<string, unknown>, message: string): (said: string) => void {
  if (!logger.isLevelEnabled('info')) return () => undefined;
  // Pino hands these out "for performant integration where necessary" (its API, pino.symbols).
  const { chindingsSym, streamSym } = pino.symbols;
  const stream = Reflect.get(logger, streamSym) as DestinationStream;
  const known = String(Reflect.get(logger, chindingsSym)) + membersOf(fixed);
  const clock = createClock();
  const end = `,"msg":${JSON.stringify(message)}}\n`;
  return (said) => stream.write(hideKeys(`{"level":30${clock()}${known}${said}${end}`));
}

/** `,"a":1,"b":2` */
const membersOf = (fixed: Record<string, unknown>): string => {
  const text = JSON.stringify(fixed).slice(1, -1);
  return text === '' ? '' : `,${text}`;
};

/** Milliseconds between two lines of one kind. */
const intervalMs = 10_000;

/** Arguments of a logger's method: members of the line, then its message. */
type LogArguments = Parameters<LogFn>;

/**
 * Limits how often a log reports that Redis is unavailable or full, as every request and job meets that, thousands a
 * minute. Of each message (with its `purpose` or `queue`) one line in ten seconds is written; `unsaid` counts those
 * dropped since the previous line. Returns the arguments to log, or `null` to drop the line.
 */
export function createOutageLogLimit(now: () => number = Date.now): (given: LogArguments) => LogArguments | null {
  const kinds = new Map<string, { next: number; unsaid: number }>();
  return (given) => {
    const [members, message] = given as unknown as [Record<string, unknown> | string, string | undefined];
    if (typeof members !== 'object' || members === null || !isRedisUnavailable(members.err)) return given;
    const kind = `${message} ${String(members.purpose ?? members.queue ?? '')}`;
    const known = kinds.get(kind);
    if (known !== undefined && now() < known.next) {
      known.unsaid += 1;
      return null;
    }
    kinds.set(kind, { next: now() + intervalMs, unsaid: 0 });
    if (known === undefined || known.unsaid === 0) return given;
    return [{ ...members, unsaid: known.unsaid }, message] as unknown as LogArguments;
  };
}
