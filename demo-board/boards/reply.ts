import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** A response of a board. Bodies are complete; `modified` is when their content last changed. */
export type Reply = {
  status: 200 | 301 | 404 | 405;
  type: string;
  body: string | Buffer;
  modified?: Date;
  /** An entity tag already known, with its quotes; otherwise it is made from the body. */
  etag?: string;
  headers?: Record<string, string>;
};

/** A response with a page or document. */
export function found(type: keyof typeof types, body: string | Buffer, modified?: Date): Reply {
  return { status: 200, type: types[type], body, ...(modified ? { modified } : {}) };
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
  svg: 'image/svg+xml',
  script: 'text/javascript; charset=utf-8',
  bytes: 'application/octet-stream',
} as const;

/** A strong entity tag for a body. */
export function etagOf(body: string | Buffer): string {
  return `"${createHash('sha1').update(body).digest('base64url').slice(0, 20)}"`;
}

/** Sends a reply; a repeated request that has the same content already gets 304 (RFC 9110, section 13). */
export function sendReply(request: IncomingMessage, response: ServerResponse, reply: Reply): void {
  const etag = reply.etag ?? etagOf(reply.body);
  const headers: Record<string, string | number> = {
    'content-type': reply.type,
    'cache-control': 'public, max-age=0, must-revalidate',
    'x-content-type-options': 'nosniff',
    etag,
    ...(reply.modified ? { 'last-modified': reply.modified.toUTCString() } : {}),
    ...reply.headers,
  };
  if (reply.status === 200 && isUnchanged(request, etag, reply.modified)) {
    response.writeHead(304, headers).end();
    return;
  }
  response.writeHead(reply.status, { ...headers, 'content-length': Buffer.byteLength(reply.body) });
  response.end(request.method === 'HEAD' ? undefined : reply.body);
}

/** `If-None-Match` takes precedence when it is sent; dates have whole seconds. */
function isUnchanged({ headers }: IncomingMessage, etag: string, modified: Date | undefined): boolean {
  const tags = headers['if-none-match'];
  if (tags !== undefined)
    return tags.trim() === '*' || tags.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return modified !== undefined && Math.floor(modified.getTime() / 1000) * 1000 <= since;
}
