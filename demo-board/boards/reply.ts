import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** The parts of an HTTP request that a board reads; `path` is still percent-encoded. */
export type BoardRequest = { path: string; query: URLSearchParams; origin: string };

/** Handles the requests of one board; `null` when the path does not belong to it. */
export type Board = (request: BoardRequest) => Reply | null;

/** A response of a board. */
export type Reply = {
  status: 200 | 301 | 404 | 405;
  type: string;
  body: string | Buffer;
  headers?: Record<string, string>;
};

/** A response with a page or document. */
export function found(type: keyof typeof types, body: string | Buffer): Reply {
  return { status: 200, type: types[type], body };
}

/** A redirect to another path of this server. */
export function moved(path: string): Reply {
  return { status: 301, type: types.text, body: `See ${path}\n`, headers: { location: path } };
}

/** Content types by their short names. */
const types = {
  html: 'text/html; charset=utf-8',
  json: 'application/json; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
  text: 'text/plain; charset=utf-8',
  script: 'text/javascript; charset=utf-8',
  bytes: 'application/octet-stream',
} as const;

/** Sends a reply; a repeated request that has the same content already gets 304 (RFC 9110, section 13). */
export function sendReply(request: IncomingMessage, response: ServerResponse, reply: Reply): void {
  const etag = `"${createHash('sha1').update(reply.body).digest('base64url').slice(0, 20)}"`;
  const headers: Record<string, string | number> = {
    'content-type': reply.type,
    'cache-control': 'public, max-age=0, must-revalidate',
    'x-content-type-options': 'nosniff',
    etag,
    ...reply.headers,
  };
  const tags = request.headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  if (reply.status === 200 && tags?.some((tag) => tag === etag || tag === '*')) {
    response.writeHead(304, headers).end();
    return;
  }
  response.writeHead(reply.status, { ...headers, 'content-length': Buffer.byteLength(reply.body) });
  response.end(request.method === 'HEAD' ? undefined : reply.body);
}
