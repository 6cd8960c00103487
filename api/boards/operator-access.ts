/** Who may choose the boards of a service in its pages: operators, who sign in with a one-time code, and the machine itself at first. */
import type { IncomingMessage } from 'node:http';
import { under } from '../../pages/lib/base-path.js';
import { isOwnPage } from '../../shared/admin/admin-app.js';
import {
  beginSession,
  endSession,
  hasOwnBoards,
  isSession,
  sessionMs,
  takeOperatorCode,
} from '../../shared/auth/operators.js';
import type { Config } from '../../shared/config.js';
import { isLoopbackName } from '../../shared/http/http-hosts.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { createSignedIds } from '../auth/visitors.js';
import { originOf } from '../formats/feeds.js';
import type { RequestContext } from '../middleware/identify.js';

/** The cookie of an operator's session. */
const cookie = 'operator';

/** Headers that proxies add, in lower case. */
const forwarded =
  /^(?:forwarded|via|x-forwarded-[\w-]{1,40}|x-real-ip|x-client-ip|x-cluster-client-ip|true-client-ip|cf-[\w-]{1,40})$/;

type AccessConfig = Pick<Config, 'HOST' | 'PUBLIC_HOSTS' | 'PUBLIC_URL' | 'TRUST_PROXY'>;

/**
 * Whether a request is of this machine: the service listens on loopback, and nothing says that a proxy is before it. Behind a proxy,
 * or in a container, all visitors have a private address.
 */
export function isOfThisMachine(
  config: AccessConfig,
  { socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>,
): boolean {
  const { HOST, PUBLIC_HOSTS, PUBLIC_URL, TRUST_PROXY } = config;
  return (
    isLoopbackName(HOST) &&
    isLoopbackName(socket.remoteAddress ?? '') &&
    TRUST_PROXY === null &&
    PUBLIC_URL === '' &&
    PUBLIC_HOSTS.length === 0 &&
    !Object.keys(headers).some((name) => forwarded.test(name))
  );
}

type AccessContext = { redis: RedisConnection; config: AccessConfig; now: () => Date };

export type OperatorAccess = {
  /** Whether whoever sent a request is an operator: signed in, or at this machine while no board was added. */
  isOperator(ctx: RequestContext): Promise<boolean>;
  /** Signs in with a code; false for one that is not valid, or no longer. */
  signIn(ctx: RequestContext, code: string): Promise<boolean>;
  /** Has an operator of this machine stay one when boards are there. */
  stay(ctx: RequestContext): Promise<void>;
  signOut(ctx: RequestContext): Promise<void>;
  /** Whether a form was sent by a page of this service, or by a program. */
  isOwnForm(ctx: RequestContext): boolean;
};

export function createOperatorAccess({ redis, config, now }: AccessContext): OperatorAccess {
  const sessions = createSignedIds(redis, { use: 'operators', cookie });
  const sessionOf = async (ctx: RequestContext): Promise<string | null> => {
    const session = await sessions.find(ctx.req);
    return session !== null && (await isSession(redis, session, now())) ? session : null;
  };
  const begin = async (ctx: RequestContext): Promise<void> => {
    const made = await sessions.make();
    if (made === null) return;
    await beginSession(redis, made.split('.', 1)[0] ?? '', now());
    ctx.cookies.secure = originOf(ctx, config).startsWith('https:');
    ctx.cookies.set(cookie, made, {
      maxAge: sessionMs,
      sameSite: 'strict',
      path: under('/'),
      httpOnly: true,
      overwrite: true,
    });
  };
  return {
    async isOperator(ctx) {
      if ((await sessionOf(ctx)) !== null) return true;
      return isOfThisMachine(config, ctx.req) && !(await hasOwnBoards(redis));
    },
    async signIn(ctx, code) {
      if (!(await takeOperatorCode(redis, code.trim(), now()))) return false;
      await begin(ctx);
      return true;
    },
    async stay(ctx) {
      if ((await sessionOf(ctx)) === null) await begin(ctx);
    },
    async signOut(ctx) {
      const session = await sessionOf(ctx);
      if (session !== null) await endSession(redis, session);
      ctx.cookies.set(cookie, null, { path: under('/') });
    },
    isOwnForm: (ctx) =>
      isOwnPage(ctx) ||
      (config.PUBLIC_URL !== '' &&
        ctx.get('Sec-Fetch-Site') !== 'cross-site' &&
        ctx.get('Origin') === new URL(config.PUBLIC_URL).origin),
  };
}
