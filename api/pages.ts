import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { projectFile } from '../shared/project-file.js';
import type { Door } from './house.js';
import { sendTagged } from './send-tagged.js';

/** A file of the pages as it is sent. */
type PageFile = { type: string; tag: string; body: Buffer; gzipped: Buffer | null };

/** What people see in a browser: two pages and what they load, read once when the API starts. */
export type Pages = {
  /** Changes with the contents of any file that a page loads. */
  edition: string;
  files: ReadonlyMap<string, PageFile>;
};

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Reads what `scripts/build-pages.mjs` made; empty where nothing was built. */
export function readPages(folder = projectFile('dist/pages')): Pages {
  const files = new Map<string, PageFile>();
  if (!existsSync(join(folder, 'edition.txt'))) return { edition: '', files };
  const names = readdirSync(folder).filter((name) => extname(name) in types);
  for (const name of names) {
    const body = readFileSync(join(folder, name));
    const twin = join(folder, `${name}.gz`);
    const gzipped = existsSync(twin) ? readFileSync(twin) : null;
    const tag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
    files.set(name, { type: types[extname(name)] ?? '', tag, body, gzipped });
  }
  return { edition: readFileSync(join(folder, 'edition.txt'), 'utf8'), files };
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

/** GET of a page: looked for anew each time, and sent only when it changed. */
export function page(pages: Pages, name: string): Door {
  return async function page(ctx) {
    ctx.set('Content-Security-Policy', policy);
    ctx.set('Referrer-Policy', 'no-referrer');
    ctx.set('Cross-Origin-Opener-Policy', 'same-origin');
    send(ctx, pages, { name, keep: 'no-cache' });
  };
}

/** GET /pages/{edition}/{file}: what a page loads. A file of this edition may be kept for good. */
export function pageFile(pages: Pages): Door {
  return async function pageFile(ctx) {
    const { edition, file = '' } = (ctx as typeof ctx & { params: Record<string, string> }).params;
    // Where an old and a new API stand side by side, one may be asked for a file of the other: sent, but not to be kept.
    const keep = edition === pages.edition ? 'public, max-age=31536000, immutable' : 'no-cache';
    if (!file.endsWith('.html')) send(ctx, pages, { name: file, keep });
  };
}

function send(ctx: Parameters<Door>[0], { files }: Pages, { name, keep }: { name: string; keep: string }): void {
  const file = files.get(name);
  if (file === undefined) return;
  const gzipped = ctx.acceptsEncodings('gzip', 'identity') === 'gzip' ? file.gzipped : null;
  ctx.set('Cache-Control', keep);
  ctx.set('Vary', 'Accept-Encoding');
  if (gzipped !== null) ctx.set('Content-Encoding', 'gzip');
  const tag = gzipped === null ? file.tag : file.tag.replace(/"$/, '-gz"');
  sendTagged(ctx, { tag, type: file.type, body: gzipped ?? file.body });
}
