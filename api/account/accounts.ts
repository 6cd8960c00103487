/** The accounts of people who sign in: by a header of a trusted proxy, or by a session after they signed in with OpenID Connect. */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import { hashText } from '../../shared/auth/hash-text.js';
import type { Config } from '../../shared/config.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { redisKeys } from '../../shared/redis/redis-keys.js';
import { isTrustedProxy } from '../auth/client-address.js';

/** A signed-in person. `id` names the account and reveals nothing about the person; `name` is shown on pages. */
export type Account = { id: string; name: string };

export type Accounts = {
  /** How people sign in; `null` = they cannot, and saved jobs stay in their browser. */
  readonly way: 'proxy' | 'oidc' | null;
  /** The sender of a request; `null` = not signed in. Rejects when Redis is not available. */
  find(request: IncomingMessage): Promise<Account | null>;
  /** Begins a session, replacing that of the request if it has one. Returns the value of its cookie. */
  begin(request: IncomingMessage, account: Account): Promise<string>;
  /** Ends the session of a request. */
  end(request: IncomingMessage): Promise<void>;
  /** Deletes everything an account has saved and ends all its sessions. */
  delete(id: string): Promise<void>;
};

/** The session cookie. A session ends after `idleMs` without use, and after `longestMs` in any case. */
export const sessionCookie = { name: 'session', idleMs: 14 * 86_400_000, longestMs: 60 * 86_400_000 };

/** A token is 256 random bits; only its hash is stored. */
const tokenForm = /(?:^|; ?)session=(?<token>[\w-]{43})(?:;|$)/;

const sessionSchema = z.object({ id: z.string(), name: z.string(), until: z.number() });

/** Longer names are cut; a longer proxy header is refused. */
const longestName = 200;

/** The id of a person's account at a provider; the provider's own id is not stored. */
const accountId = (provider: string, person: string): string => hashText(`${provider}\n${person}`).slice(0, 22);

/** The account that an OpenID Connect provider's claims name. */
export function accountOfClaims(issuer: string, claims: Readonly<Record<string, unknown>>): Account {
  const names = [claims.name, claims.preferred_username, claims.email];
  const name = names.find((each): each is string => typeof each === 'string' && each.trim() !== '') ?? '';
  return { id: accountId(issuer, String(claims.sub)), name: name.trim().slice(0, longestName) };
}

type AccountsOptions = {
  redis: RedisConnection;
  config: Pick<Config, 'AUTH_PROXY_HEADER' | 'OIDC_ISSUER' | 'TRUST_PROXY'>;
  now: () => Date;
};

export function createAccounts({ redis, config, now }: AccountsOptions): Accounts {
  const { AUTH_PROXY_HEADER, OIDC_ISSUER, TRUST_PROXY } = config;
  const way = AUTH_PROXY_HEADER !== '' ? 'proxy' : OIDC_ISSUER !== '' ? 'oidc' : null;
  const header = AUTH_PROXY_HEADER.toLowerCase();

  const ofProxy = ({ socket, headers }: IncomingMessage): Account | null => {
    const name = Buffer.from(String(headers[header] ?? ''), 'latin1')
      .toString()
      .trim();
    const isNamed = name !== '' && name.length <= longestName;
    return isNamed && isTrustedProxy(socket.remoteAddress ?? '', TRUST_PROXY)
      ? { id: accountId('proxy', name), name }
      : null;
  };
  const ofSession = async (request: IncomingMessage): Promise<Account | null> => {
    const hash = sessionOf(request);
    const text = hash === null ? null : await redis.getex(redisKeys.session(hash), 'PX', sessionCookie.idleMs);
    if (text === null) return null;
    const { id, name, until } = sessionSchema.parse(JSON.parse(text));
    return now().getTime() < until ? { id, name } : null;
  };
  const end = async (request: IncomingMessage): Promise<void> => {
    const hash = sessionOf(request);
    if (hash === null) return;
    const account = await ofSession(request);
    await redis.del(redisKeys.session(hash));
    if (account !== null) await redis.srem(redisKeys.accountSessions(account.id), hash);
  };

  return {
    way,
    find: async (request) => (way === 'proxy' ? ofProxy(request) : way === 'oidc' ? ofSession(request) : null),
    async begin(request, { id, name }) {
      await end(request);
      const token = randomBytes(32).toString('base64url');
      const hash = hashText(token);
      const until = now().getTime() + sessionCookie.longestMs;
      await redis.set(redisKeys.session(hash), JSON.stringify({ id, name, until }), 'PX', sessionCookie.idleMs);
      const sessions = redisKeys.accountSessions(id);
      await redis.multi().sadd(sessions, hash).pexpire(sessions, sessionCookie.longestMs).exec();
      return token;
    },
    end,
    async delete(id) {
      const sessions = await redis.smembers(redisKeys.accountSessions(id));
      for (const hash of sessions) await redis.del(redisKeys.session(hash));
      await redis.del(redisKeys.account(id), redisKeys.accountSessions(id));
    },
  };
}

/** The hash of a request's session token; `null` = it has none. */
function sessionOf({ headers }: IncomingMessage): string | null {
  const token = tokenForm.exec(headers.cookie ?? '')?.groups?.token;
  return token === undefined ? null : hashText(token);
}
