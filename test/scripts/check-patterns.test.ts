import { execFileSync } from 'node:child_process';
import { expect, test } from '@jest/globals';

test('every pattern of the service takes linear time, or is listed with the bound that makes it harmless', () => {
  const output = execFileSync(process.execPath, ['scripts/patterns/check-patterns.mjs'], { encoding: 'utf8' });
  expect(output).toMatch(/\d+ patterns: \d+ linear, \d+ bounded/);
}, 600_000);
