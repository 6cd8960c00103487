import { Problem, type ProblemCode, problems } from '../../shared/problems/problem.js';
import { problemCodes, problemExamples } from '../../shared/problems/problem-body.js';
import { tableOf } from '../../shared/table-of.js';
import {
  type CodeSample,
  type DescribedAnswer,
  type DescribedOperation,
  type Operation,
  type OperationAnswer,
  problemName,
  schemaRef,
} from './operation.js';
import { counted, everywhere, type HeaderName, parameters } from './parameters.js';

/** Where samples send their requests: the address of `npx job-search start`. */
export const sampleOrigin = 'http://127.0.0.1:3000';

/** Stands for a key in samples. */
export const sampleKey = 'jsk_…';

/** Query parameters of the samples of an operation. */
const queries = tableOf<string>({
  searchFeed: '?keyword=engineer&format=csv',
  geoStats: '?level=country',
  suggest: '?q=nur',
});

type Request = {
  method: string;
  url: string;
  headers: [name: string, value: string][];
  /** The body as JSON; `null` without one. */
  json: string | null;
  /** Whether curl and Python choose the method by themselves: POST with a body, GET without one. */
  isImplied: boolean;
  answersJson: boolean;
};

/** How to call an operation with curl, TypeScript and Python, each without further packages. */
export function codeSamples(method: string, path: string, operation: DescribedOperation): CodeSample[] {
  const request = requestOf(method.toUpperCase(), path, operation);
  return [
    { lang: 'Shell', label: 'curl', source: curlSample(request) },
    { lang: 'TypeScript', label: 'TypeScript', source: typeScriptSample(request) },
    { lang: 'Python', label: 'Python', source: pythonSample(request) },
  ];
}

function requestOf(method: string, path: string, operation: DescribedOperation): Request {
  const { operationId, parameters, security, requestBody, responses } = operation;
  const filled = parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce((known, { name, example = '' }) => known.replace(`{${name}}`, example), path);
  const [media] = Object.values(requestBody?.content ?? {});
  const json = media && JSON.stringify(media.example ?? Object.values(media.examples ?? {})[0]?.value);
  const answer = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
  const headers: Request['headers'] = [];
  if (security.length > 0 && security.every((scheme) => Object.keys(scheme).length > 0))
    headers.push(['Authorization', `Bearer ${sampleKey}`]);
  if (json !== undefined) headers.push(['Content-Type', 'application/json']);
  return {
    method,
    url: `${sampleOrigin}${filled}${queries[operationId] ?? ''}`,
    headers,
    json: json ?? null,
    isImplied: method === (json === undefined ? 'GET' : 'POST'),
    answersJson: Object.keys(answer?.content ?? {})[0] === 'application/json',
  };
}

function curlSample({ method, url, headers, json, isImplied }: Request): string {
  const lines = [`curl -sS ${isImplied ? '' : `-X ${method} `}'${url}'`];
  for (const [name, value] of headers) lines.push(`-H '${name}: ${value}'`);
  if (json !== null) lines.push(`-d '${json.replaceAll("'", String.raw`'\''`)}'`);
  return lines.join(' \\\n  ');
}

function typeScriptSample({ method, url, headers, json, answersJson }: Request): string {
  const options: string[] = [];
  if (method !== 'GET') options.push(`  method: '${method}',`);
  if (headers.length > 0)
    options.push(`  headers: { ${headers.map(([name, value]) => `'${name}': '${value}'`).join(', ')} },`);
  if (json !== null) options.push(`  body: JSON.stringify(${json}),`);
  return [
    ...(options.length === 0
      ? [`const response = await fetch('${url}');`]
      : [`const response = await fetch('${url}', {`, ...options, '});']),
    'if (!response.ok) throw new Error(await response.text());',
    `console.log(await response.${answersJson ? 'json' : 'text'}());`,
  ].join('\n');
}

function pythonSample({ method, url, headers, json, isImplied, answersJson }: Request): string {
  const lines = ['from urllib.request import Request, urlopen', '', 'request = Request(', `    "${url}",`];
  if (answersJson || json !== null) lines.unshift('import json');
  if (!isImplied) lines.push(`    method="${method}",`);
  if (headers.length > 0)
    lines.push(`    headers={${headers.map(([name, value]) => `"${name}": "${value}"`).join(', ')}},`);
  // The bodies have only strings and lists, which Python spells as JSON does.
  if (json !== null) lines.push(`    data=json.dumps(${json}).encode(),`);
  const read = answersJson ? 'json.load(response)' : 'response.read().decode()';
  return [...lines, ')', 'with urlopen(request) as response:', `    print(${read})`].join('\n');
}

const security = { none: [], optional: [{}, { apiKey: [] }], required: [{ apiKey: [] }] };

/** A declared operation as OpenAPI 3.1, with everything that follows from its declaration. */
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

/** Statuses with an ETag. */
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
function describeAnswer({ description, headers = [], content }: OperationAnswer): DescribedAnswer {
  return { description, headers: headerRefs([...everywhere, ...headers]), ...(content && { content }) };
}

const headerRefs = (names: readonly HeaderName[]): Record<string, { $ref: string }> =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** The problems of an operation by status, except for statuses answered in a form of its own. */
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
