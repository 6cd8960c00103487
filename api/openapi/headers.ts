import type { JsonSchema } from './schemas.js';

type Header = { description: string; schema: JsonSchema; example?: string };

const text = { type: 'string' };

/** Every header we answer with, once. */
export const headers = {
  'X-Request-Id': {
    description: 'Names this request in our logs: yours if you sent a well-formed one, else a UUID.',
    schema: { type: 'string', pattern: '^[\\w-]{8,128}$' },
    example: '7d0a8f0e-3c5e-4a55-9f5a-5b7a4c1f2e90',
  },
  'Cache-Control': {
    description: '`no-store` for searches and jobs: an answer is counted against you and must not be kept outside.',
    schema: text,
    example: 'no-store',
  },
  'X-Content-Type-Options': { description: 'Always `nosniff`.', schema: { const: 'nosniff' }, example: 'nosniff' },
  'RateLimit-Policy': {
    description: 'Your plan (draft-ietf-httpapi-ratelimit-headers): `q` searches in `w` seconds.',
    schema: text,
    example: '"free";q=100;w=900',
  },
  RateLimit: {
    description: 'What is left: `r` searches; the window starts anew in `t` seconds.',
    schema: text,
    example: '"free";r=99;t=900',
  },
  'Cache-Status': {
    description: 'How the answer came about (RFC 9211): a held copy, or collected for this request.',
    schema: text,
    example: 'job-search; hit; ttl=505',
  },
  'Preference-Applied': {
    description: 'The preference we obeyed (RFC 7240); absent when you stated none.',
    schema: text,
    example: 'wait=10',
  },
  'Retry-After': {
    description: 'Whole seconds to wait before the same request makes sense again.',
    schema: { type: 'string', pattern: '^\\d+$' },
    example: '10',
  },
  'WWW-Authenticate': {
    description: 'How to send a key (RFC 6750).',
    schema: text,
    example: 'Bearer realm="job-search", error="invalid_token"',
  },
  Allow: { description: 'The methods this address accepts.', schema: text, example: 'HEAD, GET' },
  ETag: {
    description: 'Send it back as If-None-Match: 304 when nothing changed.',
    schema: text,
    example: 'W/"Xo0Z9mQ2"',
  },
  Link: {
    description: 'Where this API, or the meaning of an answer, is described (RFC 8288, RFC 8631).',
    schema: text,
    example: '</api/openapi.json>; rel="service-desc", </api/docs>; rel="service-doc"',
  },
} as const satisfies Record<string, Header>;
export type HeaderName = keyof typeof headers;

/** On every response. */
export const everywhere = ['X-Request-Id', 'Cache-Control', 'X-Content-Type-Options'] as const;

/** On every answer to a search that was counted. */
export const counted = ['RateLimit-Policy', 'RateLimit'] as const;

/** References to these headers, as a response lists them. */
export function headerRefs(names: readonly HeaderName[]): Record<string, { $ref: string }> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
