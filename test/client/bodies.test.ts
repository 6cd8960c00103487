import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { beforeAll, expect, test } from '@jest/globals';
import { describeApi } from '../../api/openapi/describe-api.js';
import { readPlans } from '../../shared/auth/plans.js';
import { projectFile } from '../../shared/project-file.js';

const plans = readPlans({ PLANS: '' });

type Print = (schemas: Record<string, object>) => string;
const script = projectFile('scripts/build/write-bodies.mjs');
const { typeScriptBodies, pythonBodies } = (await import(pathToFileURL(script).href)) as Record<string, Print>;

beforeAll(() => {
  execFileSync(process.execPath, [script]);
});

test('The types of both clients have every schema of the document; Python reads problems by their code', () => {
  const { schemas } = describeApi({ version: 'any', plans }).components;
  const typeScript = readFileSync(projectFile('client/bodies.ts'), 'utf8');
  const python = readFileSync(projectFile('client-python/job_search_client/bodies.py'), 'utf8');
  for (const name of Object.keys(schemas)) {
    expect(typeScript).toContain(`\nexport type ${name} = `);
    if (!name.endsWith('Problem')) expect(python).toMatch(new RegExp(`^(?:class ${name}\\(|${name} = )`, 'm'));
  }
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
  const printed = pythonBodies?.(schemas);
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

test('A schema that the printer does not know becomes unknown, and enums that allow other values stay open', () => {
  const schemas = {
    A: { type: 'object', properties: { odd: {}, "it's": { const: "it's" } }, required: ['odd'] },
    B: { type: 'string', anyOf: [{ enum: ['x'] }, { description: 'others' }] },
  };
  const printed = typeScriptBodies?.(schemas);
  expect(printed).toContain('odd: unknown;');
  expect(printed).toContain("'it\\'s'?: 'it\\'s';");
  expect(printed).toContain("export type B = 'x' | (string & Record<never, never>);");
});
