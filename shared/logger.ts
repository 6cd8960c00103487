import { type DestinationStream, destination, type Logger, pino } from 'pino';
import { hideKeys } from './auth/api-key.js';
import { createOutageLogLimit } from './redis/limit-outage-logs.js';
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
