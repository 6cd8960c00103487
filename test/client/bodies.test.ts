import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { describeApi } from '../../api/openapi/describe-api.js';
import { generateTypes } from '../../api/openapi/generate-types.js';
import { readPlans } from '../../shared/auth/plans.js';
import { projectFile } from '../../shared/project-file.js';

const plans = readPlans({ PLANS: '' });

test('The client types match the current schemas; `npm run client` regenerates them', () => {
  expect(readFileSync(projectFile('client/bodies.ts'), 'utf8')).toBe(
    generateTypes(describeApi({ version: 'any', plans })),
  );
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
  const printed = generateTypes({
    ...describeApi({ version: 'any', plans }),
    components: { schemas, headers: {}, responses: {}, securitySchemes: {} },
  });
  expect(printed).toContain('odd: unknown;');
  expect(printed).toContain("'it\\'s'?: 'it\\'s';");
  expect(printed).toContain("export type B = 'x' | (string & Record<never, never>);");
});
