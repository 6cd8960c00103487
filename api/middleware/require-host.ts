import type { IncomingMessage } from 'node:http';
import type { Config } from '../../shared/config.js';
import { countHostHeaders, createHostCheck } from '../../shared/http/http-hosts.js';
import { Problem } from '../../shared/problems/problem.js';
import type { Middleware } from './request-context.js';

type HostSettings = Pick<Config, 'HOST' | 'PUBLIC_HOSTS'>;

/**
 * Finds the problem of an HTTP/1.1 request with no Host header or with several (RFC 9112 §3.2), and, where the service
 * listens on loopback, of one that names a host that is not this machine (DNS rebinding); `null` when there is none.
 */
export function createFindHostProblem(config: HostSettings): (request: IncomingMessage) => Problem | null {
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
