import { type DestinationStream, destination, type Logger, pino } from 'pino';

export type { Logger };

/** Keys whose values never reach a log line, at the top of a line and one level down. */
const secrets = ['authorization', 'password', 'apiKey', 'key', 'token', 'cookie'];

/** Commands that failed are logged with their error; their arguments may be a password. */
const commandWords = ['err.command.args', 'err.previousErrors[*].command.args'];

/** An API key, wherever a client has put it: in a path, in a request id. */
const apiKeys = /jsk_[0-9A-Za-z]{38}/g;

/** A JSON-lines logger that names the part of the service it speaks for, on standard output unless told otherwise. */
export function createLogger(level: string, part: string, to: DestinationStream = destination()): Logger {
  const options = {
    level,
    base: { part, pid: process.pid },
    redact: { paths: [...secrets, ...secrets.map((name) => `*.${name}`), ...commandWords], censor: '[hidden]' },
    hooks: { streamWrite: (line: string) => line.replace(apiKeys, 'jsk_[hidden]') },
    timestamp: pino.stdTimeFunctions.isoTime,
  };
  return pino(options, to);
}
