import { Problem, type ProblemCode, problems } from '../../shared/problems/problem.js';
import { problemCodes, problemExamples } from '../../shared/problems/problem-body.js';
import { codeSamples } from './code-samples.js';
import {
  type DescribedAnswer,
  type DescribedOperation,
  type Operation,
  type OperationAnswer,
  problemName,
  schemaRef,
} from './operation.js';
import { counted, everywhere, type HeaderName, parameters } from './parameters.js';

const security = { none: [], optional: [{}, { apiKey: [] }], required: [{ apiKey: [] }] };

/** A declared operation as OpenAPI 3.1, with all that follows from its declaration. */
export function describeOperation(method: string, path: string, operation: Operation): DescribedOperation {
  const { operationId, tag = 'Jobs', summary, description, key = 'optional', body, once, tagged } = operation;
  const described: DescribedOperation = {
    operationId,
    tags: [tag],
    summary,
    description,
    parameters: [
      ...(operation.parameters ?? []),
      ...(tagged ? [parameters.ifNoneMatch] : []),
      parameters.requestId,
      ...(once ? [parameters.idempotencyKey] : []),
    ],
    security: security[key],
    ...(body && { requestBody: { required: true, ...body } }),
    responses: { ...describeAnswers(operation), ...problemAnswers(operation) },
  };
  return { ...described, 'x-codeSamples': codeSamples(method, path, described) };
}

/** Statuses of an answer with an ETag. */
const hasTag: ReadonlySet<string> = new Set(['200', '304']);

function describeAnswers({ answers, tagged }: Operation): Record<string, DescribedAnswer> {
  const unchanged: OperationAnswer = { description: 'Nothing has changed since your copy.' };
  return Object.fromEntries(
    Object.entries({ ...(tagged && { 304: unchanged }), ...answers }).map(([status, answer]) => [
      status,
      describeAnswer(
        tagged && hasTag.has(status) ? { ...answer, headers: [...(answer.headers ?? []), 'ETag'] } : answer,
      ),
    ]),
  );
}

/** An answer other than a problem. */
export function describeAnswer({ description, headers = [], content }: OperationAnswer): DescribedAnswer {
  return { description, headers: headerRefs([...everywhere, ...headers]), ...(content && { content }) };
}

const headerRefs = (names: readonly HeaderName[]): Record<string, { $ref: string }> =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** The problems of an operation by status, save those of a status that it answers in a form of its own. */
function problemAnswers(operation: Operation): Record<string, DescribedAnswer> {
  const codes = problemsOf(operation);
  const statuses = [...new Set(problemCodes().map((code) => problems[code].status))];
  const all = statuses
    .filter((status) => operation.answers[status] === undefined)
    .map((status) => ({
      status,
      found: problemCodes().filter((code) => codes.has(code) && problems[code].status === status),
    }));
  return Object.fromEntries(
    all.filter(({ found }) => found.length > 0).map(({ status, found }) => [String(status), describeProblems(found)]),
  );
}

function problemsOf({ onlyProblems, problems: further = [], key, body, once }: Operation): ReadonlySet<ProblemCode> {
  if (onlyProblems !== undefined) return new Set(onlyProblems);
  const found = new Set<ProblemCode>(further);
  const add = (...codes: ProblemCode[]): unknown => codes.map((code) => found.add(code));
  add('invalid-request', 'too-many-invalid-requests', 'internal-error', 'unavailable');
  if (key !== 'none') add('invalid-key', 'too-many-unknown-keys');
  if (key === 'required') add('key-required');
  if (body !== undefined) add('invalid-json', 'body-too-large', 'unsupported-type');
  if (once) add('request-in-progress', 'idempotency-key-reused');
  return found;
}

/** Headers of a problem in addition to those of every response. */
const headersOf: Partial<Record<ProblemCode, readonly HeaderName[]>> = {
  'invalid-key': ['WWW-Authenticate'],
  'key-required': ['WWW-Authenticate'],
  'method-not-allowed': ['Allow'],
  'rate-limited': [...counted, 'Retry-After'],
  'too-many-searches': [...counted, 'Retry-After'],
  'request-in-progress': ['Retry-After'],
  'too-many-exports': ['Retry-After'],
  'too-many-tests': ['Retry-After'],
  'too-many-unknown-keys': ['Retry-After'],
  'too-many-invalid-requests': ['Retry-After'],
  'internal-error': counted,
  unavailable: ['Retry-After'],
  'sources-failed': [...counted, 'Retry-After'],
  'search-timeout': [...counted, 'Retry-After'],
};

/** The answer for problems of one status, with an example of each. */
export function describeProblems(codes: readonly ProblemCode[]): DescribedAnswer {
  const [only, ...others] = codes.map((code) => schemaRef(problemName(code)));
  return {
    ...describeAnswer({
      description: codes.map((code) => `\`${code}\`: ${problems[code].title} ${problems[code].advice}`).join('\n\n'),
      headers: [...new Set(codes.flatMap((code) => headersOf[code] ?? []))],
    }),
    content: {
      'application/problem+json': {
        schema: others.length === 0 && only ? only : { oneOf: [only, ...others] },
        examples: Object.fromEntries(
          codes.map((code) => [code, { summary: problems[code].title, value: problemExample(code) }]),
        ),
      },
    },
  };
}

/** An example body of a problem: its row of the problem table with example members. */
export function problemExample(code: ProblemCode): Record<string, unknown> {
  return new Problem(code, problemExamples[code]).body('demo-0001');
}
