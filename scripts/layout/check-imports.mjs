import { dirname } from 'node:path';
import { importsOf, sourceFiles } from './read-imports.mjs';

/**
 * Checks imports against the tables of scripts/layout/imports.json, types included. `parts` says which top-level folders a
 * top-level folder may import; `order` lists the units of each from the bottom up, and a file may import from its own unit and
 * from those listed before it. A unit is a folder, or a file that the list names or that lies directly in a top-level folder.
 * Returns one line for each violation.
 */
export function checkImports(root, { parts, order }) {
  return Object.keys(parts).flatMap((part) =>
    sourceFiles(root, part).flatMap((file) => [
      ...violationsOf(file, importsOf(root, file), parts[part], order[part]),
      ...(order[part] === undefined || order[part].includes(unitOf(file, order[part]))
        ? []
        : [`${file}: ${unitOf(file, order[part])} has no place in "order" of scripts/layout/imports.json`]),
    ]),
  );
}

/** What the build bundles with pages beside their own modules (scripts/build/build-pages.mjs). */
const forBrowsers = ['client/', 'shared/search/query/left-out.ts', 'shared/words/job-words.ts'];

function violationsOf(file, imports, mayImport, order) {
  const part = topOf(file);
  return imports.flatMap(({ path, line, typesOnly }) => {
    const target = topOf(path);
    const at = `${file}:${line}`;
    if (target !== part) {
      if (!mayImport.includes(target)) return [`${at}: ${part}/ may not import ${target}/`];
      return part === 'pages' && !typesOnly && !forBrowsers.some((start) => path.startsWith(start))
        ? [`${at}: a browser can't load ${target}/: import types alone`]
        : [];
    }
    const [from, to] = [unitOf(file, order), unitOf(path, order)];
    if (order === undefined || from === to || order.indexOf(to) < order.indexOf(from)) return [];
    return [`${at}: ${from} may not import ${to}, which is listed after it in scripts/layout/imports.json`];
  });
}

const topOf = (file) => file.split('/')[0];
const unitOf = (file, order = []) => (order.includes(file) || !dirname(file).includes('/') ? file : dirname(file));

/**
 * An order of a part's units in which each imports only those before it, for scripts/layout/imports.json. Units that import each
 * other in a cycle are returned in `cyclic`, with the imports between them. Files that `former` lists stay units of their own.
 */
export function orderUnits(root, part, former = []) {
  const unit = (file) => unitOf(file, former);
  const edges = sourceFiles(root, part).flatMap((file) =>
    importsOf(root, file)
      .filter(({ path }) => topOf(path) === part && unit(path) !== unit(file))
      .map(({ path, line }) => ({ from: unit(file), to: unit(path), at: `${file}:${line} → ${path}` })),
  );
  const left = new Set(sourceFiles(root, part).map(unit));
  const order = [];
  for (;;) {
    const next = [...left].filter((folder) => !edges.some(({ from, to }) => from === folder && left.has(to))).sort();
    if (next.length === 0) break;
    for (const folder of next) left.delete(folder);
    order.push(...next);
  }
  // Folders that only import a cycle are not part of it.
  for (let size = -1; size !== left.size; ) {
    size = left.size;
    for (const folder of [...left])
      if (!edges.some(({ from, to }) => to === folder && left.has(from))) left.delete(folder);
  }
  return { order, cyclic: edges.filter(({ from, to }) => left.has(from) && left.has(to)).map(({ at }) => at) };
}
