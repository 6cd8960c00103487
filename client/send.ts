import { ClientError, ProblemError, readProblem } from './errors.js';

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
  /** Another fetch, for instance one that uses a proxy. */
  fetch?: typeof fetch;
};

type Sent = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  headers?: Record<string, string>;
  body?: string;
  signal?: AbortSignal | undefined;
  /** Non-error statuses other than 2xx. */
  also?: readonly number[];
};

/** Options of one call. */
export type CallOptions = {
  signal?: AbortSignal;
  /** How many seconds the service may collect before answering with partial results. */
  waitSeconds?: number;
  /** With a key: collect again instead of answering from the cache. */
  fresh?: boolean;
  /** Receives the facts in the headers: the request id, the remaining quota, the cache's answer. */
  onResponse?: (details: ResponseDetails) => void;
};

/** Facts that an answer's headers add to its body. */
export type ResponseDetails = {
  status: number;
  /** Identifies the request in the operator's logs. */
  requestId: string | null;
  /** RFC 9211, for instance `job-search; hit; ttl=505`; `null` for calls that are never cached. */
  cacheStatus: string | null;
  /** The caller's remaining quota; `null` for calls that are not counted. */
  limit: { remaining: number; resetSeconds: number } | null;
  headers: Headers;
};

type Call = Omit<Sent, 'body' | 'signal'> & { body?: object | undefined };

/** Sends a request with a JSON body, and reports the facts in the answer's headers to the call's listener. */
export async function call(
  sending: Sending,
  { headers, body, ...sent }: Call,
  { signal, onResponse }: CallOptions,
): Promise<Response> {
  const json = body !== undefined && { body: JSON.stringify(body) };
  const type = body !== undefined && { 'content-type': 'application/json' };
  const response = await send(sending, { ...sent, ...json, headers: { ...type, ...headers }, signal });
  onResponse?.(readDetails(response));
  return response;
}

/** The same, returning the answer's JSON. */
export const callFor = async <Body>(sending: Sending, sent: Call, options: CallOptions): Promise<Body> =>
  readBody<Body>(await call(sending, sent, options), options);

/** Reads the details of a response. */
function readDetails({ status, headers }: Response): ResponseDetails {
  const limit = headers.get('ratelimit') ?? '';
  const [remaining, reset] = [/;\s?r=(\d{1,9})/.exec(limit)?.[1], /;\s?t=(\d{1,9})/.exec(limit)?.[1]];
  const isCounted = remaining !== undefined && reset !== undefined;
  return {
    status,
    requestId: headers.get('x-request-id'),
    cacheStatus: headers.get('cache-status'),
    limit: isCounted ? { remaining: Number(remaining), resetSeconds: Number(reset) } : null,
    headers,
  };
}

/** Statuses after which a retry may succeed; 409: the same request is still being executed. */
const passing = new Set([409, 429, 502, 503, 504]);

/**
 * Sends a request and returns its response. Retries temporary errors after Retry-After, otherwise after one, two, four
 * … seconds; throws the last failure as a `ClientError`. Throws mistakes in the arguments at once.
 */
async function send(sending: Sending, sent: Sent): Promise<Response> {
  const { retries = 3, longestWaitSeconds = 60 } = sending;
  const request = requestOf(sending, sent);
  // Throws a TypeError for an invalid address or header, which `fetch` would not distinguish from a broken connection.
  new Request(request.address, request.options);
  for (let attempt = 0; ; attempt++) {
    const outcome = await attemptOnce(sending, sent, request);
    if (!(outcome instanceof ClientError)) return outcome;
    const seconds = secondsBefore(outcome, attempt);
    if (sent.signal?.aborted || attempt >= retries || seconds === null || seconds > longestWaitSeconds) throw outcome;
    await pause(seconds * 1000, sent.signal);
  }
}

/** The address of a path of the service, whose own address may have trailing slashes. */
export const addressOf = (url: string, path: string): string => url.replace(/(?<!\/)\/+$/, '') + path;

type Prepared = { address: string; options: RequestInit };

function requestOf({ url, key }: Sending, { method, path, headers = {}, body }: Sent): Prepared {
  return {
    address: addressOf(url, path),
    options: {
      method,
      // A redirect would turn a POST into a GET, and might carry the key to another host.
      redirect: 'manual',
      headers: { ...headers, ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) },
      ...(body === undefined ? {} : { body }),
    },
  };
}

/** The response, or the failure. */
async function attemptOnce(
  { timeoutSeconds = 90, fetch: ask = fetch }: Sending,
  { signal, also = [] }: Sent,
  { address, options }: Prepared,
): Promise<Response | ClientError> {
  const late = AbortSignal.timeout(timeoutSeconds * 1000);
  try {
    const both = signal === undefined ? late : AbortSignal.any([signal, late]);
    const response = await ask(address, { ...options, signal: both });
    if (response.ok || also.includes(response.status)) return response;
    // Browsers hide the target of a redirect.
    if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400))
      return redirectError(response);
    return await readProblem(response);
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    if (late.aborted) {
      const message = `The service did not answer within ${timeoutSeconds} seconds (timeout).`;
      return new ClientError('timeout', message, { cause: error });
    }
    const reason = error instanceof Error ? error.message : String(error);
    return new ClientError('network', `The service could not be reached: ${reason}.`, { cause: error });
  }
}

function redirectError({ headers }: Response): ClientError {
  const to = headers.get('location');
  return new ClientError(
    'redirect',
    `The server redirects${to === null ? '' : ` to ${to}`}: use that address as \`url\`.`,
  );
}

type Cancelling = { signal?: AbortSignal | undefined };

/** The text of a response. Throws a `ClientError` when it is cut off. */
export async function readText(response: Response, { signal }: Cancelling): Promise<string> {
  return response.text().catch((error: unknown) => {
    if (signal?.aborted) throw signal.reason;
    throw new ClientError('network', 'The answer broke off.', { cause: error });
  });
}

/** The JSON of a response. Throws a `ClientError` when it is invalid or cut off. */
export async function readBody<Body>(response: Response, cancelling: Cancelling): Promise<Body> {
  const text = await readText(response, cancelling);
  try {
    return JSON.parse(text) as Body;
  } catch (error) {
    throw new ClientError('body', 'The answer is not valid JSON.', { cause: error });
  }
}

/** Resolves after a time, or rejects with the signal's reason as soon as it is aborted. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}

/** The shortest wait before the first retry, in seconds; doubles with each. Also applies to `Retry-After: 0`. */
const shortestWait = 0.25;

/** How long to wait before retrying; `null` when that would not help. */
function secondsBefore(error: ClientError, attempt: number): number | null {
  if (error.kind === 'redirect') return null;
  if (!(error instanceof ProblemError)) return 2 ** attempt;
  if (!passing.has(error.status)) return null;
  const asked = error.retryAfterSeconds;
  return asked === null ? 2 ** attempt : Math.max(asked, shortestWait * 2 ** attempt);
}
