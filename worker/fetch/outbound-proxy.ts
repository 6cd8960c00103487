/** The proxies that requests go through. */
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIPv6, type LookupFunction, type Socket } from 'node:net';
import { buildConnector } from 'undici';
import { decodePercent } from '../../shared/http/http-hosts.js';
import { SourceError } from '../sources/source.js';

/** Which proxy a request uses, by its address; `null` = a direct connection. */
export type ChooseProxy = (url: URL) => URL | null;

/** The usual proxy settings (curl, "Environment"): proxies for https and http, and hosts reached directly. */
type ProxySettings = { HTTPS_PROXY: string; HTTP_PROXY: string; NO_PROXY: readonly string[] };

/** Names and addresses of this machine: no proxy reaches them (as in Go's net/http). */
const thisMachine = /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\])$/;

/** Reads the settings of proxies. */
export function createChooseProxy({ HTTPS_PROXY, HTTP_PROXY, NO_PROXY }: ProxySettings): ChooseProxy {
  const read = (text: string): URL | null => (text === '' ? null : new URL(text));
  const [https, http] = [read(HTTPS_PROXY), read(HTTP_PROXY)];
  const isDirect = NO_PROXY.map(ruleOf);
  return (url) => {
    if (thisMachine.test(url.hostname) || isDirect.some((meets) => meets(url))) return null;
    return url.protocol === 'https:' ? https : http;
  };
}

/** No proxies. */
export const noProxy: ChooseProxy = () => null;

/** A rule of NO_PROXY: `*`, a host with or without port, or a domain with all below it. */
function ruleOf(written: string): (url: URL) => boolean {
  const [, name = '', port] = /^(.*?)(?::(\d+))?$/.exec(written.toLowerCase()) ?? [];
  if (name === '*') return () => true;
  const domain = name.replace(/^\*?\./, '');
  return ({ hostname, port: asked, protocol }) => {
    if (port !== undefined && port !== (asked || (protocol === 'https:' ? '443' : '80'))) return false;
    return hostname === domain || hostname.endsWith(`.${domain}`);
  };
}

type Connector = ReturnType<typeof buildConnector>;

/** How long opening a tunnel may take, and TLS within it as well. */
const connectMs = 10_000;

/**
 * Connects to hosts through a proxy (RFC 9110 §9.3.6). The host's name is resolved here, and the proxy must open a
 * tunnel to the address that passed the guard, so that it cannot be led to another one; TLS is with the host itself.
 */
export function connectThrough(
  proxy: URL,
  { lookup, lookupOwn }: { lookup: LookupFunction; lookupOwn: LookupFunction },
): Connector {
  const secure = buildConnector({ timeout: connectMs });
  return (options, callback) => {
    const { protocol } = options;
    const hostname = options.hostname.replace(/^\[|\]$/g, '');
    const port = Number(options.port) || (protocol === 'https:' ? 443 : 80);
    lookup(hostname, { all: false }, (failed, address) => {
      if (failed) return callback(failed, null);
      openTunnel(proxy, { address: String(address), port, lookup: lookupOwn }).then(
        (socket) => {
          if (protocol === 'https:') secure({ ...options, httpSocket: socket }, callback);
          else callback(null, socket);
        },
        (error: Error) => callback(error, null),
      );
    });
  };
}

/** Opens a tunnel to an address. Rejects with a `SourceError` that names only the proxy's host. */
function openTunnel(
  proxy: URL,
  { address, port, lookup }: { address: string; port: number; lookup: LookupFunction },
): Promise<Socket> {
  const target = `${isIPv6(address) ? `[${address}]` : address}:${port}`;
  const login = `${decodePercent(proxy.username)}:${decodePercent(proxy.password)}`;
  const failure = (why: string): SourceError => new SourceError('unreachable', `The proxy ${proxy.host} ${why}.`);
  return new Promise((resolve, reject) => {
    const send = proxy.protocol === 'https:' ? requestHttps : requestHttp;
    const asked = send({
      host: proxy.hostname.replace(/^\[|\]$/g, ''),
      port: proxy.port || (proxy.protocol === 'https:' ? 443 : 80),
      method: 'CONNECT',
      path: target,
      agent: false,
      lookup,
      headers: {
        host: target,
        ...(login === ':' ? {} : { 'proxy-authorization': `Basic ${Buffer.from(login).toString('base64')}` }),
      },
    });
    // In total: a proxy may send its answer byte by byte.
    const timer = setTimeout(() => asked.destroy(failure('did not answer')), connectMs);
    asked.once('connect', ({ statusCode }, socket, head) => {
      clearTimeout(timer);
      if (statusCode !== 200) {
        socket.destroy();
        return reject(failure(`answered ${statusCode}`));
      }
      if (head.length > 0) socket.unshift(head);
      resolve(socket as Socket);
    });
    // A proxy without CONNECT sends an ordinary response.
    asked.once('response', (response) => {
      clearTimeout(timer);
      response.destroy();
      reject(failure(`answered ${response.statusCode}`));
    });
    asked.once('error', (error: NodeJS.ErrnoException) => {
      clearTimeout(timer);
      reject(error instanceof SourceError ? error : failure(`could not be reached (${error.code ?? error.message})`));
    });
    asked.end();
  });
}
