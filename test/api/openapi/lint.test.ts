import { expect, test } from '@jest/globals';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describeApi } from '../../../api/openapi/describe-api.js';
import { readPlans } from '../../../shared/auth/plans.js';

const document = describeApi({ version: '1.2.3', plans: readPlans({ PLANS: '' }) });

/** What Redocly's recommended rules find, warnings included. */
async function lint(checked: object): Promise<string[]> {
  const config = await createConfig({
    extends: ['recommended'],
    // Events of a stream, and problems that are answered before a request reaches an operation, are named for readers.
    // The docs page has no 4xx of its own.
    rules: { 'no-unused-components': 'off', 'operation-4xx-response': 'off' },
  });
  const found = await lintFromString({ source: JSON.stringify(checked), absoluteRef: 'openapi.json', config });
  return found.map(({ ruleId, location, message }) => `${ruleId} ${location[0]?.pointer ?? ''}: ${message}`);
}

test('Redocly finds no error and no warning in the document', async () => {
  expect(await lint(document)).toEqual([]);
});

test('Redocly does read it: it finds a reference that leads nowhere, and an operation without a name', async () => {
  const { paths, ...rest } = document;
  const broken = { ...rest, paths: { ...paths, '/api/x': { get: { responses: { 200: { $ref: '#/nowhere' } } } } } };
  const found = (await lint(broken)).join('\n');
  expect(found).toContain('no-unresolved-refs');
  expect(found).toContain('operation-operationId');
});
