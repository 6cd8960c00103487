import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sourceFiles } from './read-imports.mjs';

/**
 * Checks the tables of docs/architecture.md against the tree: every folder and file that the document names in backticks
 * exists, and every folder of code below the given parts has a row, or one of its parent folders has.
 */
export function checkFolderTable(root, parts, document = 'docs/architecture.md') {
  const text = readFileSync(join(root, document), 'utf8');
  const named = [...text.matchAll(/`((?:[\w.-]+\/)+[\w.-]*)`/g)].map(([, path]) => path.replace(/\/$/, ''));
  const rows = text.split('\n').filter((line) => line.startsWith('| `'));
  const inRows = rows.flatMap((line) =>
    [...(line.split('|')[1] ?? '').matchAll(/`([^`]+?)\/?`/g)].map(([, path]) => path),
  );
  const folders = [...new Set(parts.flatMap((part) => sourceFiles(root, part)).map((file) => dirname(file)))];
  const hasRow = (folder) => inRows.includes(folder) || (folder.split('/').length > 2 && hasRow(dirname(folder)));
  return [
    ...named.filter((path) => !existsSync(join(root, path))).map((path) => `${document}: ${path} does not exist`),
    ...folders.filter((folder) => !hasRow(folder)).map((folder) => `${document}: no row for ${folder}`),
  ];
}
