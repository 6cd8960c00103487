import { fieldNames } from '../../shared/search/fields.js';
import { fieldSchema } from '../../shared/search/query/field-schema.js';
import { feedDefaults, feedFormats } from '../formats/feed-links.js';
import { geoStatsRequest, type JsonSchema } from './schemas.js';

export type Parameter = {
  name: string;
  in: 'query' | 'header' | 'path';
  required?: boolean;
  description: string;
  schema: JsonSchema;
  example?: string;
};

/** Header and path parameters of requests. */
export const parameters = {
  requestId: {
    name: 'X-Request-Id',
    in: 'header',
    description: 'Your own id for this request: 8 to 128 letters, digits, dashes or underscores.',
    schema: { type: 'string' },
  },
  prefer: {
    name: 'Prefer',
    in: 'header',
    description:
      'RFC 7240. `wait=N`: wait at most N seconds. `respond-async`: answer 202 immediately if nothing is cached. ' +
      '`respond-async, wait=N`: wait up to N seconds first.',
    schema: { type: 'string' },
  },
  cacheControl: {
    name: 'Cache-Control',
    in: 'header',
    description:
      'With a key: `no-cache`, or `max-age=N` when the cached copy is older, collects again. Ignored without a key.',
    schema: { type: 'string' },
  },
  ifNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The ETag of your copy; 304 if nothing has changed.',
    schema: { type: 'string' },
  },
  ifModifiedSince: {
    name: 'If-Modified-Since',
    in: 'header',
    description: 'The Last-Modified of your copy; ignored beside If-None-Match.',
    schema: { type: 'string' },
  },
  idempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'A text of yours, such as a UUID: for 24 hours the same request with the same key is answered as it was, and not carried out again.',
    schema: { type: 'string', pattern: '^[!-~]{1,255}$' },
  },
  watchId: {
    name: 'id',
    in: 'path',
    required: true,
    description: 'The id of a watch of yours.',
    schema: { type: 'string', pattern: '^watch_[0-9a-f]{24}$' },
    example: 'watch_0123456789abcdef01234567',
  },
  attempt: {
    name: 'n',
    in: 'path',
    required: true,
    description: 'The number of one of its last deliveries.',
    schema: { type: 'string', pattern: '^[1-9]\\d{0,15}$' },
    example: '7',
  },
  jobId: {
    name: 'id',
    in: 'path',
    required: true,
    description: 'The id of a job from a search.',
    schema: { type: 'string', pattern: '^job_[0-9A-Za-z]{16}$' },
    example: 'job_7Q3kX0pV2mZt5RfB',
  },
  companyKey: {
    name: 'key',
    in: 'path',
    required: true,
    description:
      'The name of a company, or its key: the name in lower case without spaces, punctuation, marks and legal form.',
    schema: { type: 'string', minLength: 1, maxLength: 200 },
    example: 'acmerobotics',
  },
} as const satisfies Record<string, Parameter>;

/** The query parameters of a feed: the fields of a search, and the format. */
export function feedParameters(): Parameter[] {
  const fields = fieldNames.map((name): Parameter => {
    const { description, ...schema } = fieldSchema(name);
    const usual = Object.entries(feedDefaults).find(([each]) => each === name)?.[1];
    return { name, in: 'query', description, schema: { ...schema, ...(usual !== undefined && { default: usual }) } };
  });
  const format: Parameter = {
    name: 'format',
    in: 'query',
    description: 'The shape; without it that of Accept, else Atom.',
    schema: { type: 'string', enum: Object.keys(feedFormats) },
  };
  return [...fields, format];
}

/** The query parameters of geo-stats, from the schema that validates them. */
export function geoStatsParameters(): Parameter[] {
  return Object.entries(geoStatsRequest().properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    description: String(description),
    schema,
  }));
}
