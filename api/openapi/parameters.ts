// The parameters of requests and the headers of answers that several operations share.

/** A JSON Schema, draft 2020-12, as OpenAPI 3.1 takes it. */
export type JsonSchema = { [keyword: string]: unknown };

export type Parameter = {
  name: string;
  in: 'query' | 'header' | 'path';
  required?: boolean;
  description: string;
  schema: JsonSchema;
  example?: string;
};

const text = { type: 'string' };
const flag = { type: 'string', enum: ['true', 'false'] };
const digits = { type: 'string', pattern: '^\\d+$' };

const inHeader = (name: string, description: string, schema: JsonSchema = text): Parameter => ({
  name,
  in: 'header',
  description,
  schema,
});

const inPath = (name: string, description: string, schema: JsonSchema, example: string): Parameter => ({
  name,
  in: 'path',
  required: true,
  description,
  schema,
  example,
});

/** Header and path parameters of requests. */
export const parameters = {
  requestId: inHeader('X-Request-Id', 'Your own id for this request: 8 to 128 letters, digits, dashes or underscores.'),
  prefer: inHeader(
    'Prefer',
    'RFC 7240. `wait=N`: wait at most N seconds. `respond-async`: answer 202 immediately if nothing is cached. ' +
      '`respond-async, wait=N`: wait up to N seconds first.',
  ),
  cacheControl: inHeader(
    'Cache-Control',
    'With a key: `no-cache`, or `max-age=N` when the cached copy is older, collects again. Ignored without a key.',
  ),
  ifNoneMatch: inHeader('If-None-Match', 'The ETag of your copy; 304 if nothing has changed.'),
  ifModifiedSince: inHeader(
    'If-Modified-Since',
    'The Last-Modified of your copy; ignored when If-None-Match is sent too.',
  ),
  idempotencyKey: inHeader(
    'Idempotency-Key',
    'A text of yours, such as a UUID: for 24 hours the same request with the same key gets the same answer and is not carried out again.',
    { type: 'string', pattern: '^[!-~]{1,255}$' },
  ),
  watchId: inPath(
    'id',
    'The id of a watch of yours.',
    { type: 'string', pattern: '^watch_[0-9a-f]{24}$' },
    'watch_0123456789abcdef01234567',
  ),
  attempt: inPath(
    'n',
    'The number of one of its last deliveries.',
    { type: 'string', pattern: '^[1-9]\\d{0,15}$' },
    '7',
  ),
  jobId: inPath(
    'id',
    'The id of a job from a search.',
    { type: 'string', pattern: '^job_[0-9A-Za-z]{16}$' },
    'job_7Q3kX0pV2mZt5RfB',
  ),
  companyKey: inPath(
    'key',
    'The name of a company, or its key: the name in lower case without spaces, punctuation, marks and legal form.',
    { type: 'string', minLength: 1, maxLength: 200 },
    'acmerobotics',
  ),
};

type Header = { description: string; schema: JsonSchema; example: string };

const header = (description: string, example: string, schema: JsonSchema = text): Header => ({
  description,
  schema,
  example,
});

/** Every response header of the API. */
export const headers = {
  'X-Request-Id': header(
    'Identifies this request in the logs of the service: yours if you sent a valid one, otherwise a UUID.',
    '7d0a8f0e-3c5e-4a55-9f5a-5b7a4c1f2e90',
    { type: 'string', pattern: '^[\\w-]{8,128}$' },
  ),
  'Cache-Control': header(
    '`no-store` for searches and jobs: a search is counted per client and must not be answered by another cache.',
    'no-store',
  ),
  'X-Content-Type-Options': header('Always `nosniff`.', 'nosniff', { const: 'nosniff' }),
  'RateLimit-Policy': header(
    'Your plan (draft-ietf-httpapi-ratelimit-headers): `q` searches in `w` seconds; with `-jobs` behind its name, `q` jobs read by their ids.',
    '"free";q=100;w=900',
  ),
  RateLimit: header('The remaining quota: `r` searches; the window ends in `t` seconds.', '"free";r=99;t=900'),
  'Cache-Status': header(
    'Whether the answer came from the cache or was collected for this request (RFC 9211).',
    'job-search; hit; ttl=505',
  ),
  'Preference-Applied': header('The preference that was applied (RFC 7240); absent if you sent none.', 'wait=10'),
  'Retry-After': header('Seconds to wait before repeating the request.', '10', digits),
  'WWW-Authenticate': header('How to send a key (RFC 6750).', 'Bearer realm="job-search", error="invalid_token"'),
  Allow: header('The methods that this address supports.', 'HEAD, GET'),
  ETag: header('Send it as If-None-Match to get 304 while nothing has changed.', 'W/"Xo0Z9mQ2"'),
  'Last-Modified': header(
    'When this list last changed. Send it as If-Modified-Since to get 304 while nothing has changed.',
    'Sat, 21 Nov 2026 09:14:03 GMT',
  ),
  'X-Total-Count': header('Number of matching jobs, near matches included.', '214', digits),
  'X-Partial': header('`true`: at least one source is missing.', 'false', flag),
  'X-Stale': header('`true`: older than its fresh lifetime; a fresh list is being collected.', 'false', flag),
  'X-Notices': header(
    'Sentences worth showing, as a JSON array in ASCII; absent when there are none.',
    '["\\"Sprngfield\\" was read as \\"Springfield\\"."]',
  ),
  Link: header(
    'Address of the description of this API, of the meaning of an answer, or of the next page (RFC 8288, RFC 8631).',
    '</api/openapi.json>; rel="service-desc", </api/docs>; rel="service-doc"',
  ),
} as const satisfies Record<string, Header>;
export type HeaderName = keyof typeof headers;

/** Headers of every response. */
export const everywhere = ['X-Request-Id', 'Cache-Control', 'X-Content-Type-Options'] as const;

/** Headers of every answer to a counted search. */
export const counted = ['RateLimit-Policy', 'RateLimit'] as const;

/** Headers of a search answered as a list of jobs. */
export const listed = ['X-Total-Count', 'X-Partial', 'X-Stale', 'X-Notices', 'Link', 'Last-Modified'] as const;
