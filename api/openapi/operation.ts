import type { ProblemCode } from '../../shared/problems/problem.js';
import type { CodeSample } from './code-samples.js';
import { acceptedExample } from './examples.js';
import { counted } from './headers.js';
import type { Parameter } from './parameters.js';
import { answered, type MediaType, type Response } from './responses.js';
import { schemaRef } from './schemas.js';

/** An operation of the document. */
export type Operation = {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  parameters: Parameter[];
  security?: Record<string, string[]>[];
  requestBody?: { required: boolean; description: string; content: Record<string, MediaType> };
  responses: Record<string, Response>;
  'x-codeSamples'?: CodeSample[];
};

export type PathItem = Partial<Record<'get' | 'post' | 'put' | 'patch' | 'delete', Operation>>;

/** A body of JSON with an example. */
export const json = (name: string, example: unknown): Record<string, MediaType> => ({
  'application/json': { schema: schemaRef(name), example },
});

/** The answer to a caller who does not wait for a search. */
export const accepted = (): Response =>
  answered('Only with `Prefer: respond-async`: the search continues. Repeat the request after `Retry-After`.', {
    headers: [...counted, 'Cache-Status', 'Preference-Applied', 'Retry-After'],
    content: json('Accepted', acceptedExample),
  });

/** The problems of an endpoint that searches. */
export const searchProblems: readonly ProblemCode[] = [
  'invalid-json',
  'invalid-request',
  'invalid-key',
  'body-too-large',
  'unsupported-type',
  'rate-limited',
  'too-many-searches',
  'too-many-unknown-keys',
  'too-many-invalid-requests',
  'internal-error',
  'unavailable',
  'sources-failed',
  'search-timeout',
];
