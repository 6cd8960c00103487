import { distance } from 'fastest-levenshtein';
import { hideKeys } from '../../shared/auth/api-key.js';
import { Problem, retryLater } from '../../shared/problems/problem.js';
import { isRedisFull, isRedisUnavailable } from '../../shared/redis/redis-errors.js';
import { didYouMean } from '../../shared/words/did-you-mean.js';
import { addressOf } from '../auth/client-address.js';
import type { AppContext, Middleware, RequestContext } from '../context.js';

/** What an address of this service is called in hints. */
export type Endpoint = { method: string; path: string; summary: string };

/** How long a client should wait when Redis is away. */
const unavailableSeconds = 10;

/**
 * The outermost net: whatever is thrown, and the router's empty 404 and 405, leave as problem+json (RFC 9457). It never
 * rethrows, because Koa's own error path would drop every header.
 */
export function problems(context: LimitingContext, endpoints: readonly Endpoint[]): Middleware {
  return async function problems(ctx, next) {
    try {
      await next();
      if (ctx.status === 404 && !ctx.body) throw notFound(ctx, endpoints);
      if (ctx.status === 405 || ctx.status === 501) throw methodNotAllowed(ctx);
    } catch (error) {
      render(ctx, await limitInvalid(context, ctx, problemOf(ctx, error)));
    }
  };
}

/**
 * The problem a client is told of for whatever was thrown. What is our own fault is logged under the request's id with its
 * cause; what follows from the state of things (a wait that was too long, sources that failed) is said without a stack,
 * and a search that was refused to keep the queue short is only counted, since there may be hundreds in a second.
 */
export function problemOf({ state: { log } }: RequestContext, error: unknown): Problem {
  const problem = asProblem(error);
  const { code, status, cause, message } = problem;
  const fault = cause ?? (code === 'internal-error' ? problem : undefined);
  if (fault !== undefined && status >= 500) log.error({ err: fault, code }, 'problem');
  else if (status >= 500 && code !== 'unavailable') log.warn({ code, detail: message }, 'problem');
  return problem;
}

type LimitingContext = Pick<AppContext, 'config' | 'invalidRequests'>;

/** The problem to answer with: one of status 400 is counted for its address, and replaced once there were too many. */
export function limitInvalid(
  { config, invalidRequests }: LimitingContext,
  { req }: RequestContext,
  problem: Problem,
): Promise<Problem> {
  return invalidRequests.limit(addressOf(config, req), problem);
}

function render(ctx: RequestContext, problem: Problem): void {
  const { requestId } = ctx.state;
  ctx.status = problem.status;
  ctx.set(problem.headers);
  // What a problem quotes of a request may hold a key that was put into the wrong place.
  ctx.body = hideKeys(JSON.stringify(problem.body(requestId)));
  ctx.set('Content-Type', 'application/problem+json');
}

/** The problem of who cannot be served because Redis, or what works behind it, cannot. */
export function queueUnreachable(cause: unknown): Problem {
  const why = isRedisFull(cause)
    ? 'The memory for searches is full: only answers that are held can be given.'
    : 'The search queue cannot be reached.';
  return retryLater('unavailable', unavailableSeconds, {
    detail: `${why} Try again in ${unavailableSeconds} seconds.`,
    cause,
  });
}

function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (isRedisUnavailable(error)) return queueUnreachable(error);
  return new Problem('internal-error', {
    detail: 'We logged it under this request id. Trying again may help.',
    cause: error,
  });
}

function notFound({ path }: RequestContext, endpoints: readonly Endpoint[]): Problem {
  const near = endpoints.find((endpoint) => endpoint.path === closest(path, endpoints));
  const suggestion = near === undefined ? null : `${near.method} ${near.path}`;
  return new Problem('not-found', {
    detail: `There is nothing at ${path.slice(0, 200)}.${suggestion === null ? '' : ` Did you mean "${suggestion}"?`}`,
    members: suggestion === null ? {} : { suggestion },
  });
}

/** The nearest path within two edits: with more, "/admin" would be taken for "/api". */
function closest(path: string, endpoints: readonly Endpoint[]): string | null {
  const near = didYouMean(
    path,
    endpoints.map((endpoint) => endpoint.path),
  );
  return near !== null && distance(path, near) <= 2 ? near : null;
}

/** The problem of a method that an address does not accept; `Allow` is set by then. */
export function methodNotAllowed(ctx: RequestContext): Problem {
  const allowed = ctx.response.get('Allow');
  return new Problem('method-not-allowed', {
    detail: `${ctx.path.slice(0, 200)} accepts ${allowed || 'other methods'}, not ${ctx.method}.`,
  });
}
