import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { projectFile } from '../../shared/project-file.js';
import { tableOf } from '../../shared/table-of.js';
import type { Middleware } from '../middleware/request-context.js';
import { sendFixture } from './send-fixture.js';

/** What people see in a browser: two pages and what they load, read once when the API starts. */
export type Pages = {
  /** Changes with the contents of any file that a page loads. */
  edition: string;
  /** By name; nothing where nothing was built. */
  files: ReadonlyMap<string, { type: string; body: Buffer }>;
};

const types: Readonly<Record<string, string>> = tableOf({
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
});

/** Reads what `scripts/build-pages.mjs` made. */
export function readPages(folder = projectFile('dist/pages')): Pages {
  const current = join(folder, 'edition.json');
  if (!existsSync(current)) return { edition: '', files: new Map() };
  const { edition } = JSON.parse(readFileSync(current, 'utf8')) as { edition: string };
  const names = readdirSync(join(folder, edition)).filter((name) => extname(name) in types);
  const read = (name: string) => ({
    type: types[extname(name)] ?? '',
    body: readFileSync(join(folder, edition, name)),
  });
  return { edition, files: new Map(names.map((name) => [name, read(name)])) };
}

/**
 * Everything comes from here and nothing from elsewhere; no script or style stands in the page itself. Markup is parsed in
 * one named place alone (pages/description.ts).
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types description',
].join('; ');

const pageHeaders = {
  'Content-Security-Policy': policy,
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
};

/** GET of a page: looked for anew each time, and sent only when it changed. */
export function page({ files }: Pages, name: string): Middleware {
  const file = files.get(name);
  if (file === undefined) return notBuilt;
  const { type, body } = file;
  return sendFixture({ type, body: () => body, cacheControl: 'no-cache', headers: pageHeaders });
}

/** Nothing is there, and the outermost door says so. */
const notBuilt: Middleware = async (_, next) => next();

/**
 * GET /pages/{edition}/{file}: what a page loads. A file of this edition may be kept for good. Where an old and a new API
 * stand side by side, one may be asked for a file of the other: sent, but not to be kept.
 */
export function pageFile({ edition, files }: Pages): Middleware {
  const doorsOf = (cacheControl: string) =>
    new Map([...files].map(([name, { type, body }]) => [name, sendFixture({ type, body: () => body, cacheControl })]));
  const ours = doorsOf('public, max-age=31536000, immutable');
  const others = doorsOf('no-cache');
  return async function pageFile(ctx, next) {
    const { edition: asked, file = '' } = (ctx as typeof ctx & { params: Record<string, string> }).params;
    const door = file.endsWith('.html') ? undefined : (asked === edition ? ours : others).get(file);
    await (door ?? notBuilt)(ctx, next);
  };
}
