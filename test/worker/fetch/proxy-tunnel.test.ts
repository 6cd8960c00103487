import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type LookupFunction } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { createServer as createTlsServer } from 'node:tls';
import { expect, test } from '@jest/globals';
import { createFetchRaw } from '../../../worker/fetch/fetch-raw.js';
import { type ChooseProxy, createChooseProxy } from '../../../worker/fetch/outbound-proxy.js';
import { createSsrfGuard } from '../../../worker/fetch/ssrf-guard.js';
import { closeLater } from '../../lib/close-later.js';

const later = closeLater();

/** A host on loopback that says what it was asked. */
async function startHost(): Promise<number> {
  const server = later(
    createServer((request, response) => response.end(`${request.method} ${request.headers.host}${request.url}`)),
    (each) => new Promise<void>((resolve) => each.close(() => resolve())),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** A proxy on loopback: what it was asked for, and with which login. `refuse`: the status it answers instead of opening tunnels. */
async function startProxy(refuse: number | null = null) {
  const asked: { target: string | undefined; login: string | undefined }[] = [];
  const open = new Set<Duplex>();
  const server = createServer((_, response) => response.writeHead(400).end());
  server.on('connect', (request: IncomingMessage, socket: Duplex) => {
    open.add(socket);
    socket.on('error', () => undefined);
    asked.push({ target: request.url, login: request.headers['proxy-authorization'] });
    if (refuse !== null) return void socket.end(`HTTP/1.1 ${refuse} No\r\n\r\n`);
    const [host = '', port = ''] = request.url?.split(':') ?? [];
    const upstream = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      upstream.pipe(socket).pipe(upstream);
    });
    open.add(upstream);
    upstream.on('error', () => socket.destroy());
  });
  later(server, async (each) => {
    for (const socket of open) socket.destroy();
    await new Promise<void>((resolve) => each.close(() => resolve()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { asked, host: `127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** A guard whose names all lead to one address, as a resolver would say it. */
function guardTo(address: string, allowed: readonly string[] = []) {
  const guard = createSsrfGuard(allowed);
  const lookup: LookupFunction = (hostname, options, callback) =>
    guard.lookup(/^[\d.]+$/.test(hostname) ? hostname : address, options, callback);
  return { ...guard, lookup };
}

async function ask(url: string, guard: ReturnType<typeof guardTo>, how: { proxyUrl?: string; choose?: ChooseProxy }) {
  const fetchRaw = later(createFetchRaw(guard, how.choose), (each) => each.close());
  const { proxyUrl } = how;
  const answer = await fetchRaw({ url, headers: {}, signal: AbortSignal.timeout(10_000), proxyUrl });
  return answer.body.toString();
}

test('a request goes through the proxy to the address that was looked up here, with its own name and login', async () => {
  const port = await startHost();
  const proxy = await startProxy();
  const guard = guardTo('127.0.0.1', ['127.0.0.1']);
  const url = `http://board.example:${port}/jobs?page=2`;
  const proxyUrl = `http://me:p%40ss@${proxy.host}`;
  expect(await ask(url, guard, { proxyUrl })).toBe(`GET board.example:${port}/jobs?page=2`);
  const login = `Basic ${Buffer.from('me:p@ss').toString('base64')}`;
  expect(proxy.asked).toEqual([{ target: `127.0.0.1:${port}`, login }]);
  expect(await ask(url, guard, { choose: () => new URL(`http://${proxy.host}`) })).toContain('GET board.example');
  expect(proxy.asked[1]).toEqual({ target: `127.0.0.1:${port}`, login: undefined });
  expect(await ask(url, guard, {})).toContain('GET board.example');
  expect(proxy.asked).toHaveLength(2);
  // A password that was written as it is, without being encoded.
  expect(await ask(url, guard, { proxyUrl: `http://me:100%@${proxy.host}` })).toContain('GET board.example');
  expect(proxy.asked[2]?.login).toBe(`Basic ${Buffer.from('me:100%').toString('base64')}`);
});

test('a name that leads to a private network is refused before the proxy hears of it, an address of one too', async () => {
  const port = await startHost();
  const proxy = await startProxy();
  const proxyUrl = `http://${proxy.host}`;
  for (const private_ of ['127.0.0.1', '10.0.0.7', '169.254.169.254'])
    await expect(ask(`http://board.example:${port}/`, guardTo(private_), { proxyUrl })).rejects.toMatchObject({
      failure: 'unsafe',
    });
  await expect(ask(`http://127.0.0.1:${port}/`, guardTo('127.0.0.1'), { proxyUrl })).rejects.toMatchObject({
    failure: 'unsafe',
  });
  expect(proxy.asked).toEqual([]);
});

test('TLS is with the host itself, whose certificate counts', async () => {
  const folder = later(mkdtempSync(join(tmpdir(), 'tls-')), (each) => rmSync(each, { recursive: true }));
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', 'key.pem'];
  const about = ['-days', '2', '-subj', '/CN=board.example', '-addext', 'subjectAltName=DNS:board.example'];
  execFileSync('openssl', ['req', '-x509', ...key, '-out', 'cert.pem', ...about], { cwd: folder, stdio: 'pipe' });
  const [cert, ownKey] = ['cert.pem', 'key.pem'].map((name) => readFileSync(join(folder, name)));
  const names: string[] = [];
  const SNICallback = (name: string, done: (error: null) => void): void => {
    names.push(name);
    done(null);
  };
  const server = createTlsServer({ cert, key: ownKey, SNICallback }, () => undefined).on(
    'tlsClientError',
    () => undefined,
  );
  later(server, (each) => new Promise<void>((resolve) => each.close(() => resolve())));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const proxy = await startProxy();
  const guard = guardTo('127.0.0.1', ['127.0.0.1']);
  const failing = ask(`https://board.example:${port}/`, guard, { proxyUrl: `http://${proxy.host}` });
  await expect(failing).rejects.toMatchObject({ message: expect.stringMatching(/certificate/i) });
  expect(proxy.asked.map(({ target }) => target)).toEqual([`127.0.0.1:${port}`]);
  expect(names).toEqual(['board.example']);
});

test('a proxy that refuses or is away is named, and its login is not', async () => {
  const port = await startHost();
  const guard = guardTo('127.0.0.1', ['127.0.0.1']);
  const url = `http://board.example:${port}/`;
  const refusing = await startProxy(407);
  await expect(ask(url, guard, { proxyUrl: `http://me:secret@${refusing.host}` })).rejects.toMatchObject({
    ...{ failure: 'unreachable', message: `The proxy ${refusing.host} answered 407.` },
  });
  await expect(ask(url, guard, { proxyUrl: 'http://me:secret@127.0.0.1:9' })).rejects.toMatchObject({
    ...{ failure: 'unreachable', message: 'The proxy 127.0.0.1:9 could not be reached (ECONNREFUSED).' },
  });
});

test('the settings choose a proxy as other programs do', () => {
  const choose = createChooseProxy({
    ...{ HTTPS_PROXY: 'http://proxy.example:3128', HTTP_PROXY: '' },
    NO_PROXY: ['internal.example', '.corp', 'board.example:8443', '10.0.0.1'],
  });
  const isProxied = (url: string): boolean => choose(new URL(url)) !== null;
  expect(['https://jobs.example/', 'https://board.example/', 'https://notinternal.example'].map(isProxied)).toEqual([
    ...[true, true, true],
  ]);
  const direct = [
    ...['http://jobs.example/', 'https://internal.example/', 'https://a.internal.example/', 'https://x.corp/'],
    ...[
      'https://board.example:8443/',
      'https://10.0.0.1/',
      'https://localhost/',
      'https://127.0.0.1:8443/',
      'https://[::1]/',
    ],
  ];
  expect(direct.filter(isProxied)).toEqual([]);
  expect(
    createChooseProxy({ HTTPS_PROXY: 'http://p.example', HTTP_PROXY: '', NO_PROXY: ['*'] })(
      new URL('https://a.example'),
    ),
  ).toBeNull();
});
