/** Who may choose boards in the pages: operators signed in with a one-time code, and at first the local machine. */
import type { IncomingMessage } from 'node:http';
import { isOwnPage } from '../../shared/admin/admin-app.js';
import { lacksOwnBoards, takeOperatorCode } from '../../shared/auth/operators.js';
import type { Config } from '../../shared/config.js';
import { isLoopbackName } from '../../shared/http/http-hosts.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { createSessions, sessionMs, setCookie } from '../auth/sessions.js';
import type { RequestContext } from '../middleware/identify.js';

/** Headers added by proxies, in lower case. */
const forwarded =
  /^(?:forwarded|via|x-forwarded-[\w-]{1,40}|x-real-ip|x-client-ip|x-cluster-client-ip|true-client-ip|cf-[\w-]{1,40})$/;

type AccessConfig = Pick<Config, 'BASE_PATH' | 'HOST' | 'PUBLIC_HOSTS' | 'PUBLIC_URL' | 'TRUST_PROXY'>;

/**
 * Whether a request comes from this machine: the service listens on loopback, and no header indicates a proxy. Behind a
 * proxy, or in a container, all visitors have a private address.
 */
export function isOfThisMachine(
  config: AccessConfig,
  { socket, headers, httpVersion }: Pick<IncomingMessage, 'socket' | 'headers' | 'httpVersion'>,
): boolean {
  const { BASE_PATH, HOST, PUBLIC_HOSTS, PUBLIC_URL, TRUST_PROXY } = config;
  return (
    isLoopbackName(HOST) &&
    isLoopbackName(socket.remoteAddress ?? '') &&
    TRUST_PROXY === null &&
    PUBLIC_URL === '' &&
    BASE_PATH === '' &&
    PUBLIC_HOSTS.length === 0 &&
    // No browser sends HTTP/1.0 requests: nginx does, and adds no header unless it is configured to.
    httpVersion !== '1.0' &&
    !Object.keys(headers).some((name) => forwarded.test(name))
  );
}

type AccessContext = { redis: RedisConnection; config: AccessConfig; now: () => Date };

export type OperatorAccess = {
  /** Whether a request comes from an operator: signed in, or on this machine before any board was added. */
  isOperator(ctx: RequestContext): Promise<boolean>;
  /** Signs in with a code; false if the code is invalid or expired. */
  signIn(ctx: RequestContext, code: string): Promise<boolean>;
  /** Keeps an operator on this machine signed in once boards exist. */
  stay(ctx: RequestContext): Promise<void>;
  signOut(ctx: RequestContext): Promise<void>;
  /** Whether a form was sent by a page of this service, or by a program. */
  isOwnForm(ctx: RequestContext): boolean;
};

export function createOperatorAccess({ redis, config, now }: AccessContext): OperatorAccess {
  const sessions = createSessions({ redis, now }, 'operator');
  const setSession = (ctx: RequestContext, value: string): void =>
    setCookie(ctx, config, {
      name: 'operator',
      value,
      maxAge: sessionMs.operator.longest,
      path: '/',
      sameSite: 'strict',
    });
  const begin = async (ctx: RequestContext): Promise<void> => {
    await sessions.end(ctx.req);
    const { token } = await sessions.begin({});
    setSession(ctx, token);
  };
  const isSignedIn = async (ctx: RequestContext): Promise<boolean> => (await sessions.find(ctx.req)) !== null;
  return {
    async isOperator(ctx) {
      if (await isSignedIn(ctx)) return true;
      return isOfThisMachine(config, ctx.req) && (await lacksOwnBoards(redis));
    },
    async signIn(ctx, code) {
      if (!(await takeOperatorCode(redis, code.trim(), now()))) return false;
      await begin(ctx);
      return true;
    },
    async stay(ctx) {
      if (!(await isSignedIn(ctx))) await begin(ctx);
    },
    async signOut(ctx) {
      await sessions.end(ctx.req);
      setSession(ctx, '');
    },
    isOwnForm: (ctx) =>
      isOwnPage(ctx) ||
      (config.PUBLIC_URL !== '' &&
        ctx.get('Sec-Fetch-Site') !== 'cross-site' &&
        ctx.get('Origin') === new URL(config.PUBLIC_URL).origin),
  };
}
