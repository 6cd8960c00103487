import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

/** Hostile responses by path; each would use time or memory without bound if not limited. */
const misdeeds: Record<string, (response: ServerResponse) => void> = {
  'endless-body': (response) => {
    const chunk = Buffer.alloc(1_000_000, '[');
    response.writeHead(200, { 'content-type': 'application/json' });
    const more = () => {
      while (!response.destroyed && response.write(chunk));
      if (!response.destroyed) response.once('drain', more);
    };
    more();
  },
  'slow-drip': (response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const drip = setInterval(() => response.write(' '), 100);
    response.once('close', () => clearInterval(drip));
  },
  'redirect-loop': (response) => response.writeHead(302, { location: '/redirect-loop' }).end(),
  'to-metadata': (response) => response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' }).end(),
  'to-mapped': (response) => response.writeHead(307, { location: 'http://[::ffff:127.0.0.1]/' }).end(),
  'to-file': (response) => response.writeHead(301, { location: 'file:///etc/passwd' }).end(),
  'gzip-bomb': (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
  'large-json': (response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(`{"jobs":"${'x'.repeat(10_000_000)}"}`),
  'deep-nesting': (response) => response.end('['.repeat(200_000) + ']'.repeat(200_000)),
  'broken-encoding': (response) =>
    response
      .writeHead(200, { 'content-type': 'application/json; charset=klingon' })
      .end(Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0xc3, 0x28, 0x22])),
  'broken-gzip': (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('not packed'),
  reset: (response) => response.socket?.destroy(),
  silence: () => undefined,
  'endless-headers': (response) => {
    response.socket?.write(`HTTP/1.1 200 OK\r\nx-a: ${'a'.repeat(2_000_000)}`);
  },
};
const bomb = gzipSync(Buffer.alloc(100_000_000));

/** Hostile pages by path, which attack when rendered. */
const pages: Record<string, string> = {
  // Opens windows, sends requests without end and never becomes idle.
  restless: `<!doctype html><title>Jobs</title><div id="app"></div><script>
    for (let i = 0; i < 50; i++) window.open('/restless');
    setInterval(() => fetch('/robots.txt?' + Math.random()), 5);
    setInterval(() => document.getElementById('app').append('more '.repeat(1000)), 5);
    addEventListener('beforeunload', (event) => event.preventDefault());
  </script>`,
  // Small responses that inflate to 25 GB together.
  inflating: `<!doctype html><script>for (let n = 0; n < 5000; n++) fetch('/inflated?' + n).catch(() => 0);</script>`,
  // A document of 300 MB.
  'huge-page': `<!doctype html><body><script>document.body.setAttribute('data-x', 'x'.repeat(3e8));</script>`,
};
const inflated = gzipSync(Buffer.alloc(4_900_000, 'a'));

export type HostileHost = {
  origin: string;
  host: string;
  misdeeds: readonly string[];
  pages: readonly string[];
  close(): Promise<void>;
};

/** A loopback server with one fault per path, and pages that attack when rendered. */
export async function startHostileHost(): Promise<HostileHost> {
  const server = createServer((request, response) => {
    const [, name = ''] = (request.url ?? '').split(/[/?]/);
    const page = pages[name];
    if (page !== undefined) response.writeHead(200, { 'content-type': 'text/html' }).end(page);
    else if (name === 'inflated') response.writeHead(200, { 'content-encoding': 'gzip' }).end(inflated);
    else (misdeeds[name] ?? ((missing) => missing.writeHead(404).end()))(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    misdeeds: Object.keys(misdeeds),
    pages: Object.keys(pages),
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
