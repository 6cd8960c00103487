import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { describeApi } from '../../api/openapi/describe-api.js';
import { generatePythonTypes } from '../../api/openapi/generate-python-types.js';
import { generateTypes } from '../../api/openapi/generate-types.js';
import { readPlans } from '../../shared/auth/plans.js';
import { projectFile } from '../../shared/project-file.js';

const plans = readPlans({ PLANS: '' });

test('The client types match the current schemas; `npm run client` regenerates them', () => {
  expect(readFileSync(projectFile('client/bodies.ts'), 'utf8')).toBe(
    generateTypes(describeApi({ version: 'any', plans })),
  );
  expect(readFileSync(projectFile('client-python/job_search_client/bodies.py'), 'utf8')).toBe(
    generatePythonTypes(describeApi({ version: 'any', plans })),
  );
});

test('Every problem has the members that the client types say all have', () => {
  const { schemas } = describeApi({ version: 'any', plans }).components;
  const named = Object.entries(schemas).filter(([name]) => /.Problem$/.test(name));
  expect(named.length).toBeGreaterThan(20);
  for (const [name, schema] of named) {
    const { type, title, status, code, detail, requestId } = schema.properties as Record<string, { const?: unknown }>;
    expect([name, type]).toMatchObject([name, { const: `/api#${code?.const}` }]);
    expect([name, title, detail, requestId]).toEqual([name, ...Array(3).fill({ type: 'string' })]);
    expect([name, typeof status?.const]).toEqual([name, 'number']);
    expect(schema.required).toEqual(expect.arrayContaining(['type', 'title', 'status', 'code', 'detail', 'requestId']));
  }
});

test('A member that is no name in Python makes its dictionary a call, and one that may be absent a class of its own', () => {
  const schemas = {
    A: { type: 'object', properties: { 'on site': { type: 'integer' } }, required: ['on site'] },
    B: {
      type: 'object',
      properties: { a: { type: 'string' }, b: { const: 'x' }, d: { const: true } },
      required: ['a'],
    },
    C: {
      anyOf: [{ $ref: '#/components/schemas/B' }, { type: 'object', properties: { c: { type: ['string', 'null'] } } }],
    },
    OddProblem: { type: 'object', properties: {} },
  };
  const printed = generatePythonTypes({
    ...describeApi({ version: 'any', plans }),
    components: { schemas, headers: {}, responses: {}, securitySchemes: {} },
  });
  expect(printed).toContain('A = TypedDict("A", {"on site": "int"})');
  expect(printed).toContain('class _B(TypedDict):\n    a: str');
  expect(printed).toContain('class B(_B, total=False):\n    b: Literal["x"]\n    d: Literal[True]');
  expect(printed).toContain('class C2(TypedDict, total=False):\n    c: str | None');
  expect(printed).toContain('C = Union["B", "C2"]');
  expect(printed).not.toContain('Odd');
});

test('The client compiles for browsers, without any Node API', () => {
  const tsc = projectFile('node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [tsc, '-p', projectFile('client/tsconfig.json'), '--noEmit']);
});

test('A schema with all members of another one is printed as that and the rest; one that changes a member is not', () => {
  const members = Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name) => [name, { type: 'string' }]));
  const schemas = {
    More: { type: 'object', properties: { ...members, f: { type: 'number' } }, required: ['a', 'f'] },
    Less: { type: 'object', properties: members, required: ['a'] },
    Other: {
      type: 'object',
      properties: { ...members, a: { type: 'number' }, f: { type: 'number' } },
      required: ['a'],
    },
  };
  const printed = generateTypes({
    ...describeApi({ version: 'any', plans }),
    components: { schemas, headers: {}, responses: {}, securitySchemes: {} },
  });
  expect(printed).toContain('export type More = Less & {\n  f: number;\n};');
  expect(printed).toContain('export type Other = {\n  a: number;\n');
});

test('A schema that the printer does not know becomes unknown, and enums that allow other values stay open', () => {
  const schemas = {
    A: { type: 'object', properties: { odd: {}, "it's": { const: "it's" } }, required: ['odd'] },
    B: { type: 'string', anyOf: [{ enum: ['x'] }, { description: 'others' }] },
  };
  const printed = generateTypes({
    ...describeApi({ version: 'any', plans }),
    components: { schemas, headers: {}, responses: {}, securitySchemes: {} },
  });
  expect(printed).toContain('odd: unknown;');
  expect(printed).toContain("'it\\'s'?: 'it\\'s';");
  expect(printed).toContain("export type B = 'x' | (string & Record<never, never>);");
});
