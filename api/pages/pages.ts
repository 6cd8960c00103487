import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Config } from '../../shared/config.js';
import { Problem, type ProblemCode } from '../../shared/problems/problem.js';
import { projectFile } from '../../shared/project-file.js';
import { tableOf } from '../../shared/table-of.js';
import { originOf } from '../formats/feeds.js';
import { entityTagOf, sendTagged } from '../middleware/answer.js';
import type { Middleware } from '../middleware/identify.js';
import { compress, type Encoding, encodingFor, minCompressedBytes } from '../server/content-encoding.js';

type IndexingConfig = Pick<Config, 'INDEXING' | 'PUBLIC_URL' | 'TRUST_PROXY'>;

/** GET /robots.txt (RFC 9309): disallows all; with INDEXING=on, allows the job pages of the sitemap, but no search. */
export function robotsFile(config: IndexingConfig): Middleware {
  const rules = [
    'Allow: /jobs/',
    'Allow: /companies',
    'Allow: /api/docs',
    'Disallow: /api/',
    'Disallow: /?',
    'Disallow: /search',
    'Disallow: /salaries',
    'Disallow: /mcp',
  ];
  return async function robotsFile(ctx) {
    const lines =
      config.INDEXING === 'on' ? [...rules, '', `Sitemap: ${originOf(ctx, config)}/sitemap.xml`] : ['Disallow: /'];
    ctx.type = 'text/plain; charset=utf-8';
    ctx.set('Cache-Control', 'public, max-age=3600');
    ctx.body = `${['User-agent: *', ...lines].join('\n')}\n`;
  };
}

/** GET /llms.txt: describes the service to AI assistants; only with INDEXING=on, else the 404 of the API. */
export function llmsFile(config: IndexingConfig): Middleware {
  return async function llmsFile(ctx, next) {
    if (config.INDEXING !== 'on') return next();
    ctx.type = 'text/plain; charset=utf-8';
    ctx.set('Cache-Control', 'public, max-age=3600');
    ctx.body = llms(originOf(ctx, config));
    return undefined;
  };
}

const llms = (origin: string): string => `# Job search

> Searches many job boards at once and gives one ranked answer. Each job says why it matches, and each fact that is deduced is marked.

## Read

- [A job](${origin}/jobs/{id}): a page with schema.org JobPosting data; ids come from searches and the sitemap
- [Companies with openings](${origin}/companies): a page each
- [All open jobs of whole boards](${origin}/sitemap.xml): their pages, as a sitemap
- [A search as a feed](${origin}/api/jobs/feed?keyword=nurse&location=Berlin): Atom, JSON Feed or CSV

## Use

- [The API in OpenAPI 3.1](${origin}/api/openapi.json)
- [The Model Context Protocol](${origin}/mcp): the same searches as tools
`;

/**
 * Sends content that does not change while the process runs: files of the pages and generated documents. @koa/send was
 * measured and rejected: it sets no ETag, its Last-Modified differs between machines, it does not compress, it opens
 * the file even for a 304, and takes 2 to 5 times the CPU (304: 121 against 53 µs; 200: 556 against 82 µs with gzip).
 */

/** Content with its headers; `body` is called on the first request. */
type Fixture = { type: string; cacheControl: string; body: MakeBody; headers?: Record<string, string> };

type Body = string | Buffer;
type MakeBody = () => Body | Promise<Body>;

/** Sends a fixture, compressed by Accept-Encoding, or 304 if unchanged. Hashes and compresses it once. */
export function sendFixture({ type, cacheControl, body, headers = {} }: Fixture): Middleware {
  let reading: Promise<Tagged> | undefined;
  const compressed = new Map<Encoding, Promise<Buffer>>();
  const read = (): Promise<Tagged> => {
    reading ??= readTagged(body).catch((error: unknown) => {
      // Lets the next request retry.
      reading = undefined;
      throw error;
    });
    return reading;
  };

  /** The body in an encoding; failures are not cached, so that the next request retries. */
  const encode = (plain: Buffer, encoding: Exclude<Encoding, 'identity'>): Promise<Buffer> => {
    const made = compressed.get(encoding) ?? compress(plain, encoding, 'once');
    compressed.set(encoding, made);
    made.catch(() => compressed.delete(encoding));
    return made;
  };

  return async function sendFixture(ctx) {
    const { plain, tag } = await read();
    ctx.set(headers);
    ctx.set('Cache-Control', cacheControl);
    ctx.vary('Accept-Encoding');
    const encoding = plain.length < minCompressedBytes ? 'identity' : encodingFor(ctx.get('Accept-Encoding'), 'once');
    sendTagged(ctx, { tag, type, body: encoding === 'identity' ? plain : await encode(plain, encoding) });
    if (encoding !== 'identity' && ctx.status === 200) ctx.set('Content-Encoding', encoding);
  };
}

type Tagged = { plain: Buffer; tag: string };

async function readTagged(make: MakeBody): Promise<Tagged> {
  const body = await make();
  const plain = typeof body === 'string' ? Buffer.from(body) : body;
  return { plain, tag: entityTagOf(plain) };
}

/** The web pages and the files they load, read once at startup. */
export type Pages = {
  /** A hash of all files, used in their URLs. */
  edition: string;
  /** Files by name; empty if the pages have not been built. */
  files: ReadonlyMap<string, { type: string; body: Buffer }>;
  /** The file of each script, by name and language. */
  scripts: Readonly<Record<string, string>>;
  /** Whether people can sign in. */
  hasAccounts: boolean;
};

const types: Readonly<Record<string, string>> = tableOf({
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
});

/** Reads the output of `scripts/build/build-pages.mjs`. */
export function readPages(hasAccounts = false): Pages {
  const folder = projectFile('dist/pages');
  const current = join(folder, 'edition.json');
  if (!existsSync(current)) return { edition: '', files: new Map(), scripts: {}, hasAccounts };
  const { edition, scripts } = JSON.parse(readFileSync(current, 'utf8')) as Pick<Pages, 'edition' | 'scripts'>;
  const names = readdirSync(join(folder, edition)).filter((name) => extname(name) in types);
  const read = (name: string) => ({
    type: types[extname(name)] ?? '',
    body: readFileSync(join(folder, edition, name)),
  });
  return { edition, scripts, hasAccounts, files: new Map(names.map((name) => [name, read(name)])) };
}

/**
 * Content Security Policy: all files come from this service, and no script or style is inline. HTML is parsed only in
 * pages/results/job-panel.tsx, under the Trusted Types policy `description`; `worker` is for the service worker's URL.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types description worker',
].join('; ');

/** The known facts, for structured data. */
export const known = (facts: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(facts).filter(([, fact]) => fact !== null));

/** Awaits a result; `null` if it fails with a problem of this code. */
export async function orNull<Found>(code: ProblemCode, finding: Promise<Found>): Promise<Found | null> {
  try {
    return await finding;
  } catch (error) {
    if (error instanceof Problem && error.code === code) return null;
    throw error;
  }
}

/** The headers of every page. */
export const pageHeaders = {
  'Content-Security-Policy': policy,
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
};

/** Falls through to the 404 of the API. */
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
    const handler = (requested === edition ? immutable : revalidated).get(file);
    await (handler ?? notBuilt)(ctx, next);
  };
}
