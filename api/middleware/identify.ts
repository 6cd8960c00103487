import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Context, Middleware as KoaMiddleware } from 'koa';
import type { Config } from '../../shared/config.js';
import { countHostHeaders, createHostCheck } from '../../shared/http/http-hosts.js';
import type { Logger } from '../../shared/logger.js';
import { Problem } from '../../shared/problems/problem.js';
import { type CallerContext, findCaller } from '../auth/find-caller.js';
import type { Caller } from '../auth/request-windows.js';
import { visitorCookie } from '../auth/visitors.js';
import { baseHeaders } from '../server/problem-response.js';

/** Accepted request ids of clients; nothing that could be an API key, as ids are logged and echoed. */
const acceptable = /^(?![\w-]*jsk_)[\w-]{8,128}$/;

/** Gives each request an id and a logger with that id, and sets the headers that every answer has. */
export function requestId({ logger }: { logger: Logger }): Middleware {
  const headers = Object.entries(baseHeaders);
  return function requestId(ctx, next) {
    const id = requestIdOf(ctx.req);
    ctx.state.requestId = id;
    ctx.state.startedAt = performance.now();
    ctx.state.log = lazily(() => logger.child({ requestId: id }));
    ctx.res.setHeader('X-Request-Id', id);
    for (const [name, value] of headers) ctx.res.setHeader(name, value);
    return next();
  };
}

/** Makes a value on first use: hardly any request uses its own logger. */
export function lazily<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** The client's `X-Request-Id` when acceptable, else a new UUID. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && acceptable.test(given) ? given : randomUUID();
}

/** State that the first middleware sets for every request. Later steps declare what they add and need. */
export type RequestState = {
  requestId: string;
  /** `performance.now()` when the request reached Koa. */
  startedAt: number;
  /** A logger with the request's id. */
  log: () => Logger;
};

export type Middleware<State extends RequestState = RequestState> = KoaMiddleware<State>;
export type RequestContext<State extends RequestState = RequestState> = Context & { state: State };

export type CallerState = RequestState & { caller: Caller };

/** Sets the caller of the request: the owner of its key, or its address on the free plan. */
export function authenticate(context: CallerContext): Middleware<CallerState> {
  return async function authenticate(ctx, next) {
    ctx.state.caller = await findCaller(context, ctx.req);
    await next();
  };
}

/** Gives a browser that opens a page the cookie that its searches are counted by, starting with this request. */
export function welcome({ visitors }: Pick<CallerContext, 'visitors'>): Middleware {
  return async function welcome(ctx, next) {
    const isKnown = ctx.get('Authorization') !== '' || (await visitors.find(ctx.req)) !== null;
    const made = isKnown ? null : await visitors.make();
    if (made !== null) {
      ctx.cookies.set(visitorCookie.name, made, { maxAge: visitorCookie.keptMs, sameSite: 'lax' });
      ctx.req.headers.cookie = `${visitorCookie.name}=${made}`;
    }
    await next();
  };
}

/** Refuses callers without a key. `what` is the subject of the error's sentence. */
export function requireKey(what: string): Middleware<CallerState> {
  return async function requireKey(ctx, next) {
    if (ctx.state.caller.keyId === null)
      throw new Problem('key-required', {
        detail: `${what} need an API key: send "Authorization: Bearer <key>". The operator makes keys by "npx job-search key create".`,
        headers: { 'WWW-Authenticate': 'Bearer realm="job-search"' },
      });
    await next();
  };
}

type HostSettings = Pick<Config, 'HOST' | 'PUBLIC_HOSTS'>;

/**
 * Finds the problem of an HTTP/1.1 request with no Host header or several (RFC 9112 §3.2) or, if the service listens on
 * loopback, with a host that is not this machine (DNS rebinding); `null` when there is none.
 */
function createFindHostProblem(config: HostSettings): (request: IncomingMessage) => Problem | null {
  const isAnswered = createHostCheck(config);
  return ({ headers: { host }, httpVersionMinor, rawHeaders }) => {
    if (host === undefined && httpVersionMinor > 0)
      return new Problem('malformed-request', { detail: 'Send a Host header.' });
    if (countHostHeaders(rawHeaders) > 1)
      return new Problem('malformed-request', { detail: 'Send one Host header, not several.' });
    return host !== undefined && !isAnswered(host) ? unknownHost(host) : null;
  };
}

export function requireHost(config: HostSettings): Middleware {
  const findHostProblem = createFindHostProblem(config);
  return function requireHost(ctx, next) {
    const problem = findHostProblem(ctx.req);
    if (problem !== null) throw problem;
    return next();
  };
}

function unknownHost(host: string): Problem {
  return new Problem('unknown-host', {
    detail: `This service listens on loopback and does not answer to "${host.slice(0, 100)}". Use 127.0.0.1 or localhost, or add the name to PUBLIC_HOSTS.`,
  });
}
