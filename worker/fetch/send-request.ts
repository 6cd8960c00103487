import type { Dispatcher } from 'undici';
import type { PackedFacts } from './pack-body.js';
import { type BodyLimits, type BodyReader, readResponseBody } from './read-body.js';

/** `packed`: the body is in compressed form (`BodyLimits.packedBeyond`). `waitedMs`: until the answer began, the connection included. */
export type HttpResponse = {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  packed?: PackedFacts;
  waitedMs: number;
};

/** The connection ended before the body was complete. `cause`: the error of the connection. */
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
