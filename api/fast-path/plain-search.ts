import type { IncomingMessage } from 'node:http';
import { otherKeyHeaders } from '../auth/find-caller.js';
import { formatFor } from '../formats/format.js';
import { encodingFor } from '../server/content-encoding.js';
import type { ParsedBodyCache, ParsedSearch } from './parsed-body-cache.js';

/** The one route of the fast path. */
export const searchPath = '/api/jobs/search';

const contentTypes: ReadonlySet<string> = new Set(['application/json', 'application/json; charset=utf-8']);

/** A request with one of these asks for something that only the middleware does. */
const otherFeatures = [
  'cache-control',
  'content-encoding',
  'transfer-encoding',
  'expect',
  'origin',
  'traceparent',
  ...otherKeyHeaders.map((name) => name.toLowerCase()),
];

/** Whether a request is an ordinary search, by its line and headers. */
export function isPlainSearch({ method, url, headers }: IncomingMessage): boolean {
  if (method !== 'POST' || url !== searchPath) return false;
  if (!contentTypes.has(headers['content-type'] ?? '') || !hasBody(headers['content-length'])) return false;
  if (formatFor(headers.accept) !== 'json') return false;
  // Brotli has no blocks that could be joined: such an answer is compressed whole.
  if (encodingFor(headers['accept-encoding']?.toString(), 'eachTime') === 'br') return false;
  return otherFeatures.every((name) => headers[name] === undefined);
}

/** A stream that ends without data cannot be put back, so an empty body is the middleware's. */
const hasBody = (contentLength: string | undefined): boolean =>
  contentLength !== undefined && Number(contentLength) > 0;

/** The search that this body meant before; `null` when it is new or incomplete: then it is put back for the middleware. */
export function readKnownBody(request: IncomingMessage, parsedBodies: ParsedBodyCache): ParsedSearch | null {
  const body = request.read() as Buffer | null;
  if (body === null) return null;
  const isComplete = String(body.length) === request.headers['content-length'];
  const known = isComplete ? parsedBodies.find(body.toString()) : undefined;
  if (known !== undefined) return known;
  request.unshift(body);
  return null;
}
