import type { Plans } from '../../shared/auth/plans.js';
import type { ProblemCode } from '../../shared/problems/problem.js';
import { headers } from './headers.js';
import { type PathItem, paths } from './operations.js';
import { problemResponse } from './responses.js';
import { componentSchemas, type JsonSchema, problemName } from './schemas.js';

/** The document as far as our own code looks into it. */
export type ApiDocument = {
  openapi: '3.1.0';
  info: { title: string; version: string; summary: string; description: string; license: object };
  servers: { url: string; description: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, PathItem>;
  components: {
    schemas: Record<string, JsonSchema>;
    headers: Record<string, object>;
    responses: Record<string, object>;
    securitySchemes: Record<string, object>;
  };
};

/** Problems that any address may answer with, or that answer what never became a request of one. */
const anywhere: readonly ProblemCode[] = [
  'malformed-request',
  'unknown-host',
  'not-found',
  'method-not-allowed',
  'request-timeout',
  'headers-too-large',
];

/** This API in OpenAPI 3.1, from the same schemas and tables that the service works by. */
export function describeApi({ version, plans }: { version: string; plans: Plans }): ApiDocument {
  return {
    openapi: '3.1.0',
    info: {
      title: 'job-search',
      version,
      summary: 'One request, every board you chose, one honest, ranked answer.',
      description: describe(plans),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'This service.' }],
    tags: [
      { name: 'Jobs', description: 'Search, and read what was found.' },
      { name: 'Service', description: 'Health, statistics and descriptions.' },
    ],
    paths: paths(),
    components: {
      schemas: componentSchemas(),
      headers,
      responses: Object.fromEntries(anywhere.map((code) => [problemName(code), problemResponse([code])])),
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'jsk_…',
          description: `A key of this service: "jsk_" and 38 letters or digits. Optional: without one you are on the free plan. A wrong key is refused, never taken for none.`,
        },
      },
    },
  };
}

function quotas({ rows }: Plans): string {
  const lines = rows.map(
    ({ name, requests, windowSeconds, key }) =>
      `| ${name} | ${key ? 'a key' : 'no key'} | ${requests ?? 'agreed on'} in ${windowSeconds / 60} minutes |`,
  );
  return lines.join('\n');
}

const describe = (
  plans: Plans,
): string => `JSON in and out. Every error is an RFC 9457 \`application/problem+json\`; branch on its \`code\`. Every response has an
\`X-Request-Id\`. The words you read in an answer are the words you may send.

| plan | who | searches |
| --- | --- | --- |
${quotas(plans)}

\`\`\`sh
curl -s "$URL/api/jobs/search" -H "Authorization: Bearer $KEY" \\
  -H 'Content-Type: application/json' -d '{"keyword":"software engineer","limit":"5"}'
\`\`\`

\`URL\` is the address of this service. \`next\` of the answer is the body of the next page; on the last page it is \`null\`. Leave the
\`Authorization\` header out and you are on the free plan. The operator makes keys: \`npm run key -- create --plan pro --name you\`.

On 429, 503 and 504 wait for \`Retry-After\`. An address that does not exist is a \`not-found\`, a method that an address does not
accept a \`method-not-allowed\` with \`Allow\`: see the components.

New members may appear in answers: ignore what you do not know. Members do not change type or vanish; words are only added.

Assistants find the same at \`/mcp\` (Model Context Protocol, streamable HTTP): \`search_jobs\`, \`get_job\`, \`geo_stats\`.`;
