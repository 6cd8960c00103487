import type { ProblemCode } from '../../shared/problems/problem.js';
import type { HeaderName, JsonSchema, Parameter } from './parameters.js';

// How an operation of the API is declared, next to its route. describe-operation.ts turns it into OpenAPI.

/** One media type of a body: its schema and examples. */
export type MediaType = {
  schema: JsonSchema;
  example?: unknown;
  examples?: Record<string, { summary: string; value: unknown }>;
};

/** An answer other than a problem; every answer also has the headers of `everywhere`. */
export type OperationAnswer = {
  description: string;
  headers?: readonly HeaderName[];
  content?: Record<string, MediaType>;
};

export type Operation = {
  operationId: string;
  /** `Jobs` by default. */
  tag?: 'Service';
  /** A sentence, also shown by `GET /api`. */
  summary: string;
  description: string;
  /** Whether it needs a key; by default a key is optional. */
  key?: 'none' | 'required';
  /** Only its own; `X-Request-Id` and those implied by `tagged` and `once` are added. */
  parameters?: readonly Parameter[];
  /** Its answer has an ETag; a 304 means that nothing has changed. */
  tagged?: true;
  /** Executed once per `Idempotency-Key`. */
  once?: true;
  body?: { description: string; content: Record<string, MediaType> };
  answers: Readonly<Record<number, OperationAnswer>>;
  /** Problems other than those implied by `key`, `body` and `once`. */
  problems?: readonly ProblemCode[];
  /** All of its problems, for an operation that cannot have the usual ones. */
  onlyProblems?: readonly ProblemCode[];
};

/** Operations by method and path, such as `GET /api/jobs/{id}`. */
export type Operations = Readonly<Record<string, Operation>>;

/** A reference to a schema of the document. */
export const schemaRef = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

/** `invalid-request` → `InvalidRequestProblem`. */
export const problemName = (code: ProblemCode): string =>
  `${code.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase())}Problem`;

/** A body of JSON with an example. */
export const json = (name: string, example: unknown): Record<string, MediaType> => ({
  'application/json': { schema: schemaRef(name), example },
});

/** A query parameter from its schema, whose description it takes. */
export const queryParameter = (name: string, { description, ...schema }: JsonSchema): Parameter => ({
  name,
  in: 'query',
  description: String(description),
  schema,
});

/** A sample in the form of API documents (`x-codeSamples`, read by Redoc, ReadMe and others). */
export type CodeSample = {
  lang: 'Shell' | 'TypeScript' | 'Python';
  label: 'curl' | 'TypeScript' | 'Python';
  source: string;
};

/** An answer as the document has it. */
export type DescribedAnswer = {
  description: string;
  headers: Record<string, { $ref: string }>;
  content?: Record<string, MediaType>;
};

/** An operation as the document has it. */
export type DescribedOperation = {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  parameters: Parameter[];
  security: Record<string, string[]>[];
  requestBody?: { required: boolean; description: string; content: Record<string, MediaType> };
  responses: Record<string, DescribedAnswer>;
  'x-codeSamples'?: CodeSample[];
};
