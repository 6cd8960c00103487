import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sourceFiles } from './read-imports.mjs';

/** What a script starts: every program has one. */
const entryPoint = 'main';

const exported = /^export (?:async )?(?:function\*?|const|let|type|interface|class|enum) (\w+)/gm;

/** Checks that no name is exported by two files: one name means one thing in the whole repository. */
export function checkNames(root, parts) {
  const owners = new Map();
  for (const file of parts.flatMap((part) => sourceFiles(root, part)))
    for (const [, name] of readFileSync(join(root, file), 'utf8').matchAll(exported))
      owners.set(name, (owners.get(name) ?? new Set()).add(file));
  return [...owners]
    .filter(([name, files]) => files.size > 1 && name !== entryPoint)
    .map(([name, files]) => `${name}: exported by ${[...files].join(' and ')}; rename one, or import it`);
}
