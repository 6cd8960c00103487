import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sourceFiles } from './read-imports.mjs';

/** A longer file is hard to read as a whole; generated files are exempt. */
const maxLines = 300;

/** Names that say nothing about what a file holds. */
const vagueName = /(?:^|\/)(?:utils?|helpers?|common|misc|index|types)\.ts$/;

/** Operations that only one file may perform, and how they look. */
const owners = [
  { operation: 'reads the environment', sign: /process\.env\b/, owner: 'shared/config.ts' },
  { operation: 'connects to Redis', sign: /new (?:Redis|Cluster)\(/, owner: 'shared/redis/redis.ts' },
  { operation: 'spells a Redis key', sign: /['"`]\{?js:/, owner: 'shared/redis/redis-keys.ts' },
  { operation: 'loads Playwright', sign: /import\('playwright'\)/, owner: 'worker/browser/chromium-process.ts' },
];

const emptyForFailure = /catch(?: \(\w+\))? \{\s*return (?:\[\]|\{\});/;

/** Checks each file's length, its name, what only one file may do, and that no failure is answered with an empty value. */
export function checkFiles(root, parts) {
  return parts
    .flatMap((part) => sourceFiles(root, part))
    .flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      const code = text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
      const lines = text.trimEnd().split('\n').length;
      return [
        ...(lines > maxLines && !text.startsWith('// Generated from')
          ? [`${file}: ${lines} lines, ${maxLines} at most`]
          : []),
        ...(vagueName.test(file) ? [`${file}: name the file by what it holds`] : []),
        ...(emptyForFailure.test(code) ? [`${file}: a catch returns an empty value for a failure`] : []),
        ...owners
          .filter(({ sign, owner }) => file !== owner && sign.test(code))
          .map(({ operation, owner }) => `${file}: ${operation}, which only ${owner} may do`),
      ];
    });
}
