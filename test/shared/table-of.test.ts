import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { projectFile } from '../../shared/project-file.js';
import { tableOf } from '../../shared/table-of.js';

test('a table has only its own entries, and none of Object.prototype', () => {
  const numbers = tableOf({ one: 1, constructor: 2 });
  expect([numbers.one, numbers.constructor, numbers.toString]).toEqual([1, 2, undefined]);
  expect(['one' in numbers, 'hasOwnProperty' in numbers]).toEqual([true, false]);
});

/** Every source file below a folder. */
const filesIn = (folder: string): string[] =>
  readdirSync(projectFile(folder), { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((name) => name.endsWith('.ts'));

const declared =
  /^ *(?:export )?(?:const|let) (\w+): .*Record<(?:string|PropertyKey)\b.* = (?:\{|Object\.fromEntries\()/gm;

/**
 * Plain objects of a file that are indexed by a name known only at run time: variables of type `Record` initialised with
 * an object literal or `Object.fromEntries`, then used as `name[key]` or `key in name`.
 */
function lookedInto(file: string): string[] {
  const text = readFileSync(projectFile(file), 'utf8');
  return [...text.matchAll(declared)].flatMap(([, name]) => {
    const uses =
      text.match(new RegExp(`\\b${name}\\[(?!['"\`\\d])[^\\]]*\\]|(?<!const) \\w+ in ${name}\\b`, 'g')) ?? [];
    return [...new Set(uses)].map((use) => `${file}: ${use.trim()}`);
  });
}

test('no plain object is indexed by an external name, since "constructor" is a member of each', () => {
  const files = ['api', 'shared', 'worker'].flatMap(filesIn);
  expect(files.length).toBeGreaterThan(300);
  expect(files.flatMap(lookedInto)).toEqual([]);
});
