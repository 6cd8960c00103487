import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Plans } from '../../shared/auth/plans.js';
import type { Middleware } from '../middleware/request-context.js';
import { type Fixture, sendFixture } from '../pages/send-fixture.js';
import { docsPage, docsScript, docsStyle } from './docs-page.js';
import { samplesPage, samplesScript, samplesStyle } from './samples-page.js';

const require = createRequire(import.meta.url);

/** Content Security Policy: the page may load from, and connect to, this service only. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const script = 'text/javascript; charset=utf-8';
const style = 'text/css; charset=utf-8';

/** One day: the files change only with a release, and their ETag changes with them. */
const cacheControl = 'max-age=86400';

/** GET /api/docs: a page to read the API document and try it out, without requests to other servers. */
export function docs(): Middleware {
  return sendFixture({
    type: 'text/html; charset=utf-8',
    cacheControl: 'no-cache',
    body: () => docsPage,
    headers: { 'Content-Security-Policy': policy, 'Referrer-Policy': 'no-referrer' },
  });
}

/** GET /api/docs/samples: how to call each operation, to be copied. */
export function samples({ version, plans }: { version: string; plans: Plans }): Middleware {
  return sendFixture({
    type: 'text/html; charset=utf-8',
    cacheControl: 'no-cache',
    body: async () => {
      const { describeApi } = await import('../openapi/describe-api.js');
      return samplesPage(describeApi({ version, plans }));
    },
    headers: { 'Content-Security-Policy': policy, 'Referrer-Policy': 'no-referrer' },
  });
}

/** The files that the pages load, by name below `/api/docs/`. */
export function docsFiles(): Record<string, Middleware> {
  return {
    'start.js': file({ type: script, body: () => docsScript }),
    'style.css': file({ type: style, body: () => docsStyle }),
    'swagger-ui.js': file({ type: script, body: packaged('swagger-ui-bundle.js') }),
    'swagger-ui.css': file({ type: style, body: packaged('swagger-ui.css') }),
    'samples.js': file({ type: script, body: () => samplesScript }),
    'samples.css': file({ type: style, body: () => samplesStyle }),
    'icon.png': file({ type: 'image/png', body: packaged('favicon-32x32.png') }),
  };
}

const file = (fixture: Pick<Fixture, 'type' | 'body'>): Middleware => sendFixture({ ...fixture, cacheControl });

const packaged = (name: string) => () => readFile(require.resolve(`swagger-ui-dist/${name}`));
