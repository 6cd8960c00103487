/** Accounts: people sign in through a header of a trusted proxy, or with OpenID Connect, which starts a session. */
import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import { hashText } from '../../shared/auth/hash-text.js';
import type { Config } from '../../shared/config.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { redisKeys } from '../../shared/redis/redis-keys.js';
import { isTrustedProxy } from '../auth/client-address.js';
import { createSessions, sessionMs } from '../auth/sessions.js';

/** A signed-in person. `id` names the account and reveals nothing about the person; `name` is shown on pages. */
export type Account = { id: string; name: string };

export type Accounts = {
  /** How people sign in; `null` = sign-in is off, and saved jobs stay in the browser. */
  readonly way: 'proxy' | 'oidc' | null;
  /** The account that sent a request; `null` = not signed in. Rejects when Redis is not available. */
  find(request: IncomingMessage): Promise<Account | null>;
  /** Starts a session, replacing that of the request if there is one. Returns the cookie value. */
  begin(request: IncomingMessage, account: Account): Promise<string>;
  /** Ends the session of a request. */
  end(request: IncomingMessage): Promise<void>;
  /** Deletes all saved data of an account and ends its sessions. */
  delete(id: string): Promise<void>;
};

const accountSchema = z.object({ id: z.string(), name: z.string() });

/** Longer names are cut; a longer proxy header is refused. */
const longestName = 200;

/** The id of a person's account at a provider; the provider's own id is not stored. */
const accountId = (provider: string, person: string): string => hashText(`${provider}\n${person}`).slice(0, 22);

/** The account named by the claims of an OpenID Connect provider. */
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
  const sessions = createSessions({ redis, now }, 'session');
  const ofSession = async (request: IncomingMessage): Promise<Account | null> => {
    const facts = await sessions.find(request);
    return facts && accountSchema.parse(facts);
  };
  const end = async (request: IncomingMessage): Promise<void> => {
    const account = await ofSession(request);
    const hash = await sessions.end(request);
    if (account !== null && hash !== null) await redis.srem(redisKeys.accountSessions(account.id), hash);
  };

  return {
    way,
    find: async (request) => (way === 'proxy' ? ofProxy(request) : way === 'oidc' ? ofSession(request) : null),
    async begin(request, { id, name }) {
      await end(request);
      const { token, hash } = await sessions.begin({ id, name });
      const ofAccount = redisKeys.accountSessions(id);
      await redis.multi().sadd(ofAccount, hash).pexpire(ofAccount, sessionMs.session.longest).exec();
      return token;
    },
    end,
    async delete(id) {
      for (const hash of await redis.smembers(redisKeys.accountSessions(id)))
        await redis.del(redisKeys.session('session', hash));
      await redis.del(redisKeys.account(id), redisKeys.accountSessions(id));
    },
  };
}
