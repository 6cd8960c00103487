import { pause } from './pause.js';
import { ProblemError, readProblem } from './problem-error.js';

/** How requests are sent. */
export type Sending = {
  /** Address of the service: `http://127.0.0.1:3000`. */
  url: string;
  /** An API key; without one you are on the free plan. */
  key?: string;
  /** How often a refused request is sent again; 3 unless given. */
  retries?: number;
  /** The longest wait before one of them, in seconds; 60 unless given. When more is asked for, the problem is thrown. */
  longestWaitSeconds?: number;
  /** When an attempt that is not answered is given up, in seconds; 90 unless given. */
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
  /** Statuses besides 2xx that are no problem. */
  also?: readonly number[];
};

/** Statuses after which the same request may go well. */
const passing = new Set([429, 502, 503, 504]);

/**
 * Sends a request and answers with its response. What passes by waiting is sent again, when Retry-After says or after one,
 * two, four seconds; the last problem is thrown as a `ProblemError`.
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

/** The response, or what is wrong: a problem, or no answer at all. */
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
