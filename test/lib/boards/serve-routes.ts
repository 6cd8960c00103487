import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A received request: the URL without its host, and a body parsed as JSON. */
export type Request = { method: string; path: string; headers: IncomingHttpHeaders; json: unknown };

/** A loopback host: an object is sent as JSON, a text verbatim, `null` as 404, a number as that status. Records requests, without robots.txt. */
export type RouteServer = { baseUrl: string; asked: Request[]; close(): Promise<void> };

/** Serves on loopback what `answer` returns for each request. The caller closes it. */
export async function serveRoutes(answer: (request: Request) => unknown): Promise<RouteServer> {
  const asked: Request[] = [];
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      const { method = 'GET', url = '/', headers } = incoming;
      if (url === '/robots.txt') return void response.writeHead(404).end();
      const request = { method, path: url, headers, json: text === '' ? null : JSON.parse(text) };
      asked.push(request);
      const body = answer(request);
      if (body === null || typeof body === 'number') return void response.writeHead(body ?? 404).end();
      const type = typeof body === 'string' ? 'application/xml' : 'application/json';
      response.writeHead(200, { 'content-type': type }).end(typeof body === 'string' ? body : JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    asked,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
