import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

/** The TypeScript files of a folder, as sorted paths from `root`. */
export function sourceFiles(root, folder) {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !/(?:^|\/)(?:dist|node_modules)\//.test(name))
    .map((name) => posix.join(folder, name))
    .sort();
}

/** Relative imports of a file, types and dynamic imports included: the imported path from `root`, its line, and whether it is of types alone. */
export function importsOf(root, file) {
  const text = readFileSync(join(root, file), 'utf8');
  const statements = /(\b(?:import|export)\s(?:type\s)?[^'";]*?from\s*|\bimport\s*\(?\s*)['"](\.[^'"]+)['"]/g;
  return [...text.matchAll(statements)].map(({ 1: before, 2: target, index }) => ({
    path: posix.join(dirname(file), target).replace(/\.js$/, '.ts'),
    line: text.slice(0, index).split('\n').length,
    typesOnly: /^(?:import|export)\s+type\s/.test(before),
  }));
}
