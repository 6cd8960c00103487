import { distance } from 'fastest-levenshtein';
import { EngineUnavailable } from '../../shared/cluster/engine-unavailable.js';
import type { Config } from '../../shared/config.js';
import { Problem, retryLater } from '../../shared/problems/problem.js';
import { isRedisFull, isRedisUnavailable, RedisMisusedError } from '../../shared/redis/redis-errors.js';
import { type FieldError, mostErrors } from '../../shared/search/query/parse-query.js';
import { didYouMean } from '../../shared/words/did-you-mean.js';
import { countedAddress } from '../auth/client-address.js';
import type { InvalidRequestLimiter } from '../auth/invalid-limiters.js';
import type { Middleware, RequestContext } from './identify.js';

/** What requests to an address, or below it, are about. */
const subjects: readonly (readonly [path: string, subject: string])[] = [
  ...['/', '/search', '/salaries', '/api/jobs/search', '/api/jobs/facets', '/api/jobs/feed'].map(
    (path) => [path, 'search'] as const,
  ),
  ['/api/jobs/export', 'export'],
  ['/api/jobs/lookup', 'lookup'],
  ['/api/watches', 'watch'],
  ['/alerts', 'alert'],
  ['/api/suggest', 'suggestion'],
  ['/api/geo-stats', 'statistics'],
];

/** The problem's title for the request's operation; the general one where the operation makes no difference. */
export function titleByOperation({ code, title }: Pick<Problem, 'code' | 'title'>, path: string): string {
  const subject = subjects.find(([start]) => path === start || path.startsWith(`${start}/`))?.[1];
  if (code === 'invalid-request' && subject !== undefined) return `The ${subject} request is not valid.`;
  return code === 'unavailable' && subject === 'search' ? 'Searching is not possible right now.' : title;
}

/** The problem of a request with `count` errors; lists the first ones. */
export function invalidRequest(
  { errors, count }: { errors: readonly FieldError[]; count: number },
  noun: 'fields' | 'parameters',
): Problem {
  const listed = errors.slice(0, mostErrors);
  const rest = count > listed.length ? ` The first ${listed.length} are listed.` : '';
  const detail = count === 1 && listed[0] ? listed[0].detail : `${count} ${noun} need attention.${rest}`;
  return new Problem('invalid-request', { detail, members: { errors: listed } });
}

/** An endpoint of this service, as `GET /api` lists it and a 404 suggests it. */
export type Endpoint = { method: string; path: string; summary: string };

/** When a client should try again while Redis is unavailable. */
const unavailableSeconds = 10;

/**
 * Renders every thrown error, and the router's empty 404 and 405, as problem+json (RFC 9457). Never rethrows: Koa's own
 * error handling would drop the headers set so far.
 */
export function renderProblems(context: ProblemContext, endpoints: readonly Endpoint[]): Middleware {
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
 * The problem that answers a thrown error. Our own faults are logged as errors with their cause and the request's id;
 * expected states (a timeout, failed sources) as warnings without a stack. Searches refused to keep the queue short are
 * only counted in the metrics: there may be hundreds a second.
 */
export function problemOf({ path, state: { log } }: RequestContext, error: unknown): Problem {
  const problem = asProblem(error);
  problem.title = titleByOperation(problem, path);
  const { code, status, cause, message } = problem;
  const fault = cause ?? (code === 'internal-error' ? problem : undefined);
  if (fault !== undefined && status >= 500) log().error({ err: fault, code }, 'problem');
  else if (status >= 500 && code !== 'unavailable') log().warn({ code, detail: message }, 'problem');
  return problem;
}

export type ProblemContext = { config: Pick<Config, 'TRUST_PROXY'>; invalidRequests: InvalidRequestLimiter };

/** The problem to answer with: one of status 400 is counted for its address, and replaced once there were too many. */
export function limitInvalid(
  { config, invalidRequests }: ProblemContext,
  { req }: RequestContext,
  problem: Problem,
): Promise<Problem> {
  return invalidRequests.count(countedAddress(config, req), problem);
}

function render(ctx: RequestContext, problem: Problem): void {
  const { requestId } = ctx.state;
  ctx.status = problem.status;
  ctx.set(problem.headers);
  ctx.body = JSON.stringify(problem.body(requestId));
  ctx.set('Content-Type', 'application/problem+json');
}

/** The problem of a request that needs Redis, or the workers behind it, while they are unavailable. */
export function queueUnreachable(cause: unknown): Problem {
  const reason = reasonOf(cause);
  return retryLater('unavailable', unavailableSeconds, {
    detail: `${reason} Try again in ${unavailableSeconds} seconds.`,
    cause,
  });
}

/** The problem of a search that is not cached while the engine with the postings is unavailable. */
export const engineUnreachable = (): Problem =>
  retryLater('unavailable', unavailableSeconds, {
    detail: `OpenSearch, which stores the postings, cannot be reached or gives unreadable answers: only cached answers are available. Try again in ${unavailableSeconds} seconds.`,
  });

function reasonOf(cause: unknown): string {
  if (isRedisFull(cause)) return 'The memory for searches is full: only cached answers can be given.';
  if (cause instanceof RedisMisusedError)
    return 'A Redis key of this service has a value of the wrong type; its log names the key.';
  return 'The search queue cannot be reached.';
}

function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (isRedisUnavailable(error)) return queueUnreachable(error);
  if (error instanceof EngineUnavailable) return engineUnreachable();
  return new Problem('internal-error', {
    detail: 'We logged it under this request id. Trying again may help.',
    cause: error,
  });
}

function notFound({ path, method }: RequestContext, endpoints: readonly Endpoint[]): Problem {
  const nearest = closest(path, endpoints);
  const there = endpoints.filter((endpoint) => endpoint.path === nearest);
  const near = there.find((endpoint) => endpoint.method === method) ?? there[0];
  const suggestion = near === undefined ? null : `${near.method} ${near.path}`;
  return new Problem('not-found', {
    detail: `There is nothing at ${path.slice(0, 200)}. ${suggestion === null ? 'GET /api lists all addresses.' : `Did you mean "${suggestion}"?`}`,
    members: suggestion === null ? {} : { suggestion },
  });
}

/** Paths of other services and their equivalents here. */
const otherPaths: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '/api': [
      '/health',
      '/healthz',
      '/healthcheck',
      '/status',
      '/ping',
      '/version',
      '/api/health',
      '/api/status',
      '/api/info',
    ],
    '/api/openapi.json': [
      '/openapi.json',
      '/openapi.yaml',
      '/openapi',
      '/swagger.json',
      '/api/openapi',
      '/api/swagger.json',
    ],
    '/api/docs': ['/docs', '/swagger', '/redoc', '/api-docs', '/reference'],
    '/api/jobs/search': ['/jobs', '/api/jobs', '/api/search', '/jobs/search', '/api/v1/jobs'],
    '/api/jobs/feed': ['/feed', '/rss', '/atom.xml', '/feed.xml', '/rss.xml', '/api/feed', '/api/rss'],
  }).flatMap(([path, others]) => others.map((other) => [other, path])),
);

/** The path probably meant, or the nearest within two edits: with three, "/admin" would be corrected to "/api". */
function closest(path: string, endpoints: readonly Endpoint[]): string | null {
  const meant = otherPaths.get(path.toLowerCase().replace(/\/$/, ''));
  if (meant !== undefined) return meant;
  const near = didYouMean(
    path,
    endpoints.map((endpoint) => endpoint.path),
  );
  return near !== null && distance(path, near) <= 2 ? near : null;
}

/** The problem of a method that a path does not accept; `Allow` must be set before. */
export function methodNotAllowed(ctx: RequestContext): Problem {
  const allowed = ctx.response.get('Allow');
  return new Problem('method-not-allowed', {
    detail: `${ctx.path.slice(0, 200)} accepts ${allowed || 'other methods'}, not ${ctx.method}.`,
  });
}
