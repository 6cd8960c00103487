import type { Dispatcher } from 'undici';
import type { RawAnswer, RawRequest } from './fetch-raw.js';
import { type Gathering, gatherBody } from './gather-body.js';

export type Received = Omit<RawAnswer, 'url'>;

/** What is asked: the headers and the body of this one request. */
type Asked = Pick<RawRequest, 'method' | 'headers' | 'signal' | 'maxBytes' | 'cut'> & { body: string | undefined };

/**
 * Sends one request and gathers its answer, unpacked, within its limit of bytes. It listens to the dispatcher's own events:
 * a stream for each page would cost more than the page. Rejects with what went wrong, or when the signal aborts.
 */
export function receive(url: URL, asked: Asked, dispatcher: Dispatcher): Promise<Received> {
  return new Promise((resolve, reject) => {
    let sending: Dispatcher.DispatchController | null = null;
    let gathering: Gathering | null = null;
    let isOver = false;
    /** Settles once; what still comes of the request is of no use then. */
    const end = (settle: () => void, isWhole = false): void => {
      if (isOver) return;
      isOver = true;
      asked.signal.removeEventListener('abort', giveUp);
      gathering?.close();
      settle();
      if (!isWhole) sending?.abort(new Error('No longer wanted.'));
    };
    const fail = (error: unknown): void => end(() => reject(error));
    const giveUp = (): void => fail(asked.signal.reason);

    const start = (status: number, headers: Readonly<Record<string, string | string[] | undefined>>): void => {
      const flat = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
      gathering = gatherBody(flat['content-encoding'] ?? '', asked, {
        whole: (body) => end(() => resolve({ status, headers: flat, body }), true),
        cut: (body) => end(() => resolve({ status, headers: flat, body })),
        fail,
        pause: () => sending?.pause(),
        resume: () => sending?.resume(),
      });
    };

    if (asked.signal.aborted) return fail(asked.signal.reason);
    asked.signal.addEventListener('abort', giveUp, { once: true });
    dispatcher.dispatch(requestOf(url, asked), {
      onRequestStart(controller) {
        sending = controller;
        if (isOver) controller.abort(new Error('No longer wanted.'));
      },
      // 1xx answers say that another follows (RFC 9110 §15.2).
      onResponseStart: (_, status, headers) => (status < 200 ? undefined : start(status, headers)),
      onResponseData: (_, chunk) => gathering?.take(chunk),
      onResponseEnd: () => gathering?.end(),
      onResponseError: (_, error) => fail(error),
    });
  });
}

function requestOf(url: URL, { method = 'GET', body, headers }: Asked): Dispatcher.DispatchOptions {
  return {
    origin: url.origin,
    path: url.pathname + url.search,
    method,
    headers: { 'accept-encoding': 'gzip, br, deflate', ...headers },
    body: body ?? null,
  };
}
