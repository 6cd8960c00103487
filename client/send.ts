import { pause } from './pause.js';
import { ProblemError, readProblem } from './problem-error.js';

/** Settings of the client's requests. */
export type Sending = {
  /** Address of the service: `http://127.0.0.1:3000`. */
  url: string;
  /** An API key; without one you are on the free plan. */
  key?: string;
  /** Maximum number of retries of a failed request; 3 by default. */
  retries?: number;
  /** The longest wait before a retry, in seconds; 60 by default. A longer Retry-After throws the problem instead. */
  longestWaitSeconds?: number;
  /** Timeout of one attempt in seconds; 90 by default. */
  timeoutSeconds?: number;
  /** Another fetch, for instance one that goes through a proxy. */
  fetch?: typeof fetch;
};

export type Sent = {
  method: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
  body?: string;
  signal?: AbortSignal | undefined;
  /** Statuses besides 2xx that are not errors. */
  also?: readonly number[];
};

/** Statuses after which a retry may succeed. */
const passing = new Set([429, 502, 503, 504]);

/**
 * Sends a request and returns its response. Temporary errors are retried after Retry-After, else after one,
 * two, four … seconds; the last problem is thrown as a `ProblemError`.
 */
export async function send(sending: Sending, sent: Sent): Promise<Response> {
  const { retries = 3, longestWaitSeconds = 60 } = sending;
  for (let attempt = 0; ; attempt++) {
    const outcome = await attemptOnce(sending, sent);
    if (!(outcome instanceof Error)) return outcome;
    const seconds = secondsBefore(outcome, attempt);
    if (sent.signal?.aborted || attempt >= retries || seconds === null || seconds > longestWaitSeconds) throw outcome;
    await pause(seconds * 1000, sent.signal);
  }
}

/** The response, or the error: a problem, or a failed connection. */
async function attemptOnce(sending: Sending, sent: Sent): Promise<Response | Error> {
  const { url, key, timeoutSeconds = 90, fetch: ask = fetch } = sending;
  const { method, path, headers = {}, body, signal, also = [] } = sent;
  const late = AbortSignal.timeout(timeoutSeconds * 1000);
  try {
    const response = await ask(url.replace(/(?<!\/)\/+$/, '') + path, {
      method,
      headers: { ...headers, ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) },
      ...(body === undefined ? {} : { body }),
      signal: signal === undefined ? late : AbortSignal.any([signal, late]),
    });
    return response.ok || also.includes(response.status) ? response : await readProblem(response);
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** How long to wait before sending again; `null` when that would not help. */
function secondsBefore(error: Error, attempt: number): number | null {
  if (error instanceof ProblemError && !passing.has(error.status)) return null;
  const asked = error instanceof ProblemError ? error.retryAfterSeconds : null;
  return asked ?? 2 ** attempt;
}
