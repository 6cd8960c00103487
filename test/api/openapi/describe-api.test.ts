import { describe, expect, test } from '@jest/globals';
import { describeApi } from '../../../api/openapi/describe-api.js';
import { type DescribedOperation, type MediaType, problemName } from '../../../api/openapi/operation.js';
import { endpoints } from '../../../api/openapi/operations.js';
import { counted, everywhere } from '../../../api/openapi/parameters.js';
import { answerSchemas } from '../../../api/openapi/schemas.js';
import { readPlans } from '../../../shared/auth/plans.js';
import { problems } from '../../../shared/problems/problem.js';
import { problemCodes, problemSchemas } from '../../../shared/problems/problem-body.js';
import { type FieldName, fieldNames, fields } from '../../../shared/search/fields.js';
import { parseQuery } from '../../../shared/search/query/parse-query.js';
import { createSchemaCheck } from '../../lib/check-schema.js';

// As sent, not as built: serialisation loses references and undefined members.
const document = JSON.parse(
  JSON.stringify(describeApi({ version: '1.2.3', plans: readPlans({ PLANS: '' }) })),
) as ReturnType<typeof describeApi>;
const check = createSchemaCheck(document);

const operations: [string, DescribedOperation][] = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]): [string, DescribedOperation] => [
    `${method.toUpperCase()} ${path}`,
    operation,
  ]),
);

/** Operations whose answers are read as text, in one of several formats. */
const asText = new Set(['GET /api/jobs/feed', 'POST /api/jobs/export']);

/** Schemas that are not a body of their own. */
const unreferred = new Set([
  'Problem',
  'SearchStarted',
  'ReportedSource',
  'SearchProgress',
  'GeoStatsRequest',
  'ExportLine',
]);

/** Every nested object, with its path. */
function walk(value: unknown, at = '#'): { at: string; value: Record<string, unknown> }[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.entries(value).flatMap(([key, each]) => walk(each, `${at}/${key}`));
  return Array.isArray(value) ? inner : [{ at, value: value as Record<string, unknown> }, ...inner];
}

function resolve(ref: string): unknown {
  return ref
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], document);
}

const bodies = (media: MediaType): unknown[] => [
  ...('example' in media ? [media.example] : []),
  ...Object.values(media.examples ?? {}).map(({ value }) => value),
];

describe('the OpenAPI document', () => {
  test('is valid OpenAPI 3.1', () => {
    expect(document).toMatchObject({ openapi: '3.1.0', info: { title: 'job-search', version: '1.2.3' } });
    expect(Object.keys(document).sort()).toEqual([
      'components',
      'info',
      'openapi',
      'paths',
      'servers',
      'tags',
      'webhooks',
    ]);
    const tags = document.tags.map(({ name }) => name);
    for (const [name, { tags: mine, responses, parameters }] of operations) {
      for (const tag of mine) expect(tags).toContain(tag);
      for (const response of Object.values(responses)) expect(response.description).not.toBe('');
      expect(Object.keys(responses).every((status) => /^[1-5]\d\d$/.test(status))).toBe(true);
      const placed = [...name.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter);
      expect(parameters.filter((each) => each.in === 'path').map((each) => each.name)).toEqual(placed);
      expect(new Set(parameters.map((each) => `${each.in} ${each.name}`)).size).toBe(parameters.length);
    }
  });

  test('resolves every reference, and uses every schema and header it names', () => {
    const refs = walk(document).flatMap(({ value }) => (typeof value.$ref === 'string' ? [value.$ref] : []));
    expect(refs.length).toBeGreaterThan(100);
    for (const ref of refs) expect([ref, resolve(ref)]).toEqual([ref, expect.any(Object)]);
    for (const kind of ['schemas', 'headers'] as const)
      for (const name of Object.keys(document.components[kind]).filter((each) => !unreferred.has(each)))
        expect(refs).toContain(`#/components/${kind}/${name}`);
  });

  test('names each operation once, and has exactly the paths that GET /api lists', () => {
    const ids = operations.map(([, { operationId }]) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const listed = endpoints
      .filter(({ path }) => path.startsWith('/api'))
      .map(({ method, path }) => `${method} ${path}`);
    expect(operations.map(([name]) => name).sort()).toEqual(listed.sort());
    for (const [name, { summary }] of operations) expect([name, summary]).toEqual([name, expect.stringMatching(/\.$/)]);
  });

  test('has examples that match their schemas', () => {
    const media = walk(document).filter(
      ({ value }) => 'schema' in value && ('example' in value || 'examples' in value),
    );
    expect(media.length).toBeGreaterThan(20);
    for (const { at, value } of media)
      for (const example of bodies(value as MediaType))
        expect([at, check((value as MediaType).schema, example)]).toEqual([at, '']);
  });

  test('has an example of every problem, with its status', () => {
    const shown = walk([document.paths, document.components.responses])
      .filter(({ at }) => at.endsWith('problem+json'))
      .flatMap(({ value }) => Object.entries((value as MediaType).examples ?? {}));
    for (const code of problemCodes().filter((each) => each !== 'forbidden-origin')) {
      const [, example] = shown.find(([name]) => name === code) ?? [];
      expect(example?.value).toMatchObject({ code, status: problems[code].status, type: `/api#${code}` });
      problemSchemas[code].parse(example?.value);
    }
  });

  test('names the headers of every response', () => {
    const answers = operations.flatMap(([name, { responses }]) =>
      Object.entries(responses).map(([status, response]) => [name, status, response] as const),
    );
    const has = (response: object, names: readonly string[]) =>
      expect(Object.keys(response)).toEqual(expect.arrayContaining([...names]));
    for (const [name, status, { headers }] of answers) {
      has(headers, everywhere);
      // Other requests are not counted: only invalid ones are limited.
      if (['429', '504'].includes(status) && name.startsWith('POST /api/jobs')) has(headers, counted);
      if (['202', '429', '503', '504'].includes(status) && !('Link' in headers)) has(headers, ['Retry-After']);
      if (status === '401') has(headers, ['WWW-Authenticate']);
    }
  });

  test('describes the fields, whose examples the validator accepts', () => {
    const { properties } = document.components.schemas.SearchRequest as {
      properties: Record<string, { type: string; examples: string[] }>;
    };
    expect(Object.keys(properties)).toEqual(fieldNames);
    for (const [name, { type, examples }] of Object.entries(properties)) {
      expect(type).toBe('string');
      for (const value of [fields[name as FieldName].default, ...examples]) {
        const read = parseQuery({ [name]: value });
        // Descriptions that are not asked for are no part of a query.
        const isAbsent = name === 'descriptions' && value === '';
        expect('query' in read && read.query).toMatchObject(isAbsent ? {} : { [name]: value });
      }
    }
    expect(check({ $ref: '#/components/schemas/SearchRequest' }, { limit: 10 })).toContain('string');
    expect(check({ $ref: '#/components/schemas/SearchRequest' }, { keywords: 'a' })).toContain('additional');
  });

  test('is read well by generators of clients', () => {
    const request = walk(document.components.schemas.SearchRequest);
    // A field with a default becomes one that every request must have.
    expect(request.filter(({ value }) => 'default' in value)).toEqual([]);
    for (const { value } of request)
      for (const branch of (value.anyOf ?? []) as object[]) expect(branch).toMatchObject({ type: 'string' });
    for (const [name, { security, responses }] of operations) {
      expect([name, security]).toEqual([name, expect.any(Array)]);
      // One type of body for each status, so that an answer has one type; of a search JSON is the first.
      for (const [status, { content = {} }] of Object.entries(responses)) {
        const [first, ...others] = Object.keys(content);
        const isOne = others.length === 0 || (name === 'POST /api/jobs/search' && first === 'application/json');
        if (!asText.has(name)) expect([name, status, isOne]).toEqual([name, status, true]);
      }
    }
  });

  test('allows added members in responses, and names a schema for each response we validate', () => {
    for (const name of Object.keys(answerSchemas)) {
      const { additionalProperties } = document.components.schemas[name] ?? {};
      expect([name, additionalProperties]).toEqual([name, undefined]);
    }
    expect(problemName('invalid-request')).toBe('InvalidRequestProblem');
  });
});
