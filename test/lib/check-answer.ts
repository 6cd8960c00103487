import { expect } from '@jest/globals';
import type { ApiDocument } from '../../api/openapi/describe-api.js';
import type { DescribedOperation, MediaType } from '../../api/openapi/operation.js';
import type { JsonSchema } from '../../api/openapi/parameters.js';
import { answerSchemas } from '../../api/openapi/schemas.js';
import { createSchemaCheck } from './check-schema.js';

/** Headers that a response has only in some cases. */
const occasional = new Set(['Link', 'Preference-Applied', 'RateLimit', 'RateLimit-Policy', 'X-Notices']);

export type Checked = { status: number; headers: Headers; body: unknown };

/** Checks a real response against the document: status, headers, media type, and the schema in both its forms. */
export function createAnswerCheck(document: ApiDocument): (name: string, response: Response) => Promise<Checked> {
  const check = createSchemaCheck(document);
  const operationOf = (name: string): DescribedOperation => {
    const [method = '', path = ''] = name.split(' ');
    const operation = document.paths[path]?.[method.toLowerCase() === 'post' ? 'post' : 'get'];
    if (operation === undefined) throw new Error(`The document has no ${name}.`);
    return operation;
  };

  return async (name, response) => {
    const operation = operationOf(name);
    const documented = operation.responses[String(response.status)];
    expect([name, response.status, documented?.description]).toEqual([name, response.status, expect.any(String)]);
    for (const header of Object.keys(documented?.headers ?? {}))
      if (!occasional.has(header)) expect([name, header, response.headers.get(header)]).not.toContain(null);
    const text = await response.text();
    if (documented?.content === undefined) {
      expect(text).toBe('');
      return { status: response.status, headers: response.headers, body: null };
    }
    const type = response.headers.get('content-type')?.split(';')[0] ?? '';
    expect(Object.keys(documented.content)).toContain(type);
    if (!/[/+]json$/.test(type)) return { status: response.status, headers: response.headers, body: text };
    const body: unknown = JSON.parse(text);
    const { schema } = documented.content[type] as MediaType;
    expect([name, check(schema, body)]).toEqual([name, '']);
    expectNothingUndocumented(schema, body);
    return { status: response.status, headers: response.headers, body };
  };
}

/** Clients may see added members, but our own schema must know every one: it is strict here. */
function expectNothingUndocumented(schema: JsonSchema, body: unknown): void {
  const refs = 'oneOf' in schema ? (schema.oneOf as JsonSchema[]) : [schema];
  const strict = refs.flatMap(({ $ref }) => answerSchemas[String($ref).split('/').at(-1) ?? ''] ?? []);
  if (strict.length === 0) return;
  const read = strict.map((each) => each.safeParse(body));
  if (!read.some(({ success }) => success)) throw read[0]?.error ?? new Error('No schema reads this answer.');
}
