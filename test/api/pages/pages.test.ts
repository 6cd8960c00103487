import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { request } from 'undici';
import { openPages } from '../../lib/open-pages.js';
import { startService, type TestService } from '../../lib/start-service.js';

let service: TestService;
let html: string;

beforeAll(async () => {
  await (await openPages()).close();
  service = await startService({ sources: [], worker: false });
  html = await (await fetch(`${service.url}/`)).text();
});
afterAll(() => service.close());

const address = (file: string): string => {
  const [, path = ''] = new RegExp(`"(/pages/[0-9a-f]{12}/${file.replace('.', '\\.')})"`).exec(html) ?? [];
  return `${service.url}${path}`;
};
const moduleScript = (): string => service.url + /type="module" src="([^"]+)"/.exec(html)?.[1];

describe('the pages', () => {
  test.each(['/', '/geo'])('%s runs only our own scripts, and cannot be framed', async (path) => {
    const { status, headers } = await fetch(`${service.url}${path}`);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-cache');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    const text = await (await fetch(`${service.url}${path}`)).text();
    expect(text).not.toMatch(/<script(?![^>]*\bsrc=)(?! type="application\/json")|<style|\sstyle=|\son\w+=/);
  });

  test('are sent again only when they changed', async () => {
    const tag = (await fetch(`${service.url}/`)).headers.get('etag') ?? '';
    const again = await fetch(`${service.url}/`, { headers: { 'if-none-match': tag } });
    expect(again.status).toBe(304);
  });

  test('load immutable files, of this version only', async () => {
    const file = moduleScript();
    const own = await fetch(file);
    expect(own.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(own.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    const other = await fetch(file.replace(/[0-9a-f]{12}/, '000000000000'));
    expect(other.status).toBe(200);
    expect(other.headers.get('cache-control')).toBe('no-cache');
  });

  test('the search page and all it loads at first stay below 60 kB as they are sent', async () => {
    const names = [...html.matchAll(/"\/pages\/[0-9a-f]{12}\/([\w.-]+)"/g)].map(([, name = '']) => name);
    expect(names.filter((name) => name.endsWith('.js'))).toEqual(['before-paint.js', expect.stringMatching(/^chunk-/)]);
    const files = await Promise.all(
      [...new Set(names)].map(async (name) => {
        const { body } = await request(address(name), { headers: { 'accept-encoding': 'br' } });
        return body.arrayBuffer();
      }),
    );
    const bytes = files.reduce((sum, { byteLength }) => sum + byteLength, html.length);
    expect(bytes).toBeGreaterThan(20_000);
    expect(bytes).toBeLessThan(60_000);
  });

  test('are compressed for clients that accept it', async () => {
    const packed = await request(address('site.css'), { headers: { 'accept-encoding': 'gzip' } });
    const plain = await request(address('site.css'));
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect((await packed.body.arrayBuffer()).byteLength).toBeLessThan((await plain.body.arrayBuffer()).byteLength / 2);
  });

  test.each(['/pages/x/none.js', '/pages/x/..%2f..%2fpackage.json', '/pages/x/search.html', '/geo/x'])(
    'are the only files served: %s is none',
    async (path) => {
      const { status, headers } = await fetch(`${service.url}${path}`);
      expect(status).toBe(404);
      expect(headers.get('content-type')).toBe('application/problem+json');
    },
  );

  test('accept only GET and HEAD', async () => {
    const { status, headers } = await fetch(`${service.url}/geo`, { method: 'POST' });
    expect(status).toBe(405);
    expect(headers.get('allow')).toBe('HEAD, GET');
  });
});
