import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { projectFile } from '../../../../shared/project-file.js';
import { publicAccess } from '../../../../worker/sources/config/describe-kinds.js';
import { sourceKinds } from '../../../../worker/sources/kinds/source-kinds.js';
import { simulatedKinds } from '../../../lib/simulated-kinds/all-simulated-kinds.js';

test('there are at least fifty kinds, each with its terms, its documentation and its cost', () => {
  expect(sourceKinds.length).toBeGreaterThanOrEqual(50);
  for (const { kind, summary, terms, evidence, cost } of sourceKinds) {
    expect([kind, evidence.requests.length > 0, evidence.robots]).toEqual([kind, true, evidence.robots || null]);
    expect(evidence.compared).toMatch(/^20\d\d-\d\d-\d\d$/);
    expect([kind, summary.length > 10, terms.length > 20]).toEqual([kind, true, true]);
    expect(evidence.basis.join(' ')).toMatch(/https:\/\/|RFC/);
    if (typeof cost.perRequest === 'number') expect(cost.perRequest).toBeGreaterThan(0);
  }
});

test('docs/reference/sources.md says of each kind where its terms stand and what it costs', () => {
  const sections = readFileSync(projectFile('docs/reference/sources.md'), 'utf8').split('\n### ').slice(1);
  expect(sections.map((section) => section.split('\n', 1)[0])).toEqual(sourceKinds.map(({ kind }) => kind));
  for (const [at, section] of sections.entries()) {
    const terms = sourceKinds[at]?.terms;
    if (terms !== publicAccess) expect(section).toContain(terms);
    expect(section).toMatch(/^Requests \((?:documented|page|undocumented).*; 1 per .*\): `.*`\./m);
  }
});

test('a board of every kind is simulated, except of comments in free text, and of mails, which are not read by HTTP', () => {
  const names = simulatedKinds.map(({ kind }) => kind);
  expect([...names, 'hn-hiring', 'mailbox'].sort()).toEqual(sourceKinds.map(({ kind }) => kind).sort());
});
