import { type Logger, pino } from 'pino';

export type { Logger };

/** Keys whose values never reach a log line, at the top of a line and one level down. */
const secrets = ['authorization', 'password', 'apiKey', 'key', 'token', 'cookie'];

/** A JSON-lines logger on standard output that names the part of the service it speaks for. */
export function createLogger(level: string, part: string): Logger {
  return pino({
    level,
    base: { part, pid: process.pid },
    redact: { paths: [...secrets, ...secrets.map((name) => `*.${name}`)], censor: '[hidden]' },
    timestamp: pino.stdTimeFunctions.isoTime,
  });
}
