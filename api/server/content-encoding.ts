import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';

/** Content codings of this service (RFC 9110 §8.4.1). */
export type Encoding = 'br' | 'gzip' | 'identity';

/** Smaller bodies are sent as they are: they fit into one packet with their headers. */
export const minCompressedBytes = 1024;

/** Order for equal quality: Brotli is smallest for bodies compressed once, gzip fastest for the rest. */
export const encodingOrders = {
  once: ['br', 'gzip', 'identity'],
  eachTime: ['gzip', 'br', 'identity'],
} as const satisfies Record<string, readonly Encoding[]>;
export type EncodingOrder = keyof typeof encodingOrders;

/** Clients send few different headers; an unusual one is read each time. */
const known = new LRUCache<string, Encoding>({ max: 100 });
const maxKnownLength = 200;

/** The coding to answer with, by the client's quality values, then our order; `identity` if none fits. */
export function encodingFor(header: string | undefined, order: EncodingOrder): Encoding {
  if (header === undefined) return 'identity';
  if (header.length > maxKnownLength) return negotiate(header, order);
  const name = `${order} ${header}`;
  const found = known.get(name) ?? negotiate(header, order);
  known.set(name, found);
  return found;
}

/** The `encodings` of negotiator 1, as its published types are those of 0.6. */
type Encodings = (available: readonly string[], options: { preferred: readonly string[] }) => string[];

function negotiate(header: string, order: EncodingOrder): Encoding {
  const preferred: readonly Encoding[] = encodingOrders[order];
  const negotiator = new Negotiator({ headers: { 'accept-encoding': header } });
  const encodings: Encodings = negotiator.encodings.bind(negotiator);
  const [best] = encodings(preferred, { preferred });
  return preferred.find((encoding) => encoding === best) ?? 'identity';
}

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);

/** Brotli's quality: 4 takes as long as gzip and compresses less; 11, the best, takes a fifth of a second a script. */
const brotliQuality: Record<EncodingOrder, number> = { once: 11, eachTime: 4 };

/** Bodies sent more than once, compressed by gzip when a client first accepts it. */
const keptBodies = new WeakMap<Buffer, Promise<Buffer> | null>();

/** Has a body compressed only once, however often it is sent. Returns the body. */
export function compressOnce(body: Buffer): Buffer {
  keptBodies.set(body, null);
  return body;
}

function gzipKept(body: Buffer): Promise<Buffer> {
  const compressed =
    keptBodies.get(body) ??
    compressGzip(body).catch((error: unknown) => {
      keptBodies.set(body, null);
      throw error;
    });
  keptBodies.set(body, compressed);
  return compressed;
}

/** Compresses a body in the thread pool. */
export function compress(body: Buffer, encoding: Exclude<Encoding, 'identity'>, order: EncodingOrder): Promise<Buffer> {
  if (encoding === 'gzip') return keptBodies.has(body) ? gzipKept(body) : compressGzip(body);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: brotliQuality[order],
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  };
  return compressBrotli(body, { params });
}
