import { type ProblemCode, problems } from '../../shared/problems/problem.js';
import { problemExample } from './examples.js';
import { everywhere, type HeaderName, headerRefs } from './headers.js';
import { problemName, schemaRef } from './schemas.js';

/** One media type of a body: its schema and examples. */
export type MediaType = {
  schema: Record<string, unknown>;
  example?: unknown;
  examples?: Record<string, { summary: string; value: unknown }>;
};

export type Response = {
  description: string;
  headers: Record<string, { $ref: string }>;
  content?: Record<string, MediaType>;
};

/** Headers of a problem in addition to those of every response. */
const headersOf: Partial<Record<ProblemCode, readonly HeaderName[]>> = {
  'invalid-key': ['WWW-Authenticate'],
  'key-required': ['WWW-Authenticate'],
  'method-not-allowed': ['Allow'],
  'rate-limited': ['RateLimit-Policy', 'RateLimit', 'Retry-After'],
  'too-many-searches': ['RateLimit-Policy', 'RateLimit', 'Retry-After'],
  'request-in-progress': ['Retry-After'],
  'too-many-exports': ['Retry-After'],
  'too-many-tests': ['Retry-After'],
  'too-many-unknown-keys': ['Retry-After'],
  'too-many-invalid-requests': ['Retry-After'],
  'internal-error': ['RateLimit-Policy', 'RateLimit'],
  unavailable: ['Retry-After'],
  'sources-failed': ['RateLimit-Policy', 'RateLimit', 'Retry-After'],
  'search-timeout': ['RateLimit-Policy', 'RateLimit', 'Retry-After'],
};

/** A response other than a problem. */
export function answered(
  description: string,
  { headers = [], content }: { headers?: readonly HeaderName[]; content?: Record<string, MediaType> },
): Response {
  return { description, headers: headerRefs([...everywhere, ...headers]), ...(content && { content }) };
}

/** The responses for these problems, grouped by status, with an example of each. */
export function problemResponses(codes: readonly ProblemCode[]): Record<string, Response> {
  const statuses = [...new Set(codes.map((code) => problems[code].status))];
  return Object.fromEntries(
    statuses.map((status) => [
      String(status),
      describeProblems(codes.filter((code) => problems[code].status === status)),
    ]),
  );
}

/** The response for problems of one status. */
export function describeProblems(codes: readonly ProblemCode[]): Response {
  const refs = codes.map((code) => schemaRef(problemName(code)));
  const headers = [...new Set(codes.flatMap((code) => headersOf[code] ?? []))];
  return {
    description: codes.map((code) => `\`${code}\`: ${problems[code].title} ${problems[code].advice}`).join('\n\n'),
    headers: headerRefs([...everywhere, ...headers]),
    content: {
      'application/problem+json': {
        schema: refs.length === 1 && refs[0] ? refs[0] : { oneOf: refs },
        examples: Object.fromEntries(
          codes.map((code) => [code, { summary: problems[code].title, value: problemExample(code) }]),
        ),
      },
    },
  };
}
