/** Serves the API and its pages under a path: BASE_PATH, or the one a trusted proxy names and has removed. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import { basePath, findBasePath, under } from '../../pages/lib/base-path.js';
import { basePathForm, type Config } from '../../shared/config.js';
import { spokenLanguage } from '../../shared/messages/messages.js';
import { isTrustedProxy } from '../auth/client-address.js';
import type { Middleware } from './identify.js';

const bases = new AsyncLocalStorage<string>();
findBasePath(() => bases.getStore() ?? '');

type PathConfig = Pick<Config, 'BASE_PATH' | 'TRUST_PROXY'>;

/** Pages cached of each kind; a proxy may pass on any base path that its clients name. */
const mostKept = 20;

/** The base path of a request. */
function baseOf({ socket, headers }: IncomingMessage, { BASE_PATH, TRUST_PROXY }: PathConfig): string {
  const named = headers['x-forwarded-prefix'];
  const isNamed = typeof named === 'string' && isTrustedProxy(socket.remoteAddress ?? '', TRUST_PROXY);
  const prefix = isNamed ? named.replace(/\/$/, '') : '';
  return prefix !== '' && basePathForm.test(prefix) ? prefix : BASE_PATH;
}

/** Removes the base path from the request's address and prepends it to addresses in the answer. */
export function serveUnderBasePath(config: PathConfig): Middleware {
  return async function serveUnderBasePath(ctx, next) {
    const base = baseOf(ctx.req, config);
    if (base === '') return next();
    if (ctx.path === base) {
      ctx.status = 308;
      return ctx.redirect(`${base}/${ctx.search}`);
    }
    // The proxy may have removed it already.
    if (ctx.url.startsWith(`${base}/`)) ctx.url = ctx.url.slice(base.length);
    await bases.run(base, async () => {
      await next();
      const [to, links] = ['Location', 'Link'].map((name) => String(ctx.response.get(name)));
      if (to) ctx.set('Location', under(to));
      if (links) ctx.set('Link', links.replaceAll('</', `<${base}/`));
    });
    return undefined;
  };
}

/** A handler created once per base path and language. */
export function keptByReader(make: () => Middleware): Middleware {
  const made = new LRUCache<string, Middleware>({ max: mostKept });
  return (ctx, next) => {
    const key = `${spokenLanguage()} ${basePath()}`;
    const handler = made.get(key) ?? make();
    made.set(key, handler);
    return handler(ctx, next);
  };
}
