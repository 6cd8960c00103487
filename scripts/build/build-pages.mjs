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
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, transform } from 'esbuild';
import { root } from '../programs.mjs';
import { drawWorld } from './draw-world.mjs';

const source = join(root, 'pages');
const target = join(root, 'dist', 'pages');

/** The languages of the pages: each has separate scripts with only its messages. */
const languages = ['en', 'de', 'fr', 'es'];

/** Folders of all that pages load. */
const folders = ['pages', 'client', 'shared/messages', 'shared/search/query', 'shared/words'];

/**
 * Scripts of pages that the API writes (api/pages/write-page.tsx), by language, and their style sheets; that of the map
 * is loaded with it.
 */
const writtenPages = {
  scripts: [
    ['before-paint.js', null],
    ['docs.js', 'en'],
    ...languages.flatMap((language) =>
      ['account.js', 'boards.js', 'company.js', 'geo.js', 'job.js', 'saved.js', 'search.js', 'service-worker.js'].map(
        (name) => [name, language],
      ),
    ),
  ],
  styles: [
    ...[
      ['site', 'docs'],
      ['site', 'map', 'geo'],
      ['site', 'admin'],
      ['site', 'search', 'results'],
      ['site', 'search', 'results', 'written'],
      ['site', 'search', 'results', 'boards'],
    ],
    ['map'],
  ],
};

/** The script that runs before the first paint: a classic one, as modules run too late. */
const classicScripts = ['before-paint.js'];

/** Names the current edition and the fingerprint of its sources. */
const current = join(target, 'edition.json');

/**
 * Builds dist/pages/{edition}: scripts, styles and pages as served. Does nothing when the sources are unchanged.
 * Several processes may build at once: an edition is renamed into place when complete, and older ones are kept because
 * a running API may still serve them.
 */
export async function buildPages() {
  const print = fingerprint();
  if (existsSync(current) && JSON.parse(readFileSync(current, 'utf8')).print === print) return;
  const fresh = join(target, `building-${process.pid}`);
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true });
  const files = filesBelow(source);
  const scripts = await bundleScripts(fresh, { files, scripts: writtenPages.scripts });
  for (const names of writtenPages.styles) await bundleStyles(fresh, { files, names });
  for (const [name, drawing] of Object.entries(drawWorld()))
    writeFileSync(join(fresh, `${name}.json`), JSON.stringify(drawing));
  for (const file of files.filter((name) => name.endsWith('.svg'))) cpSync(file, placeFor(file, fresh));
  const edition = contentsOf(fresh);
  const place = join(target, edition);
  if (existsSync(place)) rmSync(fresh, { recursive: true });
  else renameSync(fresh, place);
  writeFileSync(`${current}.${process.pid}`, JSON.stringify({ edition, print, scripts }));
  renameSync(`${current}.${process.pid}`, current);
}

/** Bundles each page's script separately, so that a page requests one file; later imports are separate files. Returns the file of each script. */
async function bundleScripts(outdir, { files, scripts }) {
  const entry = (name) => {
    const found = files.find((file) =>
      [name.replace('.js', '.ts'), name.replace('.js', '.tsx')].includes(basename(file)),
    );
    if (found === undefined) throw new Error(`The pages have no script ${name}.`);
    return found;
  };
  const options = {
    ...{ outdir, bundle: true, minify: true, target: 'es2022', entryNames: '[name]', logLevel: 'warning' },
    absWorkingDir: root,
    ...{ jsx: 'automatic', jsxImportSource: 'preact' },
  };
  const inject = [join(source, 'lib', 'base-path.ts')];
  const module = { ...options, inject, format: 'esm', splitting: true, metafile: true, chunkNames: '[name]-[hash]' };
  const modules = scripts.filter(([name]) => !classicScripts.includes(name));
  const names = [...new Set(modules.map(([name]) => name))];
  const drafts = await Promise.all(names.map((name) => build({ ...module, entryPoints: [entry(name)], write: false })));
  const modulesOf = new Map(names.map((name, at) => [name, Object.keys(drafts[at].metafile.inputs)]));
  const [, ...built] = await Promise.all([
    build({ ...options, entryPoints: classicScripts.map(entry), format: 'iife' }),
    ...modules.map(([name, language]) =>
      build({
        ...module,
        entryPoints: [entry(name)],
        plugins: [
          afterScript(entry(name)),
          speaking(language ?? 'en', messagesIn(modulesOf.get(name), language ?? 'en')),
        ],
        entryNames: language === null ? '[name]' : `[name]-${language}`,
      }),
    ),
  ]);
  return Object.fromEntries(
    modules.map(([name, language], at) => {
      const written = language === null ? name : name.replace('.js', `-${language}.js`);
      const [, { imports }] = Object.entries(built[at].metafile.outputs).find(([path]) => basename(path) === written);
      const chunk = imports.find(({ kind }) => kind === 'import-statement');
      return [written, basename(chunk?.path ?? written)];
    }),
  );
}

/**
 * Whether a script's modules use a message, by its key or a prefix that they complete. Sentences of the service stay
 * English.
 */
function messagesIn(inputs, language) {
  const isRead = (file) => /\.tsx?$/.test(file) && !(language === 'en' && basename(file) === 'service-words.ts');
  const text = inputs
    .filter(isRead)
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n');
  const keys = new Set([...text.matchAll(/'([a-z][\w.-]*)'/gi)].map(([, key]) => key));
  const beginnings = [...text.matchAll(/`([a-z]+\.[a-z ]*)\$\{/gi)].map(([, beginning]) => beginning);
  const values = ['remoteFilter.', 'jobType.', 'experienceLevel.', 'label.', 'dateSincePosted.', 'sortBy.'];
  return (key) =>
    keys.has(key) || key === 'language' || [...beginnings, ...values].some((each) => key.startsWith(each));
}

/** Makes each later import load the page's script first, so that everything the script needs at once is one chunk. */
const afterScript = (script) => ({
  name: 'after-script',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^\./ }, ({ kind, path, resolveDir }) =>
      kind === 'dynamic-import' ? { path: join(resolveDir, path), namespace: 'later' } : undefined,
    );
    onLoad({ filter: /./, namespace: 'later' }, ({ path }) => ({
      contents: `import ${JSON.stringify(script)};\nexport * from ${JSON.stringify(path)};`,
      resolveDir: root,
      loader: 'ts',
    }));
  },
});

/** Replaces the English messages by those of a language. */
const speaking = (language, isSaid) => ({
  name: 'language',
  setup({ onLoad }) {
    onLoad({ filter: /[/\\]messages[/\\]en\.json$/ }, ({ path }) => {
      const messages = JSON.parse(readFileSync(join(dirname(path), `${language}.json`), 'utf8'));
      const said = Object.entries(messages).filter(([key]) => isSaid(key));
      return { contents: JSON.stringify(Object.fromEntries(said)), loader: 'json' };
    });
  },
});

/** Writes style sheets as one, named after them: a page then requests one. */
async function bundleStyles(outdir, { files, names }) {
  const text = names.map((name) =>
    readFileSync(
      files.find((file) => basename(file) === `${name}.css`),
      'utf8',
    ),
  );
  const { code } = await transform(text.join('\n'), { loader: 'css', minify: true });
  writeFileSync(join(outdir, `${names.join('-')}.css`), code);
}

/** The files of a folder and of those below it. */
const filesBelow = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

/** The place of a file in an edition: all are served from one folder, so names must be unique. */
function placeFor(file, edition) {
  const place = join(edition, basename(file));
  if (existsSync(place)) throw new Error(`Two files of the pages are called ${basename(file)}.`);
  return place;
}

/** A hash of the pages and all they load: an edition never changes, so browsers may cache it for ever. */
function contentsOf(folder) {
  const hash = createHash('sha256');
  const files = readdirSync(folder).map((file) => join(folder, file));
  for (const file of files.sort()) hash.update(`${basename(file)}\n`).update(readFileSync(file));
  return hash.digest('hex').slice(0, 12);
}

function fingerprint() {
  const hash = createHash('sha256');
  const own = ['scripts/build/build-pages.mjs', 'scripts/build/draw-world.mjs', 'package-lock.json'];
  const files = [
    ...folders.flatMap((folder) => filesBelow(join(root, folder))),
    ...own.map((file) => join(root, file)),
  ];
  for (const file of files.sort()) hash.update(`${file} ${statSync(file).size} ${statSync(file).mtimeMs}\n`);
  return hash.digest('hex');
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) await buildPages();
