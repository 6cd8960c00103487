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
import { minifySync } from '@swc/core';
import { root, run } from '../programs.mjs';
import { drawWorld } from './draw-world.mjs';

const source = join(root, 'pages');
const target = join(root, 'dist', 'pages');
const meanings = join(root, 'docs', 'reference', 'geo-stats.md');

/** Modules outside pages/ that pages load; they are served beside the modules of pages/. */
const sharedModules = ['client/read-events.ts'];

/** Names the current edition and the fingerprint of its sources. */
const current = join(target, 'edition.json');

/**
 * Builds dist/pages/{edition}: modules, styles and pages as they are served. Does nothing when the sources are unchanged.
 * Several processes may build at once: an edition is renamed into place when it is complete, and older ones are kept
 * because a running API may still serve them.
 */
export function buildPages() {
  const print = fingerprint();
  if (existsSync(current) && JSON.parse(readFileSync(current, 'utf8')).print === print) return;
  const fresh = join(target, `building-${process.pid}`);
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true });
  run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'pages', '--outDir', fresh]);
  // The compiler keeps the folders of the project; modules of which only types are imported are not loaded by a page.
  const modules = [...filesBelow(join(fresh, 'pages')), ...sharedModules.map((file) => join(fresh, builtName(file)))];
  for (const file of modules)
    writeFileSync(placeFor(file, fresh), shorten(besideEachOther(readFileSync(file, 'utf8'))));
  for (const folder of ['pages', 'client', 'shared']) rmSync(join(fresh, folder), { recursive: true, force: true });
  for (const [name, drawing] of Object.entries(drawWorld()))
    writeFileSync(join(fresh, `${name}.json`), JSON.stringify(drawing));
  for (const file of filesBelow(source).filter((name) => name.endsWith('.svg'))) cpSync(file, placeFor(file, fresh));
  for (const file of filesBelow(source).filter((name) => name.endsWith('.css')))
    writeFileSync(placeFor(file, fresh), shortenStyles(readFileSync(file, 'utf8')));
  const html = filesBelow(source).filter((name) => name.endsWith('.html'));
  const edition = contentsOf(fresh, [...html, meanings]);
  for (const file of html)
    writeFileSync(placeFor(file, fresh), page(readFileSync(file, 'utf8'), { folder: fresh, edition }));
  const place = join(target, edition);
  if (existsSync(place)) rmSync(fresh, { recursive: true });
  else renameSync(fresh, place);
  writeFileSync(`${current}.${process.pid}`, JSON.stringify({ edition, print }));
  renameSync(`${current}.${process.pid}`, current);
}

const builtName = (file) => file.replace('.ts', '.js');

/** The files of a folder and of those below it. */
const filesBelow = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

/** Where a file of an edition lies: all of them are served from one folder, so that two may not have one name. */
function placeFor(file, edition) {
  const place = join(edition, basename(file));
  if (existsSync(place)) throw new Error(`Two files of the pages are called ${basename(file)}.`);
  return place;
}

/** The text of a module with its imports as they are served, beside each other. */
const besideEachOther = (text) => text.replace(/(['"])(?:\.\.?\/)+(?:[\w-]+\/)*([\w.-]+\.js)\1/g, '$1./$2$1');

/** A module without spaces and with short local names; what it does and exports stays. */
function shorten(text) {
  return minifySync(text, { module: true, compress: false, mangle: true }).code;
}

/** A style sheet without comments and indentation; no string in one has either. */
const shortenStyles = (text) => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\s*\n\s*/g, '\n');

/** A hash of the pages and all they load: an edition never changes, so a browser may cache its files for ever. */
function contentsOf(folder, others) {
  const hash = createHash('sha256');
  const files = readdirSync(folder).map((file) => join(folder, file));
  for (const file of [...files.sort(), ...others.sort()]) hash.update(`${basename(file)}\n`).update(readFileSync(file));
  return hash.digest('hex').slice(0, 12);
}

/** A page with preload links for all its modules, the list of definitions, and the URLs of this edition. */
function page(html, { folder, edition }) {
  const [, script] = /<script type="module" src="([\w.-]+)"/.exec(html) ?? [];
  const preloads = script === undefined ? [] : modulesOf(script, folder);
  return html
    .replace('</head>', `${preloads.map((name) => `  <link rel="modulepreload" href="${name}">\n  `).join('')}</head>`)
    .replace('<!-- meanings -->', () => meaningRows().join('\n'))
    .replace(/(href|src)="([\w-]+\.(?:css|js|svg))"/g, `$1="/pages/${edition}/$2"`);
}

/** A module and every module it imports, directly or indirectly. */
function modulesOf(name, folder, known = new Set()) {
  if (known.has(name)) return [];
  known.add(name);
  const text = readFileSync(join(folder, name), 'utf8');
  const imported = [...text.matchAll(/from ?["']\.\/([\w-]+\.js)["']/g)].map(([, other]) => other);
  return [name, ...imported.flatMap((other) => modulesOf(other, folder, known))];
}

/**
 * The table of docs/reference/geo-stats.md as a definition list, so that the page and the document cannot differ. People read the name of
 * each number; the names of members, in parentheses in the text, are for programs.
 */
function meaningRows() {
  const plain = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const inline = (text) =>
    plain(text.replace(/ \(`[^`]+`(?:, [^)]*)?\)/g, '')).replace(/`([^`]+)`/g, '<code>$1</code>');
  return [...readFileSync(meanings, 'utf8').matchAll(/^\| `[^|]+` \| ([^|]+) \| ([^|]+) \|$/gm)].map(
    ([, term, meaning]) => `<div><dt>${inline(term)}</dt><dd>${inline(meaning)}</dd></div>`,
  );
}

function fingerprint() {
  const hash = createHash('sha256');
  const own = [
    'scripts/build/build-pages.mjs',
    'scripts/build/draw-world.mjs',
    'docs/reference/geo-stats.md',
    'package-lock.json',
    ...sharedModules,
  ];
  const files = [...readdirSync(source, { recursive: true }).map((file) => join('pages', file)), ...own];
  for (const file of files.sort()) {
    const path = join(root, file);
    if (existsSync(path)) hash.update(`${file} ${statSync(path).size} ${statSync(path).mtimeMs}\n`);
  }
  return hash.digest('hex');
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) buildPages();
