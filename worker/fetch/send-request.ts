/** Sends one request and reads its body within the limit of bytes. */
import { createHash } from 'node:crypto';
import { createBrotliDecompress, createGunzip, createGzip, createInflate, type Gunzip } from 'node:zlib';
import type { Dispatcher } from 'undici';
import { inTurn } from '../process/cooperative.js';
import { SourceError } from '../sources/source.js';
import { fetchLimits } from './limits.js';

/** `packed`: the body is compressed (`BodyLimits.packedBeyond`). `waitedMs`: until the answer began. */
export type HttpResponse = {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  packed?: PackedFacts;
  waitedMs: number;
};

/** The connection ended before the body was complete. `cause`: the connection's error. */
export class InterruptedBody extends Error {
  override readonly name = 'InterruptedBody';

  constructor(override readonly cause: Error) {
    super(cause.message);
  }
}

/** One request, without redirects. */
type HttpRequest = {
  method?: 'GET' | 'POST';
  headers: Record<string, string>;
  body: string | undefined;
  signal: AbortSignal;
  /** Called with the size of each chunk of the body as it arrives. */
  received?: (bytes: number) => void;
} & BodyLimits;

/**
 * Sends one request and reads its decompressed response within the limit of bytes. It uses undici's dispatcher directly: a
 * stream for each page would cost more CPU than the page. Rejects with the cause, or with the signal's reason.
 */
export function sendRequest(url: URL, request: HttpRequest, dispatcher: Dispatcher): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | null = null;
    let reader: BodyReader | null = null;
    const sentAt = performance.now();
    let isSettled = false;
    /** Settles once, and aborts the request unless its response is complete. */
    const end = (settle: () => void, isComplete = false): void => {
      if (isSettled) return;
      isSettled = true;
      request.signal.removeEventListener('abort', abort);
      reader?.close();
      settle();
      if (!isComplete) controller?.abort(new Error('The request was cancelled.'));
    };
    const fail = (error: unknown): void => end(() => reject(error));
    const abort = (): void => fail(request.signal.reason);

    const start = (status: number, headers: Readonly<Record<string, string | string[] | undefined>>): void => {
      const waitedMs = performance.now() - sentAt;
      const flat = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
      reader = readResponseBody(flat['content-encoding'] ?? '', request, {
        complete: (body, packed) =>
          end(
            () => resolve({ status, headers: flat, body, waitedMs, ...(packed === undefined ? {} : { packed }) }),
            true,
          ),
        cut: (body) => end(() => resolve({ status, headers: flat, body, waitedMs })),
        fail,
        pause: () => controller?.pause(),
        resume: () => controller?.resume(),
      });
    };

    if (request.signal.aborted) return fail(request.signal.reason);
    request.signal.addEventListener('abort', abort, { once: true });
    dispatcher.dispatch(dispatchOptions(url, request), {
      onRequestStart(started) {
        controller = started;
        if (isSettled) started.abort(new Error('The request was cancelled.'));
      },
      // A 1xx response is followed by the final one (RFC 9110 §15.2).
      onResponseStart: (_, status, headers) => (status < 200 ? undefined : start(status, headers)),
      onResponseData(_, chunk) {
        request.received?.(chunk.length);
        reader?.take(chunk);
      },
      onResponseEnd: () => reader?.end(),
      onResponseError: (_, error) => fail(reader === null ? error : new InterruptedBody(error)),
    });
  });
}

function dispatchOptions(url: URL, { method = 'GET', body, headers }: HttpRequest): Dispatcher.DispatchOptions {
  return {
    origin: url.origin,
    path: url.pathname + url.search,
    method,
    headers: { 'accept-encoding': 'gzip, br, deflate', ...headers },
    body: body ?? null,
  };
}

/**
 * `maxBytes` applies before and after decompression; `cut`: a longer body is truncated instead of refused.
 * `packedBeyond`: a longer body, up to this many bytes, is kept compressed.
 */
type BodyLimits = { maxBytes?: number; cut?: boolean; packedBeyond?: number };

/** Takes the chunks of a body. */
type BodyReader = {
  take(chunk: Buffer): void;
  /** Call after the last chunk. */
  end(): void;
  /** Frees the decompressor when the rest is not needed. */
  close(): void;
};

/** Called once with the complete body, its first `maxBytes`, or an error; and for back-pressure of the decompressor. */
type BodyEvents = {
  complete: (body: Buffer, packed?: PackedFacts) => void;
  cut: (body: Buffer) => void;
  fail: (error: Error) => void;
  pause: () => void;
  resume: () => void;
};

type Unpack = Pick<Gunzip, 'on' | 'once' | 'write' | 'end' | 'destroy' | 'pause' | 'resume'>;

const decompressors: ReadonlyMap<string, () => Unpack> = new Map<string, () => Unpack>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['br', createBrotliDecompress],
  ['deflate', createInflate],
]);

/** Bytes of a body joined without yielding: several large ones often end in one turn of the event loop. */
const joinedAtOnce = 256_000;

/** Whether a body begins like a JSON object or array; anything else is not read any further. */
const beginsAsJson = (first: Buffer | undefined): boolean =>
  /^(?:\xef\xbb\xbf)?\s{0,64}[[{]/.test(first?.toString('latin1', 0, 80) ?? '');

/** Reads a body, decompresses it, and stops at the limit, so that a decompression bomb never expands. */
function readResponseBody(
  encoding: string,
  { maxBytes = fetchLimits.bodyBytes, cut = false, packedBeyond = 0 }: BodyLimits,
  events: BodyEvents,
): BodyReader {
  const chunks: Buffer[] = [];
  let size = 0;
  let packer: BodyPacker | null = null;
  const unpack = decompressors.get(encoding.trim().toLowerCase())?.();
  const startPacking = (): BodyPacker => {
    const pause = unpack === undefined ? events.pause : () => void unpack.pause();
    const resume = unpack === undefined ? events.resume : () => void unpack.resume();
    return createBodyPacker(packedBeyond, { complete: events.complete, fail: events.fail, pause, resume });
  };
  const keep = (chunk: Buffer): void => {
    if (packer !== null) {
      packer.take(chunk);
      return;
    }
    size += chunk.length;
    chunks.push(chunk);
    if (size <= maxBytes) return;
    if (packedBeyond > maxBytes && beginsAsJson(chunks[0])) {
      packer = startPacking();
      for (const each of chunks.splice(0)) packer.take(each);
    } else if (cut) events.cut(Buffer.concat(chunks).subarray(0, maxBytes));
    else events.fail(new SourceError('too-large', `The answer is larger than ${Math.round(maxBytes / 1e6)} MB.`));
  };
  const join = (): Buffer => {
    const body = chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks, size);
    chunks.length = 0;
    return body;
  };
  const finish = (): void => {
    if (packer !== null) packer.end();
    else if (size <= joinedAtOnce) events.complete(join());
    else inTurn(join).then(events.complete, events.fail);
  };

  if (unpack === undefined) return { take: keep, end: finish, close: () => packer?.close() };
  unpack.on('data', keep).on('end', finish).on('error', events.fail);
  return {
    take(chunk) {
      if (unpack.write(chunk)) return;
      events.pause();
      unpack.once('drain', events.resume);
    },
    end: () => void unpack.end(),
    close() {
      unpack.destroy();
      packer?.close();
    },
  };
}

/** The size of a compressed body (gzip), and the digest of its original bytes. */
type PackedFacts = { bytes: number; digest: string };

/** Compresses a body while it arrives. */
type BodyPacker = {
  take(chunk: Buffer): void;
  /** Call after the last chunk. */
  end(): void;
  /** Frees the compressor when the rest is not needed. */
  close(): void;
};

type PackerEvents = {
  complete: (packed: Buffer, facts: PackedFacts) => void;
  fail: (error: Error) => void;
  pause: () => void;
  resume: () => void;
};

/** Bytes waiting for the compressor before the sender is paused; pauses cost more than small chunks. */
const mostWaiting = 4_000_000;

/** Keeps a body of up to `maxBytes` compressed: posting text shrinks to a fifth of its size. */
function createBodyPacker(maxBytes: number, events: PackerEvents): BodyPacker {
  const gzip = createGzip({ level: 1, chunkSize: 256 * 1024 });
  const digest = createHash('sha256');
  const packed: Buffer[] = [];
  let bytes = 0;
  let packedBytes = 0;
  let isPaused = false;
  const refuse = (limit: number, form: string): void =>
    events.fail(new SourceError('too-large', `The answer is larger than ${Math.round(limit / 1e6)} MB${form}.`));

  gzip.on('data', (chunk: Buffer) => {
    packedBytes += chunk.length;
    packed.push(chunk);
    if (packedBytes > fetchLimits.packedListBytes) refuse(fetchLimits.packedListBytes, ' in compressed form');
  });
  gzip.on('end', () => events.complete(Buffer.concat(packed), { bytes, digest: digest.digest('base64url') }));
  gzip.on('error', events.fail);
  return {
    take(chunk) {
      bytes += chunk.length;
      if (bytes > maxBytes) {
        refuse(maxBytes, '');
        return;
      }
      digest.update(chunk);
      gzip.write(chunk);
      if (isPaused || gzip.writableLength < mostWaiting) return;
      isPaused = true;
      events.pause();
      gzip.once('drain', () => {
        isPaused = false;
        events.resume();
      });
    },
    end: () => void gzip.end(),
    close: () => void gzip.destroy(),
  };
}
