import { basePath } from '../../pages/lib/base-path.js';
import type { Plans } from '../../shared/auth/plans.js';
import type { ProblemCode } from '../../shared/problems/problem.js';
import { deliveryWebhook } from '../watches/watch-operations.js';
import { describeOperation, describeProblems } from './describe-operation.js';
import { type DescribedOperation, problemName } from './operation.js';
import { operations } from './operations.js';
import { headers, type JsonSchema } from './parameters.js';
import { componentSchemas } from './schemas.js';

/** The operations of one path by their method in lower case. */
export type PathItem = Record<string, DescribedOperation>;

/** The parts of the OpenAPI document that our code reads. */
export type ApiDocument = {
  openapi: '3.1.0';
  info: { title: string; version: string; summary: string; description: string; license: object };
  servers: { url: string; description: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, PathItem>;
  webhooks: Record<string, { post: DescribedOperation }>;
  components: {
    schemas: Record<string, JsonSchema>;
    headers: Record<string, object>;
    responses: Record<string, object>;
    securitySchemes: Record<string, object>;
  };
};

/** Problems of any endpoint, including those raised before a request reaches one. */
const anywhere: readonly ProblemCode[] = [
  'malformed-request',
  'unknown-host',
  'not-found',
  'method-not-allowed',
  'method-unknown',
  'request-timeout',
  'headers-too-large',
];

/** This API in OpenAPI 3.1, generated from the schemas and tables that the service uses. */
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
    servers: [{ url: basePath() || '/', description: 'This service.' }],
    tags: [
      { name: 'Jobs', description: 'Search for jobs and read them.' },
      { name: 'Service', description: 'Health, statistics and API descriptions.' },
    ],
    paths: paths(),
    webhooks: { delivery: { post: deliveryWebhook } },
    components: {
      schemas: componentSchemas(),
      headers,
      responses: Object.fromEntries(anywhere.map((code) => [problemName(code), describeProblems([code])])),
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'jsk_…',
          description: `A key of this service: "jsk_" and 38 letters or digits. Optional: without a key you are on the free plan. An invalid key is rejected, never treated as no key.`,
        },
      },
    },
  };
}

function paths(): Record<string, PathItem> {
  const found = new Map<string, PathItem>();
  for (const [route, operation] of Object.entries(operations)) {
    const [method = '', path = ''] = route.split(' ');
    found.set(path, { ...found.get(path), [method.toLowerCase()]: describeOperation(method, path, operation) });
  }
  return Object.fromEntries(found);
}

function quotas({ rows }: Plans): string {
  const lines = rows.map(
    ({ name, requests, windowSeconds, key }) =>
      `| ${name} | ${key ? 'required' : 'none'} | ${requests === null ? 'as agreed' : `${requests} per ${windowSeconds / 60} minutes`} |`,
  );
  return lines.join('\n');
}

const describe = (
  plans: Plans,
): string => `Requests and responses are JSON. Every error is an RFC 9457 \`application/problem+json\`; handle it by its \`code\`. Every response
has an \`X-Request-Id\`. The values in an answer are values you may send.

| plan | key | searches |
| --- | --- | --- |
${quotas(plans)}

\`\`\`sh
curl -s "$URL/api/jobs/search" -H "Authorization: Bearer $KEY" \\
  -H 'Content-Type: application/json' -d '{"keyword":"software engineer","limit":"5"}'
\`\`\`

\`URL\` is the address of this service. \`next\` in the answer is the request body for the next page, or \`null\` on the last page.
Without an \`Authorization\` header you are on the free plan. The operator creates keys with
\`npx job-search key create --plan pro --name you\`.

On 429, 503 and 504, wait for \`Retry-After\`. An unknown address is a \`not-found\`; a method that an address does not support is a
\`method-not-allowed\` with \`Allow\`: see the components.

New members may appear in answers: ignore members you do not know. Members do not change type or disappear; accepted values are
only added.

AI assistants find the same functions at \`/mcp\` (Model Context Protocol, streamable HTTP): \`search_jobs\`, \`get_job\`, \`lookup_jobs\`, \`geo_stats\`, \`count_jobs\`, \`suggest_words\` and, with a key, \`list_watches\`, \`create_watch\`, \`end_watch\`.`;
