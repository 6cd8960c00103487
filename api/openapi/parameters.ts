import { geoStatsRequest, type JsonSchema } from './schemas.js';

export type Parameter = {
  name: string;
  in: 'query' | 'header' | 'path';
  required?: boolean;
  description: string;
  schema: JsonSchema;
  example?: string;
};

/** Headers and path members that requests may carry, once. */
export const parameters = {
  requestId: {
    name: 'X-Request-Id',
    in: 'header',
    description: 'Your own name for this request: 8 to 128 letters, digits, dashes or underscores.',
    schema: { type: 'string' },
  },
  prefer: {
    name: 'Prefer',
    in: 'header',
    description:
      'RFC 7240. `wait=N`: wait at most N seconds. `respond-async`: answer 202 at once when nothing is held. ' +
      '`respond-async, wait=N`: try N seconds first.',
    schema: { type: 'string' },
  },
  cacheControl: {
    name: 'Cache-Control',
    in: 'header',
    description:
      'With a key: `no-cache` or `max-age=N` has the search collected anew when what is held is older. Ignored without one.',
    schema: { type: 'string' },
  },
  ifNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The ETag of the copy you have: 304 when nothing changed.',
    schema: { type: 'string' },
  },
  jobId: {
    name: 'id',
    in: 'path',
    required: true,
    description: 'Id of a job, from a search.',
    schema: { type: 'string', pattern: '^job_[0-9A-Za-z]{16}$' },
    example: 'job_7Q3kX0pV2mZt5RfB',
  },
} as const satisfies Record<string, Parameter>;

/** The parameters of geo-stats, as the schema that reads them says. */
export function geoStatsParameters(): Parameter[] {
  return Object.entries(geoStatsRequest().properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    description: String(description),
    schema,
  }));
}
