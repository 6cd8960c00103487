import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { isBefore, readReleases } from '../../../bench/figures/releases.js';
import { projectFile } from '../../../shared/project-file.js';

test('The changelog dates each release and names the commit of its figures; one that is being made has none yet.', () => {
  const text = '# Changelog\n\n## Unreleased\n\n## 0.3.0 - 2026-12-01\n\n- A.\n\n## 0.2.0 - 2026-11-22 (da287d79)\n';
  expect(readReleases(text)).toEqual([
    { version: '0.3.0', date: '2026-12-01', commit: null },
    { version: '0.2.0', date: '2026-11-22', commit: 'da287d79' },
  ]);
  const own = readReleases(readFileSync(projectFile('CHANGELOG.md'), 'utf8'));
  expect(own.length).toBeGreaterThanOrEqual(2);
  for (const { commit } of own.slice(1)) expect(commit).toMatch(/^[0-9a-f]{8}$/);
});

test('Versions are compared by their numbers.', () => {
  const pairs = [
    ['0.2.0', '0.10.0', true],
    ['0.10.0', '0.2.0', false],
    ['0.2.0', '0.2.0', false],
    ['0.2.9', '1.0.0', true],
  ] as const;
  for (const [one, other, before] of pairs) expect([one, other, isBefore(one, other)]).toEqual([one, other, before]);
});
