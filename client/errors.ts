import type { Problem } from './bodies.js';

/**
 * Why a call failed: the service refused it (`problem`, always a `ProblemError`), could not be reached (`network`), an
 * attempt took longer than `timeoutSeconds` (`timeout`), the answer redirects elsewhere (`redirect`), its body is not
 * the service's (`body`), or a stream ended before its result (`incomplete`).
 */
export type FailureKind = 'problem' | 'network' | 'timeout' | 'redirect' | 'body' | 'incomplete';

/** Every failure of a call, except an abort by your own signal and mistakes in the arguments. `cause` is the original error. */
export class ClientError extends Error {
  override readonly name: string = 'ClientError';

  constructor(
    readonly kind: FailureKind,
    message: string,
    options: { cause?: unknown } = {},
  ) {
    super(message, options);
  }
}

/** An error answer that is not a problem of the service, such as a proxy's own page. */
export type OtherProblem = { type: 'about:blank'; title: string; status: number; code: 'other'; detail: string };

/** An error answer. Branch on `code`; `problem` has its members, such as `errors` of `invalid-request`. */
export class ProblemError extends ClientError {
  override readonly name = 'ProblemError';
  readonly problem: Problem | OtherProblem;
  readonly status: number;
  readonly code: Problem['code'] | 'other';
  /** Identifies the request in the operator's logs. */
  readonly requestId: string | null;
  /** Seconds after which the same request may succeed; `null` when waiting does not help. */
  readonly retryAfterSeconds: number | null;

  constructor(problem: Problem | OtherProblem, headers: Headers, status: number = problem.status) {
    super(
      'problem',
      [problem.title, problem.detail].filter((part) => part).join(' ') || `The server answered ${status}.`,
    );
    this.problem = problem;
    this.status = status;
    this.code = problem.code;
    this.requestId = headers.get('x-request-id');
    this.retryAfterSeconds = secondsIn(headers.get('retry-after'));
  }
}

/** Reads an error response of the service or of a proxy. */
export async function readProblem(response: Response): Promise<ProblemError> {
  const text = await response.text();
  return new ProblemError(asProblem(response, text), response.headers, response.status);
}

function asProblem({ status, statusText, headers }: Response, text: string): Problem | OtherProblem {
  const isProblem = headers.get('content-type')?.startsWith('application/problem+json') ?? false;
  const read = isProblem ? parsed(text) : null;
  if (read !== null) return read;
  const title = `The server answered ${status}${statusText === '' ? '' : ` ${statusText}`}.`;
  return { type: 'about:blank', title, status, code: 'other', detail: text.slice(0, 200) };
}

/** The problem; `null` for text that was cut off, or is not a problem. A proxy's may lack a title or a detail. */
function parsed(text: string): Problem | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Problem) : null;
  } catch {
    return null;
  }
}

/** Retry-After in seconds; it may also be a date (RFC 9110 §10.2.3). */
function secondsIn(header: string | null): number | null {
  if (header === null) return null;
  if (/^\d+$/.test(header)) return Number(header);
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - Date.now()) / 1000));
}
