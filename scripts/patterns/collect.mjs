import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseSync } from '@swc/core';
import { root } from '../programs.mjs';

/** Folders whose code reads foreign text. */
const folders = ['api', 'shared', 'worker', 'cli', 'client', 'pages', 'demo-board', 'start'];
const dist = join(root, 'dist');

/**
 * Every regular expression of the service: literals from the sources, computed ones by constructing them (their modules are
 * loaded from dist/ with a RegExp that records its arguments). `late` = places that construct one only when they are called.
 */
export async function collectPatterns() {
  const patterns = [];
  const computed = [];
  for (const file of sourceFiles()) {
    walk(parse(readFileSync(join(root, file), 'utf8'), 'typescript'), (node) => {
      if (node.type === 'RegExpLiteral') patterns.push({ file, source: node.pattern, flags: node.flags });
      if (isConstruction(node) && !computed.includes(file)) computed.push(file);
    });
  }
  const { made, late } = await build(computed);
  return { patterns: [...patterns, ...made], late };
}

/** Loads the modules and returns the patterns they constructed, and the places that constructed none. */
async function build(files) {
  const made = [];
  const sites = new Set();
  const own = globalThis.RegExp;
  const note = ([source, flags = ''], regexp) => {
    const site = /\((?:file:\/\/)?([^()]+\.js):(\d+):\d+\)|at (?:file:\/\/)?([^()\s]+\.js):(\d+):\d+/;
    const [, inCall, callLine, bare, bareLine] = site.exec(new Error().stack.split('\n').slice(3).join('\n')) ?? [];
    const path = inCall ?? bare ?? '';
    if (!path.startsWith(dist)) return regexp;
    const file = relative(dist, path).replace(/\.js$/, '.ts');
    sites.add(`${file}:${callLine ?? bareLine}`);
    made.push({ file, source: source instanceof own ? source.source : String(source), flags: flags || regexp.flags });
    return regexp;
  };
  globalThis.RegExp = new Proxy(own, {
    construct: (target, args) => note(args, Reflect.construct(target, args)),
    apply: (target, self, args) => note(args, Reflect.apply(target, self, args)),
  });
  try {
    for (const file of files) await import(pathToFileURL(join(dist, file.replace(/\.ts$/, '.js'))).href);
  } finally {
    globalThis.RegExp = own;
  }
  return {
    made,
    late: files.flatMap((file) => constructionsIn(file).filter(({ line }) => !sites.has(`${file}:${line}`))),
  };
}

/** The places of a built module that construct a pattern, with their line and source text. */
function constructionsIn(file) {
  const code = readFileSync(join(dist, file.replace(/\.ts$/, '.js')), 'utf8');
  const bytes = Buffer.from(code);
  const tree = parse(code, 'ecmascript');
  const found = [];
  walk(tree, (node) => {
    if (!isConstruction(node)) return;
    // Positions count bytes from the start of the first module that the parser read.
    const start = node.span.start - tree.span.start;
    const end = node.span.end - tree.span.start;
    found.push({ file, start, end });
  });
  const shift = bytes.indexOf(firstToken(code));
  return found.map(({ start, end }) => ({
    file,
    line: bytes
      .subarray(0, start + shift)
      .toString()
      .split('\n').length,
    source: bytes.subarray(start + shift, end + shift).toString(),
  }));
}

/** The first code after leading comments: the parser's positions begin there. */
function firstToken(code) {
  return /^(?:\s|\/\/[^\n]*\n|\/\*[\s\S]*?\*\/)*(\S[^\n]*)/.exec(code)?.[1] ?? '';
}

const isConstruction = (node) =>
  (node.type === 'NewExpression' || node.type === 'CallExpression') && node.callee?.value === 'RegExp';

const parse = (code, syntax) => parseSync(code, { syntax, target: 'es2022' });

function walk(node, take) {
  if (typeof node !== 'object' || node === null) return;
  if (typeof node.type === 'string') take(node);
  for (const [key, value] of Object.entries(node)) if (key !== 'span') walk(value, take);
}

/** The source files whose patterns are checked, as paths from the project's root. */
export const sourceFiles = () => folders.flatMap(filesOf);

function filesOf(folder) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => relative(root, join(entry.parentPath ?? entry.path, entry.name)))
    .sort();
}
