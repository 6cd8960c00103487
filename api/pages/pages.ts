import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { projectFile } from '../../shared/project-file.js';
import { tableOf } from '../../shared/table-of.js';
import type { Middleware } from '../middleware/request-context.js';
import { sendFixture } from './send-fixture.js';

/** The web pages and the files they load, read once at startup. */
export type Pages = {
  /** A hash of all files; part of their URLs. */
  edition: string;
  /** Files by name; empty when the pages have not been built. */
  files: ReadonlyMap<string, { type: string; body: Buffer }>;
  /** The files that the script of each page imports at once, by the name of the script. */
  preloads: Readonly<Record<string, readonly string[]>>;
};

const types: Readonly<Record<string, string>> = tableOf({
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
});

/** Reads the output of `scripts/build/build-pages.mjs`. */
export function readPages(folder = projectFile('dist/pages')): Pages {
  const current = join(folder, 'edition.json');
  if (!existsSync(current)) return { edition: '', files: new Map(), preloads: {} };
  const { edition, preloads } = JSON.parse(readFileSync(current, 'utf8')) as Pick<Pages, 'edition' | 'preloads'>;
  const names = readdirSync(join(folder, edition)).filter((name) => extname(name) in types);
  const read = (name: string) => ({
    type: types[extname(name)] ?? '',
    body: readFileSync(join(folder, edition, name)),
  });
  return { edition, preloads, files: new Map(names.map((name) => [name, read(name)])) };
}

/**
 * Content Security Policy: all files come from this service, and no script or style is inline. HTML is parsed only in
 * pages/results/description.tsx, under the Trusted Types policy `description`.
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

/** The headers of every page. */
export const pageHeaders = {
  'Content-Security-Policy': policy,
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
};

/** GET of a page: revalidated on every request, and sent only if it changed. */
export function page({ files }: Pages, name: string): Middleware {
  const file = files.get(name);
  if (file === undefined) return notBuilt;
  const { type, body } = file;
  return sendFixture({ type, body: () => body, cacheControl: 'no-cache', headers: pageHeaders });
}

/** Passes on to the 404 of the API. */
export const notBuilt: Middleware = async (_, next) => next();

/**
 * GET /pages/{edition}/{file}: a file that a page loads. Files of this edition are immutable. During a rolling update a
 * request may name the edition of another API process: its file is sent, but must be revalidated.
 */
export function pageFile({ edition, files }: Pages): Middleware {
  const handlersFor = (cacheControl: string) =>
    new Map([...files].map(([name, { type, body }]) => [name, sendFixture({ type, body: () => body, cacheControl })]));
  const immutable = handlersFor('public, max-age=31536000, immutable');
  const revalidated = handlersFor('no-cache');
  return async function pageFile(ctx, next) {
    const { edition: requested, file = '' } = (ctx as typeof ctx & { params: Record<string, string> }).params;
    const handler = file.endsWith('.html') ? undefined : (requested === edition ? immutable : revalidated).get(file);
    await (handler ?? notBuilt)(ctx, next);
  };
}
