/** Sessions of people who are signed in: a browser keeps a token in a cookie, and Redis its hash. */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { hashText } from '../../shared/auth/hash-text.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { redisKeys } from '../../shared/redis/redis-keys.js';

/** The cookies of sessions, and for how long one is stored after it was last used, in milliseconds. */
const idleMs = { session: 14 * 86_400_000, operator: 30 * 86_400_000 } as const;
export type SessionCookie = keyof typeof idleMs;

/** The tokens of a request: 256 random bits each. */
const tokens = /(?:^|; ?)(session|operator)=([\w-]{43})(?=;|$)/g;

export type Sessions = {
  /** The text that the session of a request was begun with; `null` = it has none, or one that has ended. */
  find(request: IncomingMessage): Promise<string | null>;
  /** Begins a session in place of the one that the request has, if any. Returns the value of its cookie, and its hash. */
  begin(request: IncomingMessage, text: string): Promise<{ token: string; hash: string }>;
  /** Ends the session of a request, and returns its hash; `null` = it has none. */
  end(request: IncomingMessage): Promise<string | null>;
};

/** All methods reject when Redis is not available. */
export function createSessions(redis: RedisConnection, cookie: SessionCookie): Sessions {
  const hashIn = ({ headers }: IncomingMessage): string | null => {
    const [, , token] = [...(headers.cookie ?? '').matchAll(tokens)].find(([, name]) => name === cookie) ?? [];
    return token === undefined ? null : hashText(token);
  };
  const end = async (request: IncomingMessage): Promise<string | null> => {
    const hash = hashIn(request);
    if (hash !== null) await redis.del(redisKeys.session(cookie, hash));
    return hash;
  };
  return {
    async find(request) {
      const hash = hashIn(request);
      return hash === null ? null : redis.getex(redisKeys.session(cookie, hash), 'PX', idleMs[cookie]);
    },
    async begin(request, text) {
      await end(request);
      const token = randomBytes(32).toString('base64url');
      const hash = hashText(token);
      await redis.set(redisKeys.session(cookie, hash), text, 'PX', idleMs[cookie]);
      return { token, hash };
    },
    end,
  };
}
