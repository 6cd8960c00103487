import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sourceFiles } from './read-imports.mjs';

/** Code that exists when types are taken off; a file without any has nothing to test. */
const hasCode = (text) =>
  /^(?:export )?(?:async function|function|const|let|class|await)\b|^export (?:\{|\*)(?! type)/m.test(
    text.replace(/\/\*[\s\S]*?\*\//g, ''),
  );

/**
 * Checks that every file of these folders has a test of its own name (`api/a/b.ts`: `test/api/a/b.test.ts`) or a row in
 * `testedBy`, which names the test that covers it. Files of types alone need neither. A row is stale when its file is gone, has
 * a test of its own, or names a test that does not exist.
 */
export function checkMirrors(root, folders, testedBy) {
  const files = folders.flatMap((folder) => sourceFiles(root, folder));
  const mirrorOf = (file) => `test/${file.replace(/\.ts$/, '.test.ts')}`;
  const hasMirror = (file) => existsSync(join(root, mirrorOf(file)));
  const missing = files
    .filter((file) => !hasMirror(file) && testedBy[file] === undefined)
    .filter((file) => hasCode(readFileSync(join(root, file), 'utf8')))
    .map((file) => `${file}: no ${mirrorOf(file)}, and no row in scripts/layout/tested-by.json`);
  const stale = Object.entries(testedBy).flatMap(([file, test]) => {
    if (!existsSync(join(root, file))) return [`scripts/layout/tested-by.json: ${file} does not exist`];
    if (hasMirror(file)) return [`scripts/layout/tested-by.json: ${file} has ${mirrorOf(file)}: remove the row`];
    return existsSync(join(root, test)) ? [] : [`scripts/layout/tested-by.json: ${file}: ${test} does not exist`];
  });
  return [...missing, ...stale];
}
