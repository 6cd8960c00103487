/** Visitors of the pages, distinguished by a signed cookie, so that people behind one address do not share its searches. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { readServiceSecret } from '../../shared/auth/service-secret.js';
import type { RedisConnection } from '../../shared/redis/redis.js';

export type Visitors = {
  /** The visitor of a request; `null` = it has none of our cookies, or the secret cannot be read. */
  find(request: IncomingMessage): Promise<string | null>;
  /** The cookie value of a new visitor; `null` = the secret cannot be read. */
  make(): Promise<string | null>;
};

/** The cookie, and its lifetime in milliseconds. */
export const visitorCookie = { name: 'visitor', keptMs: 30 * 86_400_000 } as const;

/** An id and its signature. */
const form = /(?:^|; ?)visitor=([\w-]{22})\.([\w-]{43})(?:;|$)/;

/** 128-bit random ids that this service signs and a browser keeps in a cookie. */
export function createVisitors({ redis }: { redis: RedisConnection }): Visitors {
  const sign = async (id: string): Promise<string | null> => {
    const secret = await readServiceSecret(redis, 'visitors').catch(() => null);
    return secret && createHmac('sha256', secret).update(id).digest('base64url');
  };
  return {
    async find({ headers }) {
      const [, id = '', signature = ''] = form.exec(headers.cookie ?? '') ?? [];
      const signed = id === '' ? null : await sign(id);
      return signed !== null && timingSafeEqual(Buffer.from(signed), Buffer.from(signature)) ? id : null;
    },
    async make() {
      const id = randomBytes(16).toString('base64url');
      const signature = await sign(id);
      return signature && `${id}.${signature}`;
    },
  };
}
