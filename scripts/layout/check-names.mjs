import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sourceFiles } from './read-imports.mjs';

const exported = /^export (?:async )?(?:function\*?|const|let|type|interface|class|enum) (\w+)/gm;

/** Checks that no name is exported by two files: one name means one thing in the whole repository. */
export function checkNames(root, parts) {
  const owners = new Map();
  for (const file of parts.flatMap((part) => sourceFiles(root, part)))
    for (const [, name] of readFileSync(join(root, file), 'utf8').matchAll(exported))
      owners.set(name, (owners.get(name) ?? new Set()).add(file));
  return [...owners]
    .filter(([, files]) => files.size > 1)
    .map(([name, files]) => `${name}: exported by ${[...files].join(' and ')}; rename one, or import it`);
}
