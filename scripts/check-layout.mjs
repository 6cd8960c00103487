import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkFiles } from './layout/check-files.mjs';
import { checkFolderTable } from './layout/check-folder-table.mjs';
import { checkFolders } from './layout/check-folders.mjs';
import { checkImports, orderUnits } from './layout/check-imports.mjs';
import { checkMirrors } from './layout/check-mirrors.mjs';
import { checkNames } from './layout/check-names.mjs';
import { root } from './programs.mjs';

/**
 * Checks imports between folders, file names and lengths, the size of folders, exported names, tests of their own name, and the folder tables of
 * docs/architecture.md. `--order` prints an order for scripts/layout/imports.json, and the imports that form cycles.
 */
const table = (name) => JSON.parse(readFileSync(join(root, 'scripts/layout', name), 'utf8'));
const imports = table('imports.json');

if (process.argv.includes('--order')) {
  const orders = Object.keys(imports.parts).map((part) => [part, orderUnits(root, part, imports.order[part])]);
  process.stdout.write(`${JSON.stringify(Object.fromEntries(orders), null, 2)}\n`);
} else {
  const violations = [
    ...checkImports(root, imports),
    ...checkFiles(root, Object.keys(imports.parts)),
    ...checkFolders(root, [...Object.keys(imports.parts), 'bench', 'scripts', 'test'], table('large-folders.json')),
    // The client and the demo board are programs of their own, which describe the same things again.
    ...checkNames(
      root,
      Object.keys(imports.parts).filter((part) => part !== 'client' && part !== 'demo-board'),
    ),
    ...checkMirrors(root, ['api', 'shared'], table('tested-by.json')),
    ...checkFolderTable(root, ['api', 'shared', 'worker']),
  ];
  process.stdout.write(`${[...violations, `layout: ${violations.length} violations`].join('\n')}\n`);
  process.exitCode = violations.length === 0 ? 0 : 1;
}
