/** Sessions of people who are signed in: a browser keeps a token in a cookie, and Redis its hash. */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import { under } from '../../pages/lib/base-path.js';
import { hashText } from '../../shared/auth/hash-text.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { redisKeys } from '../../shared/redis/redis-keys.js';
import { originOf } from '../formats/feeds.js';
import type { RequestContext } from '../middleware/identify.js';

const dayMs = 86_400_000;

/** Lifetimes of sessions by their cookie, in milliseconds: one ends after `idle` without use, and after `longest` in any case. */
export const sessionMs = {
  session: { idle: 14 * dayMs, longest: 60 * dayMs },
  operator: { idle: 30 * dayMs, longest: 30 * dayMs },
} as const;
export type SessionCookie = keyof typeof sessionMs;

/** The tokens of a request: 256 random bits each. */
const tokens = /(?:^|; ?)(session|operator)=([\w-]{43})(?=;|$)/g;

const storedSchema = z.looseObject({ until: z.number() });

export type Sessions = {
  /** The facts with which the session of a request began; `null` = it has none, or one that has ended. */
  find(request: IncomingMessage): Promise<Record<string, unknown> | null>;
  /** Begins a session. Returns the value of its cookie, and its hash. */
  begin(facts: Record<string, unknown>): Promise<{ token: string; hash: string }>;
  /** Ends the session of a request, and returns its hash; `null` = it has none. */
  end(request: IncomingMessage): Promise<string | null>;
};

type SessionsContext = { redis: RedisConnection; now: () => Date };

/** All methods reject when Redis is not available. */
export function createSessions({ redis, now }: SessionsContext, cookie: SessionCookie): Sessions {
  const { idle, longest } = sessionMs[cookie];
  const hashIn = ({ headers }: IncomingMessage): string | null => {
    const [, , token] = [...(headers.cookie ?? '').matchAll(tokens)].find(([, name]) => name === cookie) ?? [];
    return token === undefined ? null : hashText(token);
  };
  return {
    async find(request) {
      const hash = hashIn(request);
      const text = hash === null ? null : await redis.getex(redisKeys.session(cookie, hash), 'PX', idle);
      const stored = text === null ? null : storedSchema.parse(JSON.parse(text));
      return stored !== null && now().getTime() < stored.until ? stored : null;
    },
    async begin(facts) {
      const token = randomBytes(32).toString('base64url');
      const hash = hashText(token);
      const text = JSON.stringify({ ...facts, until: now().getTime() + longest });
      await redis.set(redisKeys.session(cookie, hash), text, 'PX', idle);
      return { token, hash };
    },
    async end(request) {
      const hash = hashIn(request);
      if (hash !== null) await redis.del(redisKeys.session(cookie, hash));
      return hash;
    },
  };
}

type CookieConfig = Parameters<typeof originOf>[1];
type CookieOptions = { maxAge: number; path: string; sameSite: 'lax' | 'strict' };

/** Sets a cookie that only this service reads; an empty value deletes it. */
export function setCookie(
  ctx: RequestContext,
  config: CookieConfig,
  { name, value, path, ...options }: CookieOptions & { name: string; value: string },
): void {
  // Behind a proxy this connection is not encrypted although the browser's is.
  ctx.cookies.secure = originOf(ctx, config).startsWith('https:');
  ctx.cookies.set(name, value, { ...options, path: under(path), httpOnly: true, overwrite: true });
}
