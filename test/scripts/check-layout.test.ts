import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { projectFile } from '../../shared/project-file.js';
import { closeLater } from '../lib/close-later.js';

const later = closeLater();

/** Creates a folder with these files, calls a function of scripts/layout in it and returns its result. */
function callIn(files: Record<string, string>, module: string, call: string): unknown {
  const root = later(mkdtempSync(join(tmpdir(), 'layout-')), (made) => rmSync(made, { recursive: true }));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  // The scripts are plain modules that Jest does not transform, so they run in their own process.
  const code = `import * as checks from ${JSON.stringify(projectFile(`scripts/layout/${module}.mjs`))};
    const root = ${JSON.stringify(root)};
    process.stdout.write(JSON.stringify(checks.${call}));`;
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' }));
}

const parts = '{ api: ["shared"], worker: ["shared"], pages: ["shared"], shared: [] }';
const emptyParts = { 'api/a.ts': '', 'worker/a.ts': '', 'pages/a.ts': '', 'shared/a.ts': '' };
const importsIn = (files: Record<string, string>, order = '{}') =>
  callIn({ ...emptyParts, ...files }, 'check-imports', `checkImports(root, { parts: ${parts}, order: ${order} })`);

test('the repository keeps its layout', () => {
  const { status, stdout } = spawnSync(process.execPath, ['scripts/check-layout.mjs'], {
    cwd: projectFile('.'),
    encoding: 'utf8',
  });
  expect([status, stdout]).toEqual([0, 'layout: 0 violations\n']);
});

test('an import that the table does not allow is reported with its line, types and dynamic imports included', () => {
  const files = {
    'api/x.ts': "import { a } from '../shared/a.js';\nimport type { A } from '../worker/a.js';\n",
    'shared/x.ts': "const a = await import('../api/a.js');\n",
    'worker/x.ts': "import {\n  a,\n  b,\n} from '../api/a.js';\nexport { c } from './a.js';\n",
  };
  expect(importsIn(files)).toEqual([
    'api/x.ts:2: api/ may not import worker/',
    'worker/x.ts:1: worker/ may not import api/',
    'shared/x.ts:1: shared/ may not import api/',
  ]);
});

test('a name that two files export is reported', () => {
  const files = {
    'api/a.ts': 'export function read(): void {}\nexport type Own = 1;\nfunction inner(): void {}\n',
    'shared/a.ts': 'export const read = 1;\nexport const other = 2;\nconst inner = 3;\n',
    'worker/a.ts': "export { read } from '../shared/a.js';\n",
  };
  expect(callIn(files, 'check-names', 'checkNames(root, ["api", "shared", "worker"])')).toEqual([
    'read: exported by api/a.ts and shared/a.ts; rename one, or import it',
  ]);
});

test('pages import types alone from other parts, since a browser cannot load them', () => {
  const files = { 'pages/x.ts': "import type { A } from '../shared/a.js';\nimport { a } from '../shared/a.js';\n" };
  expect(importsIn(files)).toEqual(["pages/x.ts:2: a browser can't load shared/: import types alone"]);
});

test('a folder or file imports those before it in the order, and none after it', () => {
  const order = '{ api: ["api/context.ts", "api/search", "api/a.ts", "api/x.ts"] }';
  const files = {
    'api/x.ts': "import { y } from './search/y.js';\n",
    'api/search/y.ts': "import type { A } from '../a.js';\nimport { z } from './z.js';\n",
    'api/search/z.ts': "import type { Context } from '../context.js';\n",
    'api/context.ts': '',
    'api/jobs/j.ts': '',
  };
  expect(importsIn(files, order)).toEqual([
    'api/jobs/j.ts: api/jobs has no place in "order" of scripts/layout/imports.json',
    'api/search/y.ts:1: api/search may not import api/a.ts, which is listed after it in scripts/layout/imports.json',
  ]);
});

test('an order is proposed, and the imports of a cycle are named', () => {
  const files = {
    'api/a/one.ts': "import type { B } from '../b/two.js';\n",
    'api/b/two.ts': "import { a } from '../a/one.js';\nimport { c } from '../c/three.js';\n",
    'api/c/three.ts': '',
    'api/d/four.ts': "import { a } from '../a/one.js';\n",
  };
  expect(callIn(files, 'check-imports', "orderUnits(root, 'api')")).toEqual({
    order: ['api/c'],
    cyclic: ['api/a/one.ts:1 → api/b/two.ts', 'api/b/two.ts:1 → api/a/one.ts'],
  });
});

test('files are bounded in length, named after what they export, and use only what the table allows', () => {
  const files = {
    'api/long.ts': 'x;\n'.repeat(301),
    'api/printed.ts': `// Generated from a table\n${'x;\n'.repeat(301)}`,
    'api/utils.ts': '',
    'api/settings.ts': '// process.env is read elsewhere\nexport const port = process.env.PORT;\n',
    'api/fail.ts': 'try {\n  x();\n} catch (error) {\n  return [];\n}\n',
    'shared/config.ts': 'process.env.PORT;\n',
  };
  expect(callIn(files, 'check-files', "checkFiles(root, ['api', 'shared'])")).toEqual([
    'api/fail.ts: a catch returns an empty value for a failure',
    'api/long.ts: 301 lines, 300 at most',
    'api/settings.ts: reads the environment, which only shared/config.ts may do',
    'api/utils.ts: name the file by what it holds',
  ]);
});

test('a folder holds at most 25 files, subfolders apart, unless the table gives a reason', () => {
  const filesIn = (folder: string, count: number): Record<string, string> =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`${folder}/${at}.ts`, '']));
  const files = { ...filesIn('api', 25), ...filesIn('api/big', 26), ...filesIn('api/data', 30) };
  const large = "{ 'api/data': 'one fact a file', 'api/gone': 'was large' }";
  expect(callIn(files, 'check-folders', `checkFolders(root, ['api'], ${large})`)).toEqual([
    'api/big: 26 files, 25 at most',
    'scripts/layout/large-folders.json: api/gone holds no more than 25 files',
  ]);
});

test('every file with code has a test of the same name or a row that names the covering test', () => {
  const files = {
    'api/a.ts': 'export const a = 1;\n',
    'test/api/a.test.ts': '',
    'api/b.ts': 'export function b() {}\n',
    'test/flow/b.test.ts': '',
    'api/c.ts': 'export async function c() {}\n',
    'api/types.ts': '/** Types alone. */\nexport type T = { x: number };\nexport interface U {}\n',
  };
  const call = (rows: object) => callIn(files, 'check-mirrors', `checkMirrors(root, ['api'], ${JSON.stringify(rows)})`);
  expect(call({ 'api/b.ts': 'test/flow/b.test.ts' })).toEqual([
    'api/c.ts: no test/api/c.test.ts, and no row in scripts/layout/tested-by.json',
  ]);
  expect(
    call({ 'api/a.ts': 'x', 'api/b.ts': 'test/gone.test.ts', 'api/c.ts': 'test/flow/b.test.ts', 'api/d.ts': 'x' }),
  ).toEqual([
    'scripts/layout/tested-by.json: api/a.ts has test/api/a.test.ts: remove the row',
    'scripts/layout/tested-by.json: api/b.ts: test/gone.test.ts does not exist',
    'scripts/layout/tested-by.json: api/d.ts does not exist',
  ]);
});

test('a document’s folder table lists only folders that exist, and every folder of code has a row', () => {
  const files = {
    'api/a.ts': '',
    'api/search/b.ts': '',
    'api/search/deep/c.ts': '',
    'api/jobs/d.ts': '',
    'page.md': '| `api/` | all |\n| `api/search`, `api/gone` | some |\n\nSee `api/search/b.ts` and `api/missing.ts`.\n',
  };
  expect(callIn(files, 'check-folder-table', "checkFolderTable(root, ['api'], 'page.md')")).toEqual([
    'page.md: api/gone does not exist',
    'page.md: api/missing.ts does not exist',
    'page.md: no row for api/jobs',
  ]);
});
