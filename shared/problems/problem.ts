import { hideKeys } from '../auth/api-key.js';

/** Every problem a client can meet (RFC 9457): its status, its title, and its remedy. The only table of problems. */
export const problems = {
  'invalid-json': { status: 400, title: 'The body is not valid JSON.', advice: 'Send one JSON object.' },
  'invalid-request': {
    status: 400,
    title: 'The request is not valid.',
    advice: 'Correct each field that `errors` names; `GET /api` lists the fields and their values.',
  },
  'malformed-request': {
    status: 400,
    title: 'This is not an HTTP request.',
    advice: 'Send HTTP/1.1 with a Host header.',
  },
  'invalid-key': {
    status: 401,
    title: 'The API key is not valid.',
    advice: 'Check the key, or leave the Authorization header out to use the free plan.',
  },
  'key-required': {
    status: 401,
    title: 'This needs an API key.',
    advice: 'Send "Authorization: Bearer <key>"; the operator makes keys by `npx job-search key`.',
  },
  'forbidden-origin': {
    status: 403,
    title: 'Pages of this origin may not use this endpoint.',
    advice: 'Call it from a program, or have the operator name the origin in CORS_ORIGIN.',
  },
  'unknown-host': {
    status: 421,
    title: 'This service does not answer to that name.',
    advice: 'Use a loopback name, or have the operator add the name to PUBLIC_HOSTS.',
  },
  'not-found': { status: 404, title: 'There is nothing at this address.', advice: '`GET /api` lists the addresses.' },
  'method-not-allowed': {
    status: 405,
    title: 'This address does not accept that method.',
    advice: 'Use a method that the Allow header names.',
  },
  'cursor-expired': {
    status: 410,
    title: 'The export cannot be continued from that cursor.',
    advice: 'Begin a new export: send the search without a cursor, and replace your copy with its jobs.',
  },
  'request-in-progress': {
    status: 409,
    title: 'The first request with this Idempotency-Key has not been answered.',
    advice: 'Wait for Retry-After and send the same request again.',
  },
  'idempotency-key-reused': {
    status: 422,
    title: 'This Idempotency-Key belongs to another request.',
    advice: 'Send a new key with each new request.',
  },
  'request-timeout': {
    status: 408,
    title: 'The request took too long to arrive.',
    advice: 'Send the request again: its headers within 10 seconds, all of it within 15.',
  },
  'body-too-large': { status: 413, title: 'The body is too large.', advice: 'Send at most 8 kB.' },
  'unsupported-type': {
    status: 415,
    title: 'The body is not JSON.',
    advice: 'Send "Content-Type: application/json".',
  },
  'headers-too-large': {
    status: 431,
    title: 'The headers are too large.',
    advice: 'Send at most 16 kB of headers.',
  },
  'rate-limited': {
    status: 429,
    title: 'The request limit of your plan is used up.',
    advice: 'Wait for Retry-After, or use an API key.',
  },
  'too-many-searches': {
    status: 429,
    title: 'Too many of your searches are being collected.',
    advice: 'Wait for Retry-After: cached searches still work.',
  },
  'too-many-exports': {
    status: 429,
    title: 'Too many of your exports are running.',
    advice: 'Wait for Retry-After, or for the end of one of them.',
  },
  'too-many-tests': {
    status: 429,
    title: 'Too many test deliveries were requested.',
    advice: 'Wait for Retry-After.',
  },
  'too-many-unknown-keys': {
    status: 429,
    title: 'Too many unknown keys came from your address.',
    advice: 'Check the key, then wait for Retry-After, or leave the Authorization header out to use the free plan.',
  },
  'too-many-invalid-requests': {
    status: 429,
    title: 'Too many invalid requests came from your address.',
    advice: 'Correct the request; valid ones still work. Wait for Retry-After before sending an invalid one.',
  },
  'internal-error': {
    status: 500,
    title: 'Something broke on our side.',
    advice: 'Try again; if it persists, give the operator the request id.',
  },
  'method-unknown': {
    status: 501,
    title: 'This service does not know that method.',
    advice: 'Use GET or POST; `GET /api` lists what each address accepts.',
  },
  unavailable: {
    status: 503,
    title: 'The service cannot answer right now.',
    advice: 'Wait for Retry-After and send the same request again.',
  },
  'sources-failed': {
    status: 503,
    title: 'No job source could be reached.',
    advice: 'Wait for Retry-After; `sources` has the report of each.',
  },
  'search-timeout': {
    status: 504,
    title: 'The search took longer than you were willing to wait.',
    advice: 'The search continues: send the same request again after Retry-After.',
  },
} as const satisfies Record<string, { status: number; title: string; advice: string }>;
export type ProblemCode = keyof typeof problems;

/** Details of a problem in addition to its row of the table. */
export type ProblemDetails = {
  detail: string;
  /** Replaces the title of the table. */
  title?: string;
  /** Further members of the body (`errors`, `sources`, `retryAfterSeconds`, …). */
  members?: Record<string, unknown>;
  headers?: Record<string, string>;
  cause?: unknown;
};

/**
 * A problem on its way to the client: thrown by any middleware or handler, rendered by the outermost middleware. API
 * keys are hidden in it: it may quote a part of the request that contains one by mistake.
 */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly status: number;
  /** Names the operation, if known (api/middleware/problems.ts). */
  title: string;
  readonly headers: Record<string, string>;
  private readonly members: Record<string, unknown>;

  constructor(
    readonly code: ProblemCode,
    { detail, title = problems[code].title, members = {}, headers = {}, cause }: ProblemDetails,
  ) {
    super(hideKeys(detail), { cause });
    this.status = problems[code].status;
    this.title = title;
    this.members = JSON.parse(hideKeys(JSON.stringify(members))) as Record<string, unknown>;
    this.headers = headers;
  }

  /** The body, its members in the order of RFC 9457. `type` resolves to `GET /api`, which explains each code. */
  body(requestId: string): Record<string, unknown> {
    return {
      type: `/api#${this.code}`,
      title: this.title,
      status: this.status,
      code: this.code,
      detail: this.message,
      requestId,
      ...this.members,
    };
  }
}

/** A problem that waiting solves: Retry-After and `retryAfterSeconds` agree. */
export function retryLater(code: ProblemCode, seconds: number, details: ProblemDetails): Problem {
  return new Problem(code, {
    ...details,
    headers: { ...details.headers, 'Retry-After': String(seconds) },
    members: { retryAfterSeconds: seconds, ...details.members },
  });
}
