import type { LogFn } from 'pino';
import { isRedisUnavailable } from './redis-errors.js';

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
