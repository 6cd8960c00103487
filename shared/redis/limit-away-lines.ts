import type { LogFn } from 'pino';
import { isRedisAway } from './redis-away.js';

/** How often one kind of line may say that Redis is away or full. */
const everyMs = 10_000;

/** What is passed to a logger's method: members of the line, then its message. */
type Said = Parameters<LogFn>;

/**
 * Limits how often a log says that Redis is away or full: every request and every job meets that, thousands in a minute. Of
 * each message (with its `purpose` or `queue`) the first line in ten seconds is written, the next tells how many were not.
 */
export function createAwayLimit(now: () => number = Date.now): (said: Said) => Said | null {
  const kinds = new Map<string, { next: number; unsaid: number }>();
  return (said) => {
    const [members, message] = said as unknown as [Record<string, unknown> | string, string | undefined];
    if (typeof members !== 'object' || members === null || !isRedisAway(members.err)) return said;
    const kind = `${message} ${String(members.purpose ?? members.queue ?? '')}`;
    const known = kinds.get(kind);
    if (known !== undefined && now() < known.next) {
      known.unsaid += 1;
      return null;
    }
    kinds.set(kind, { next: now() + everyMs, unsaid: 0 });
    if (known === undefined || known.unsaid === 0) return said;
    return [{ ...members, unsaid: known.unsaid }, message] as unknown as Said;
  };
}
