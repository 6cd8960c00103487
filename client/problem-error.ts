import type { Problem } from './bodies.js';

/** What is known of an error answer that is no problem of the service, such as a proxy's own page. */
export type OtherProblem = { type: 'about:blank'; title: string; status: number; code: 'other'; detail: string };

/** An error answer. Branch on `code`; `problem` has what belongs to it, such as `errors` of `invalid-request`. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly problem: Problem | OtherProblem;
  readonly status: number;
  readonly code: Problem['code'] | 'other';
  /** Identifies the request in the operator's logs. */
  readonly requestId: string | null;
  /** Seconds after which the same request makes sense again; `null` when waiting does not help. */
  readonly retryAfterSeconds: number | null;

  constructor(problem: Problem | OtherProblem, headers: Headers) {
    super(`${problem.title} ${problem.detail}`);
    this.problem = problem;
    this.status = problem.status;
    this.code = problem.code;
    this.requestId = headers.get('x-request-id');
    this.retryAfterSeconds = secondsIn(headers.get('retry-after'));
  }
}

/** Reads an error response of the service or of a proxy. */
export async function readProblem(response: Response): Promise<ProblemError> {
  const text = await response.text();
  return new ProblemError(asProblem(response, text), response.headers);
}

function asProblem({ status, statusText, headers }: Response, text: string): Problem | OtherProblem {
  if (headers.get('content-type')?.startsWith('application/problem+json')) return JSON.parse(text) as Problem;
  const title = `The server answered ${status}${statusText === '' ? '' : ` ${statusText}`}.`;
  return { type: 'about:blank', title, status, code: 'other', detail: text.slice(0, 200) };
}

/** Retry-After in seconds; it may also be a date (RFC 9110 §10.2.3). */
function secondsIn(header: string | null): number | null {
  if (header === null) return null;
  if (/^\d+$/.test(header)) return Number(header);
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - Date.now()) / 1000));
}
