import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { Agent, type Dispatcher, errors, request } from 'undici';
import type { Guard } from './guard.js';
import { limits } from './limits.js';
import { SourceError } from './source-errors.js';

export type RawRequest = {
  url: string;
  method?: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string;
  signal: AbortSignal;
  maxBytes?: number;
  /** What lies beyond `maxBytes` is left unread instead of refused. */
  cut?: boolean;
  /** Asked before every hop of a redirect but the first. */
  beforeHop?: (url: URL) => Promise<void>;
};

export type RawAnswer = { url: string; status: number; headers: Record<string, string>; body: Buffer };

/** HTTP with every limit on: guarded hops, redirects, time, bytes before and after decompression. */
export type FetchRaw = { (asked: RawRequest): Promise<RawAnswer>; close(): Promise<void> };

/** The caller closes it. */
export function createFetchRaw(guard: Guard): FetchRaw {
  const agent = new Agent({
    connect: { lookup: guard.lookup, timeout: 10_000 },
    headersTimeout: limits.requestMs,
    bodyTimeout: limits.requestMs,
    keepAliveTimeout: 4000,
  });

  const follow = async (asked: RawRequest): Promise<RawAnswer> => {
    let url = new URL(asked.url);
    for (let hops = 0; ; hops++) {
      guard.check(url);
      if (hops > 0) await asked.beforeHop?.(url);
      const answer = await once(url, asked, agent);
      const location = answer.headers.location;
      if (answer.status < 300 || answer.status > 399 || answer.status === 304 || location === undefined) return answer;
      if (hops === limits.redirects)
        throw new SourceError('broken', `More than ${limits.redirects} redirects from ${asked.url}.`);
      if (!URL.canParse(location, url.href))
        throw new SourceError('broken', `A redirect to "${location.slice(0, 80)}".`);
      url = new URL(location, url);
    }
  };

  const fetchRaw = async (asked: RawRequest): Promise<RawAnswer> => {
    const timeout = AbortSignal.timeout(limits.requestMs);
    try {
      return await follow({ ...asked, signal: AbortSignal.any([asked.signal, timeout]) });
    } catch (error) {
      throw asSourceError(error, asked, timeout);
    }
  };
  return Object.assign(fetchRaw, { close: () => agent.destroy() });
}

async function once(url: URL, asked: RawRequest, dispatcher: Dispatcher): Promise<RawAnswer> {
  const { method = 'GET', body = null, signal } = asked;
  const headers = { 'accept-encoding': 'gzip, br, deflate', ...asked.headers };
  const answer = await request(url, { method, headers, body, signal, dispatcher });
  const flat = Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, String(value)]));
  const bytes = await readAll(answer.body, flat['content-encoding'] ?? '', asked);
  return { url: url.href, status: answer.statusCode, headers: flat, body: bytes };
}

const decompressors: Record<string, () => NodeJS.ReadWriteStream & { destroy(error?: Error): unknown }> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  br: createBrotliDecompress,
  deflate: createInflate,
};

/** Reads a body, unpacked, and stops at the limit: a small bomb is cut off before it grows. */
async function readAll(
  body: Readable,
  encoding: string,
  { maxBytes = limits.bodyBytes, cut = false }: RawRequest,
): Promise<Buffer> {
  const unpack = decompressors[encoding.trim().toLowerCase()]?.();
  const chunks: Buffer[] = [];
  let size = 0;
  const stream = unpack === undefined ? body : body.on('error', (error) => unpack.destroy(error)).pipe(unpack);
  try {
    for await (const chunk of stream) {
      const bytes = Buffer.from(chunk as Uint8Array);
      size += bytes.length;
      if (size > maxBytes && cut) return Buffer.concat([...chunks, bytes]).subarray(0, maxBytes);
      if (size > maxBytes)
        throw new SourceError('too-large', `The answer is larger than ${Math.round(maxBytes / 1e6)} MB.`);
      chunks.push(bytes);
    }
  } finally {
    body.on('error', () => {}).destroy();
    unpack?.destroy();
  }
  return Buffer.concat(chunks);
}

/** Says in a sentence why no answer came. */
function asSourceError(error: unknown, asked: RawRequest, timeout: AbortSignal): SourceError {
  if (error instanceof SourceError) return error;
  const { host } = new URL(asked.url);
  const cause = error as NodeJS.ErrnoException;
  if (cause.cause instanceof SourceError) return cause.cause;
  if (timeout.aborted)
    return new SourceError('timeout', `${host} did not answer within ${limits.requestMs / 1000} seconds.`);
  if (asked.signal.aborted) return new SourceError('timeout', 'The time for this source was up.');
  if (
    error instanceof errors.ConnectTimeoutError ||
    error instanceof errors.HeadersTimeoutError ||
    error instanceof errors.BodyTimeoutError
  )
    return new SourceError('timeout', `${host} took too long to answer.`);
  if (cause.code?.startsWith('Z_') || cause.code?.startsWith('ERR_BROTLI') || cause.code?.startsWith('ERR__ERROR'))
    return new SourceError('broken', `${host} sent a body that cannot be unpacked.`);
  return new SourceError('unreachable', `${host} could not be reached (${cause.code ?? cause.message}).`);
}
