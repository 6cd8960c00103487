import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { checkFigures } from '../../../bench/figures/check.js';
import { closeLater } from '../../lib/close-later.js';

const later = closeLater();

const stampAt = (release: string, rows = ''): string =>
  `Measured at \`0123abcd\` (${release} + 3 commits), 2026-11-23, load 1.0, by \`npm run x\`: a machine.\n${rows === '' ? '' : `<!-- rows: ${rows} -->\n`}`;
const section = (name: string, text: string): string => `<!-- ${name}:begin -->\n${text}<!-- ${name}:end -->\n`;
const table = (...works: string[]): string =>
  `| work | ours |\n| --- | --- |\n${works.map((work) => `| ${work} | 1 ms |\n`).join('')}\n`;
const compared = (ratio: string, why: string): string =>
  section(
    'releases',
    `| bench | row | 0.1.0 | now | ratio | why |\n| --- | --- | --- | --- | --- | --- |\n| match | a question | 1 ms | 2 ms | ${ratio} | ${why} |\n\n${stampAt('0.2.0', '1 match:question/time@10')}`,
  );

const good = {
  'CHANGELOG.md': '## Unreleased\n\n## 0.2.0 - 2026-11-22 (da287d79)\n\n## 0.1.0 - 2026-11-21 (173eb674)\n',
  'package.json': '{ "version": "0.2.0" }',
  'bench/benches.ts': "export const benches = {\n  match: async () => (await import('./match/match.js')).match,\n};\n",
  'bench/match/match.ts': "import { row } from './row.js';\nexport const match = row;\n",
  'bench/match/row.ts': 'export const row = { id: `question/time@$' + '{size}` };\n',
  'docs/reports/benchmarks.md':
    compared('1.05', '–') + section('match', table('a question') + stampAt('0.2.0', '1 question/time@10')),
  'docs/reports/quality.md': section('reading', `| a | b |\n${stampAt('0.2.0')}`),
  'docs/reference/settings.md': section('settings', '| setting |\n'),
  'docs/reports/soak.md': section('soak', 'Not measured at this release.\n'),
};

/** What the check says of a project with these files in place of the good ones. */
function check(files: Partial<typeof good> = {}): string[] {
  const root = later(mkdtempSync(join(tmpdir(), 'figures-')), (made) => rmSync(made, { recursive: true }));
  for (const [file, text] of Object.entries({ ...good, ...files })) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  return checkFigures(root);
}

test('Figures that were measured since the last release, by what still measures them, pass.', () => {
  expect(check()).toEqual([]);
});

test('A section is refused that is older than the last release, does not say when it was measured, or is written by nothing.', () => {
  const read = section('reading', stampAt('0.1.0'));
  const others = section('relevance', '| 1 |\n') + section('other', stampAt('0.2.0'));
  expect(check({ 'docs/reports/quality.md': read + others })).toEqual([
    'docs/reports/quality.md: section "reading": measured at 0123abcd, before 0.2.0; measure anew (npm run x) or remove what is stale',
    'docs/reports/quality.md: section "relevance" does not say at which commit it was measured',
    'docs/reports/quality.md: section "other" is written by no script',
  ]);
});

test('A section that has no figures, since nothing was measured at this release, is none that is too old.', () => {
  expect(check({ 'docs/reports/soak.md': section('soak', 'Not measured at this release.\n') })).toEqual([]);
  expect(check({ 'docs/reports/soak.md': section('soak', 'It rises by 4.1 MB.\n') })).toHaveLength(1);
});

test('All figures are refused once the changelog dates another release, until they are measured for it.', () => {
  const files = {
    'CHANGELOG.md': `## 0.3.0 - 2026-12-01\n\n${good['CHANGELOG.md']}`,
    'package.json': '{ "version": "0.3.0" }',
  };
  const found = check(files);
  expect(found[0]).toBe('CHANGELOG.md: 0.3.0 names no commit that its figures were measured at');
  expect(found.filter((each) => each.includes('before 0.3.0'))).toHaveLength(3);
  expect(check({ 'package.json': '{ "version": "0.3.0" }' })).toEqual([
    'CHANGELOG.md dates 0.2.0 last, package.json has 0.3.0',
  ]);
});

test('Rows that no bench writes are refused, those that a bench writes under another id included.', () => {
  const renamed = { 'bench/match/row.ts': "export const row = { id: 'question/renamed' };\n" };
  expect(check(renamed)).toEqual([
    'docs/reports/benchmarks.md: section "releases": no bench writes match:question/time@10',
    'docs/reports/benchmarks.md: section "match": no bench writes its row question/time@10',
  ]);
  const more = section('match', table('a question', 'by hand') + stampAt('0.2.0', '1 question/time@10'));
  expect(check({ 'docs/reports/benchmarks.md': compared('1.00', '–') + more })).toEqual([
    'docs/reports/benchmarks.md: section "match" has 2 rows, 1 of them measured',
  ]);
});

test('The comparison with the release before must be there, and a row that got worse must say why.', () => {
  expect(check({ 'docs/reports/benchmarks.md': '' })).toEqual([
    'docs/reports/benchmarks.md: there is no comparison with the release before (npm run bench -- all)',
  ]);
  expect(check({ 'docs/reports/benchmarks.md': compared('2.00', 'seven more facts are read') })).toEqual([]);
  expect(check({ 'docs/reports/benchmarks.md': compared('2.00', '–') })).toEqual([
    'docs/reports/benchmarks.md: match: “a question” costs 2.00 times what it did, without a sentence why (bench/releases/explained.json)',
  ]);
});
