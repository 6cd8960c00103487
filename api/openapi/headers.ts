import type { JsonSchema } from './schemas.js';

type Header = { description: string; schema: JsonSchema; example?: string };

const text = { type: 'string' };

/** Every response header of the API. */
export const headers = {
  'X-Request-Id': {
    description: 'Identifies this request in the logs of the service: yours if you sent a valid one, otherwise a UUID.',
    schema: { type: 'string', pattern: '^[\\w-]{8,128}$' },
    example: '7d0a8f0e-3c5e-4a55-9f5a-5b7a4c1f2e90',
  },
  'Cache-Control': {
    description:
      '`no-store` for searches and jobs: a search is counted per client and must not be answered by another cache.',
    schema: text,
    example: 'no-store',
  },
  'X-Content-Type-Options': { description: 'Always `nosniff`.', schema: { const: 'nosniff' }, example: 'nosniff' },
  'RateLimit-Policy': {
    description:
      'Your plan (draft-ietf-httpapi-ratelimit-headers): `q` searches in `w` seconds; with `-jobs` behind its name, `q` jobs read by their ids.',
    schema: text,
    example: '"free";q=100;w=900',
  },
  RateLimit: {
    description: 'The remaining quota: `r` searches; the window ends in `t` seconds.',
    schema: text,
    example: '"free";r=99;t=900',
  },
  'Cache-Status': {
    description: 'Whether the answer came from the cache or was collected for this request (RFC 9211).',
    schema: text,
    example: 'job-search; hit; ttl=505',
  },
  'Preference-Applied': {
    description: 'The preference that was applied (RFC 7240); absent if you sent none.',
    schema: text,
    example: 'wait=10',
  },
  'Retry-After': {
    description: 'Seconds to wait before repeating the request.',
    schema: { type: 'string', pattern: '^\\d+$' },
    example: '10',
  },
  'WWW-Authenticate': {
    description: 'How to send a key (RFC 6750).',
    schema: text,
    example: 'Bearer realm="job-search", error="invalid_token"',
  },
  Allow: { description: 'The methods that this address supports.', schema: text, example: 'HEAD, GET' },
  ETag: {
    description: 'Send it as If-None-Match to get 304 while nothing has changed.',
    schema: text,
    example: 'W/"Xo0Z9mQ2"',
  },
  'Last-Modified': {
    description:
      'Since when this list has been what it is. Send it as If-Modified-Since to get 304 while nothing has changed.',
    schema: text,
    example: 'Sat, 21 Nov 2026 09:14:03 GMT',
  },
  'X-Total-Count': {
    description: 'Number of matching jobs, near matches included.',
    schema: { type: 'string', pattern: '^\\d+$' },
    example: '214',
  },
  'X-Partial': {
    description: '`true`: at least one source is missing.',
    schema: { type: 'string', enum: ['true', 'false'] },
    example: 'false',
  },
  'X-Stale': {
    description: '`true`: older than its fresh lifetime; a fresh list is being collected.',
    schema: { type: 'string', enum: ['true', 'false'] },
    example: 'false',
  },
  'X-Notices': {
    description: 'Sentences worth showing, as a JSON array in ASCII; absent when there are none.',
    schema: text,
    example: '["\\"Sprngfield\\" was read as \\"Springfield\\"."]',
  },
  Link: {
    description:
      'Address of the description of this API, of the meaning of an answer, or of the next page (RFC 8288, RFC 8631).',
    schema: text,
    example: '</api/openapi.json>; rel="service-desc", </api/docs>; rel="service-doc"',
  },
} as const satisfies Record<string, Header>;
export type HeaderName = keyof typeof headers;

/** Headers of every response. */
export const everywhere = ['X-Request-Id', 'Cache-Control', 'X-Content-Type-Options'] as const;

/** Headers of every answer to a search that was counted. */
export const counted = ['RateLimit-Policy', 'RateLimit'] as const;

/** Headers of a search that is answered as a list of jobs. */
export const listed = ['X-Total-Count', 'X-Partial', 'X-Stale', 'X-Notices', 'Link', 'Last-Modified'] as const;

/** References to these headers for a response object. */
export function headerRefs(names: readonly HeaderName[]): Record<string, { $ref: string }> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
