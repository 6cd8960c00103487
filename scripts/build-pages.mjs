import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { drawWorld } from './draw-world.mjs';
import { root, run } from './programs.mjs';

const source = join(root, 'pages');
const target = join(root, 'dist', 'pages');
const meanings = join(root, 'docs', 'geo-stats.md');

/** Names the edition that is to be served, and what it was built from. */
const current = join(target, 'edition.json');

/**
 * Builds dist/pages/{edition}: modules, styles and pages as they are sent. Skips what is built already. Another process
 * may build at the same time: an edition is put into its place whole, and stays while somebody may read it.
 */
export function buildPages() {
  const print = fingerprint();
  if (existsSync(current) && JSON.parse(readFileSync(current, 'utf8')).print === print) return;
  const fresh = join(target, `building-${process.pid}`);
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true });
  run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'pages', '--outDir', fresh]);
  // The compiler keeps the folders of the project; types of other rooms leave nothing that a page loads.
  cpSync(join(fresh, 'pages'), fresh, { recursive: true });
  for (const folder of ['pages', 'shared']) rmSync(join(fresh, folder), { recursive: true, force: true });
  writeFileSync(join(fresh, 'world.json'), JSON.stringify(drawWorld()));
  for (const file of readdirSync(source).filter((name) => /\.(?:css|svg)$/.test(name)))
    cpSync(join(source, file), join(fresh, file));
  const html = readdirSync(source).filter((name) => name.endsWith('.html'));
  const edition = contentsOf(fresh, [...html.map((name) => join(source, name)), meanings]);
  for (const file of html)
    writeFileSync(join(fresh, file), page(readFileSync(join(source, file), 'utf8'), { folder: fresh, edition }));
  const place = join(target, edition);
  if (existsSync(place)) rmSync(fresh, { recursive: true });
  else renameSync(fresh, place);
  writeFileSync(`${current}.${process.pid}`, JSON.stringify({ edition, print }));
  renameSync(`${current}.${process.pid}`, current);
}

/** Names the pages and what they load by their contents: a browser may keep it for good, and another edition has another address. */
function contentsOf(folder, others) {
  const hash = createHash('sha256');
  const files = readdirSync(folder).map((file) => join(folder, file));
  for (const file of [...files.sort(), ...others.sort()]) hash.update(`${basename(file)}\n`).update(readFileSync(file));
  return hash.digest('hex').slice(0, 12);
}

/**
 * A page with the modules it needs named at its top, so that they are fetched at once, with what numbers mean, and with
 * the addresses of this edition.
 */
function page(html, { folder, edition }) {
  const [, script] = /<script type="module" src="([\w.-]+)"/.exec(html) ?? [];
  const preloads = script === undefined ? [] : modulesOf(script, folder);
  return html
    .replace('</head>', `${preloads.map((name) => `  <link rel="modulepreload" href="${name}">\n  `).join('')}</head>`)
    .replace('<!-- meanings -->', () => meaningRows().join('\n'))
    .replace(/(href|src)="([\w-]+\.(?:css|js|svg))"/g, `$1="/pages/${edition}/$2"`);
}

/** Every module a module imports, near or far. */
function modulesOf(name, folder, known = new Set()) {
  if (known.has(name)) return [];
  known.add(name);
  const text = readFileSync(join(folder, name), 'utf8');
  const imported = [...text.matchAll(/from '\.\/([\w-]+\.js)'/g)].map(([, other]) => other);
  return [name, ...imported.flatMap((other) => modulesOf(other, folder, known))];
}

/** The table of docs/geo-stats.md as a list of terms: the page and the document say the same. */
function meaningRows() {
  const plain = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const inline = (text) => plain(text).replace(/`([^`]+)`/g, '<code>$1</code>');
  return [...readFileSync(meanings, 'utf8').matchAll(/^\| (`[^|]+`) \| ([^|]+) \|$/gm)].map(
    ([, term, meaning]) => `<div><dt>${inline(term)}</dt><dd>${inline(meaning)}</dd></div>`,
  );
}

function fingerprint() {
  const hash = createHash('sha256');
  const own = ['scripts/build-pages.mjs', 'scripts/draw-world.mjs', 'docs/geo-stats.md', 'package-lock.json'];
  const files = [...readdirSync(source).map((file) => join('pages', file)), ...own];
  for (const file of files.sort()) {
    const path = join(root, file);
    if (existsSync(path)) hash.update(`${file} ${statSync(path).size} ${statSync(path).mtimeMs}\n`);
  }
  return hash.digest('hex');
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) buildPages();
