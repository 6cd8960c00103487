import { z } from 'zod';
import { maxSourceReports, sourceCountsSchema, sourceReportSchema } from '../search/result.js';
import { jobTypes } from '../words/words.js';
import { type ProblemCode, type ProblemDetails, problems } from './problem.js';

/** Codes of errors in a request's field; a closed set. */
export const fieldErrorCodes = [
  'not-an-object',
  'unknown-field',
  'not-a-string',
  'not-a-number',
  'unknown-value',
  'out-of-range',
  'too-long',
  'conflict',
] as const;
export type FieldErrorCode = (typeof fieldErrorCodes)[number];

/** One error in a request: its place, its description, and the remedy. */
export const fieldErrorSchema = z.strictObject({
  pointer: z.string().describe('RFC 6901 as a URI fragment: `#/jobType`; `#` is the body itself.'),
  code: z.enum(fieldErrorCodes),
  detail: z.string(),
  allowed: z
    .union([z.array(z.string()), z.strictObject({ min: z.string(), max: z.string() })])
    .optional()
    .describe('Accepted values: a list of words, or a range.'),
  suggestion: z.string().optional().describe('The likely intent.'),
});

const retryAfterSeconds = z.int().min(1).describe('The same as the Retry-After header.');

/** Members of problems in addition to the common ones. */
const members = {
  'invalid-json': {},
  'invalid-request': { errors: z.array(fieldErrorSchema).min(1).max(20) },
  'malformed-request': {},
  'invalid-key': {},
  'key-required': {},
  'forbidden-origin': {},
  'unknown-host': {},
  'not-found': { suggestion: z.string().optional().describe('The address that was probably meant.') },
  'method-not-allowed': {},
  'cursor-expired': {},
  'request-in-progress': { retryAfterSeconds },
  'idempotency-key-reused': {},
  'request-timeout': {},
  'body-too-large': {},
  'unsupported-type': {},
  'headers-too-large': {},
  'rate-limited': {
    plan: z.string(),
    limit: z.int().min(1),
    windowSeconds: z.int().min(1),
    retryAfterSeconds,
  },
  'too-many-searches': {
    plan: z.string(),
    searchesAtOnce: z.int().min(1).describe('How many may be collected at once.'),
    retryAfterSeconds,
  },
  'too-many-exports': {
    plan: z.string(),
    exportsAtOnce: z.int().min(1).describe('How many may run at once.'),
    retryAfterSeconds,
  },
  'too-many-tests': { retryAfterSeconds },
  'too-many-unknown-keys': { retryAfterSeconds },
  'too-many-invalid-requests': { retryAfterSeconds },
  'internal-error': {},
  'method-unknown': {},
  unavailable: { retryAfterSeconds },
  'sources-failed': {
    retryAfterSeconds,
    sources: z.array(sourceReportSchema).max(maxSourceReports),
    sourceCounts: sourceCountsSchema,
  },
  'search-timeout': { retryAfterSeconds },
} satisfies Record<ProblemCode, z.ZodRawShape>;

function bodySchema(code: ProblemCode): z.ZodObject {
  return z.strictObject({
    type: z.literal(`/api#${code}`),
    title: z.string(),
    status: z.literal(problems[code].status),
    code: z.literal(code),
    detail: z.string(),
    requestId: z.string(),
    ...members[code],
  });
}

/** Every problem code, in the order of their table. */
export function problemCodes(): ProblemCode[] {
  return Object.keys(problems) as ProblemCode[];
}

const bodies = problemCodes().map((code): [ProblemCode, z.ZodObject] => [code, bodySchema(code)]);

/** The body of each problem (RFC 9457), by its code. */
export const problemSchemas = Object.fromEntries(bodies) as Readonly<Record<ProblemCode, z.ZodObject>>;

/** An instance of each problem, as shown in the documents. */
export const problemExamples: Readonly<Record<ProblemCode, ProblemDetails>> = {
  'invalid-json': { detail: "Expected ',' or '}' after property value in JSON at position 19." },
  'invalid-request': {
    detail: '2 fields need attention.',
    members: {
      errors: [
        {
          pointer: '#/jobType',
          code: 'unknown-value',
          detail: '"fultime" is not a job type. Did you mean "full time"?',
          allowed: [...jobTypes.words],
          suggestion: 'full time',
        },
        {
          pointer: '#/limit',
          code: 'out-of-range',
          detail: 'Digits only, from "1" to "100", not "500".',
          allowed: { min: '1', max: '100' },
        },
      ],
    },
  },
  'malformed-request': { detail: 'Send a Host header.' },
  'invalid-key': {
    detail:
      'We do not know this key. Check it, or leave the Authorization header out to use the free plan. The operator makes a new one by "npx job-search key create".',
  },
  'key-required': {
    detail:
      'Exports need an API key: send "Authorization: Bearer <key>". The operator makes keys by "npx job-search key create".',
  },
  'forbidden-origin': { detail: 'Pages of https://elsewhere.example may not use this endpoint.' },
  'unknown-host': {
    detail:
      'This service listens on loopback and does not answer to "jobs.example". Use 127.0.0.1 or localhost, or add the name to PUBLIC_HOSTS.',
  },
  'not-found': {
    detail: 'There is nothing at /api/job/search. Did you mean "POST /api/jobs/search"?',
    members: { suggestion: 'POST /api/jobs/search' },
  },
  'method-not-allowed': { detail: '/api/jobs/search accepts POST, not GET.' },
  'cursor-expired': { detail: 'A later cursor of this export has been used. Begin a new export.' },
  'request-in-progress': {
    detail: 'The first request with this Idempotency-Key is being carried out. Try again in a second.',
    members: { retryAfterSeconds: 1 },
  },
  'idempotency-key-reused': {
    detail: 'This Idempotency-Key was sent with another body within the last 24 hours. Send a new key.',
  },
  'request-timeout': { detail: 'The request did not arrive in full in time. Send it again.' },
  'body-too-large': { detail: 'Send at most 8 kB.' },
  'unsupported-type': { detail: 'Send "Content-Type: application/json", not "application/x-www-form-urlencoded".' },
  'headers-too-large': { detail: 'Send at most 16 kB of headers.' },
  'rate-limited': {
    detail: 'The free plan allows 100 searches in 15 minutes. Try again in 412 seconds, or use an API key.',
    members: { plan: 'free', limit: 100, windowSeconds: 900, retryAfterSeconds: 412 },
  },
  'too-many-searches': {
    detail: 'The free plan allows 5 searches being collected at once. Try again in 5 seconds.',
    members: { plan: 'free', searchesAtOnce: 5, retryAfterSeconds: 5 },
  },
  'too-many-exports': {
    detail: '2 exports may run at once. Try again in 30 seconds.',
    members: { plan: 'pro', exportsAtOnce: 2, retryAfterSeconds: 30 },
  },
  'too-many-tests': {
    detail: 'A key may make 10 test deliveries in a minute. Try again in 41 seconds.',
    members: { retryAfterSeconds: 41 },
  },
  'too-many-unknown-keys': {
    detail:
      'Your address sent 20 different keys that we do not know. Try again in 600 seconds, or leave the Authorization header out.',
    members: { retryAfterSeconds: 600 },
  },
  'too-many-invalid-requests': {
    detail:
      'Your address sent more than 100 invalid requests in a minute. Correct the request first. Invalid requests are checked again in 41 seconds.',
    members: { retryAfterSeconds: 41 },
  },
  'internal-error': { detail: 'We logged it under this request id. Trying again may help.' },
  'method-unknown': { detail: 'The method of this request does not exist in HTTP. Use GET or POST.' },
  unavailable: {
    detail: 'The search queue cannot be reached. Try again in 10 seconds.',
    members: { retryAfterSeconds: 10 },
  },
  'sources-failed': {
    detail: '2 of 2 sources failed and no earlier answer is kept for this search.',
    members: {
      retryAfterSeconds: 60,
      sources: [
        { name: 'greenhouse', status: 'timeout', jobs: 0, tookMs: 8000, detail: 'No answer within 8 seconds.' },
        { name: 'lever', status: 'failed', jobs: 0, tookMs: 190, detail: 'The source answered 503.' },
      ],
      sourceCounts: { total: 2, ok: 0, pending: 0, timeout: 1, failed: 1, resting: 0 },
    },
  },
  'search-timeout': {
    detail: 'Nothing was ready after 20 seconds. The search continues: send the same request again in 5 seconds.',
    members: { retryAfterSeconds: 5 },
  },
};
