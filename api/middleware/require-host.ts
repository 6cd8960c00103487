import type { Config } from '../../shared/config.js';
import { countHostHeaders, createHostCheck } from '../../shared/http/http-hosts.js';
import { Problem } from '../../shared/problems/problem.js';
import type { Middleware } from '../context.js';

/**
 * Refuses an HTTP/1.1 request without Host or with several (RFC 9112 §3.2), and, where the service listens on loopback,
 * one for a name that is not of this machine.
 */
export function requireHost(config: Pick<Config, 'HOST' | 'PUBLIC_HOSTS'>): Middleware {
  const isAnswered = createHostCheck(config);
  return async function requireHost(ctx, next) {
    const { host } = ctx.req.headers;
    if (host === undefined && ctx.req.httpVersionMinor > 0)
      throw new Problem('malformed-request', { detail: 'Send a Host header.' });
    if (countHostHeaders(ctx.req.rawHeaders) > 1)
      throw new Problem('malformed-request', { detail: 'Send one Host header, not several.' });
    if (host !== undefined && !isAnswered(host)) throw unknownHost(host);
    await next();
  };
}

function unknownHost(host: string): Problem {
  return new Problem('unknown-host', {
    detail: `This service listens on loopback and does not answer to "${host.slice(0, 100)}". Use 127.0.0.1 or localhost, or add the name to PUBLIC_HOSTS.`,
  });
}
