import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { transformSync } from '@swc/core';

const globals = new URL('./jest-globals.js', import.meta.url).href;
const tests = new URL('../../', import.meta.url).href;
const isTypeScript = (path) => /\.tsx?$/.test(path);

/**
 * Node's hook: `x.js` is `x.ts` or `x.tsx` where that exists, `@jest/globals` is that of the suite, and what a suite imports from test/ gets
 * the suite's number, by which Node loads it once a suite.
 */
export function resolve(specifier, context, next) {
  if (specifier === '@jest/globals') return { url: globals, shortCircuit: true };
  if (!/^(?:\.|file:)/.test(specifier) || context.parentURL?.includes('/node_modules/'))
    return next(specifier, context);
  const url = new URL(specifier, context.parentURL);
  for (const ending of ['.ts', '.tsx']) {
    const source = url.pathname.replace(/\.js$/, ending);
    if (existsSync(fileURLToPath(new URL(source, url)))) url.pathname = source;
  }
  const suite = new URL(context.parentURL ?? url).search;
  if (url.search === '' && url.href.startsWith(tests)) url.search = suite;
  return isTypeScript(url.pathname) ? { url: url.href, format: 'module', shortCircuit: true } : next(url.href, context);
}

/** Node's hook: takes the types off a TypeScript file. */
export function load(url, context, next) {
  if (!isTypeScript(new URL(url).pathname)) return next(url, context);
  const filename = fileURLToPath(url);
  const { code } = transformSync(readFileSync(filename, 'utf8'), {
    filename,
    swcrc: false,
    jsc: {
      target: 'es2022',
      experimental: { keepImportAttributes: true },
      parser: { syntax: 'typescript', tsx: filename.endsWith('.tsx') },
      transform: { react: { runtime: 'automatic', importSource: 'preact' } },
    },
    sourceMaps: 'inline',
  });
  return { format: 'module', source: code, shortCircuit: true };
}
