import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseSync } from '@swc/core';
import { root } from './programs.mjs';

const folders = ['api', 'shared', 'worker', 'cli', 'client', 'pages', 'demo-board', 'start'];

/** Every regular expression of the service: literals in sources, and those that built modules construct when loaded. */
export async function collectPatterns() {
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, name))
      .filter((name) => name.endsWith('.ts') && !/\.d\.ts$|(?:dist|node_modules)\//.test(name)),
  );
  const found = [...files.flatMap(literalsIn), ...(await constructedIn(files))];
  return [...new Map(found.map((each) => [`${each.file} ${each.flags}/${each.source}`, each])).values()];
}

function literalsIn(file) {
  const literals = [];
  const walk = (node) => {
    if (typeof node !== 'object' || node === null) return;
    if (node.type === 'RegExpLiteral') literals.push({ file, source: node.pattern, flags: node.flags });
    for (const value of Object.values(node)) walk(value);
  };
  walk(parseSync(readFileSync(join(root, file), 'utf8'), { syntax: 'typescript', target: 'es2022' }));
  return literals;
}

/** Patterns that modules construct when loaded, and the lines that construct one only later. */
async function constructedIn(sources) {
  const [made, sites, own, dist] = [[], new Set(), globalThis.RegExp, join(root, 'dist')];
  const note = ([source, flags], regexp) => {
    const at = /(?:file:\/\/)?([^()\s]+\.js):(\d+):\d+/.exec(new Error().stack.split('\n').slice(3).join('\n'));
    if (!at?.[1].startsWith(dist)) return regexp;
    sites.add(`${at[1]}:${at[2]}`);
    made.push({
      file: relative(dist, at[1]).replace(/js$/, 'ts'),
      source: source.source ?? String(source),
      flags: flags ?? regexp.flags,
    });
    return regexp;
  };
  globalThis.RegExp = new Proxy(own, {
    construct: (target, args) => note(args, Reflect.construct(target, args)),
    apply: (target, self, args) => note(args, Reflect.apply(target, self, args)),
  });
  for (const file of sources) {
    if (!/\bRegExp\(/.test(readFileSync(join(root, file), 'utf8')) || file.startsWith('pages/')) continue;
    const path = join(dist, file.replace(/ts$/, 'js'));
    await import(pathToFileURL(path).href);
    for (const [at, line] of readFileSync(path, 'utf8').split('\n').entries())
      if (/^(?!\s*(?:\/?\*|\/\/)).*\bRegExp\(/.test(line) && !sites.has(`${path}:${at + 1}`))
        made.push({ file, source: line.trim(), flags: '', isLate: true });
  }
  globalThis.RegExp = own;
  return made;
}
