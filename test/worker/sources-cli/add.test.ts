import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { projectFile } from '../../../shared/project-file.js';
import { startRedis, type TestRedis } from '../../lib/start-redis.js';

const folder = mkdtempSync(join(tmpdir(), 'add-'));
const file = join(folder, 'sources.json');
const posting = (title: string): string =>
  `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', '@type': 'JobPosting', title })}</script>`;
const feedOf = (path: string): string =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>Mill</title>${['Miller', 'Driver']
    .map((title, n) => `<item><title>${title}</title><link>http://127.0.0.1:PORT${path}${n}</link></item>`)
    .join('')}</channel></rss>`;
const sitemapOf = (...paths: string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?><!-- made by hand --><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${paths
    .map((path) => `<url><loc>http://127.0.0.1:PORT${path}</loc></url>`)
    .join('')}</urlset>`;
let redis: TestRedis;
let server: Server;
let origin: string;

const rows = ['Night baker', 'Miller', 'Driver', 'Planner', 'Courier', 'Apprentice'];

/** A company's pages: a list whose postings have no page of their own kind, and one page with a JobPosting of each. */
const pages: Record<string, string> = {
  '/crust/team': `<nav><ul><li><a href="/">Home</a></li><li><a href="/shops">Shops</a></li></ul></nav>
    ${rows.map((row, n) => `<div class="tile"><a class="name" href="/crust/p/${n}">${row}</a><p class="city">Bern</p></div>`).join('')}`,
  '/mill/team': '<link rel="alternate" type="application/rss+xml" href="/mill/rss"><p>We are a mill.</p>',
  '/mill/rss': feedOf('/mill/jobs/'),
  '/news/team': '<link rel="alternate" type="application/rss+xml" href="/news/rss"><p>We are a paper.</p>',
  '/news/rss': feedOf('/news/2026/'),
  '/bakery/sitemap.xml': sitemapOf('/bakery/about', '/bakery/jobs/1', '/bakery/jobs/2'),
  '/bakery/jobs/1': posting('Baker'),
  '/bakery/jobs/2': posting('Cook'),
  '/index.xml': `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><sitemap><loc>http://127.0.0.1:PORT/pages.xml</loc></sitemap><sitemap><loc>http://127.0.0.1:PORT/jobs.xml</loc></sitemap></sitemapindex>`,
  '/jobs.xml': sitemapOf('/bakery/jobs/1', '/bakery/jobs/2'),
  '/plain/careers': `<meta property="og:site_name" content="Plain Bakery"><nav><a href="/">Home</a></nav><main><h1>Open positions</h1><ul>${rows
    .map((row, n) => `<li><a href="/plain/openings/${n}-${row.toLowerCase().replace(' ', '-')}">${row}</a></li>`)
    .join('')}</ul></main>`,
  ...Object.fromEntries(
    rows.map((row, n) => [
      `/plain/openings/${n}-${row.toLowerCase().replace(' ', '-')}`,
      `<nav><a href="/">Home</a></nav><main><h1>${row}</h1><p>${`You work as ${row} in our bakery in Bern. `.repeat(8)}</p></main>`,
    ]),
  ),
  '/oven/jobs/': rows
    .map(
      (title) =>
        `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', '@type': 'JobPosting', title, hiringOrganization: { name: 'Oven' } })}</script>`,
    )
    .join(''),
};

beforeAll(async () => {
  redis = await startRedis();
  server = createServer((request, response) => {
    const body = pages[request.url ?? ''];
    const type = body?.startsWith('<?xml') || request.url?.endsWith('.xml') ? 'application/xml' : 'text/html';
    const port = (server.address() as AddressInfo).port;
    response
      .writeHead(body === undefined ? 404 : 200, { 'content-type': type })
      .end(body?.replaceAll('PORT', String(port)) ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.close();
  server.closeAllConnections();
  await redis.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs the command as its user does, without a terminal. */
function sources(...args: string[]): Promise<{ code: number; lines: string[] }> {
  const env = {
    ...process.env,
    REDIS_URL: redis.url,
    ALLOW_PRIVATE_HOSTS: '127.0.0.1',
    CHROMIUM_PATH: '',
    SOURCES: '',
  };
  const command = [projectFile('dist/worker/sources-cli/main.js'), ...args, '--file', file];
  return new Promise((resolve) => {
    execFile(process.execPath, command, { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), lines: `${stdout}${stderr}`.trimEnd().split('\n') }),
    );
  });
}

const written = (): object[] => JSON.parse(readFileSync(file, 'utf8')).sources;

test('from two postings of a page that shows them in no known way, selectors are proposed, shown and written', async () => {
  const address = `${origin}/crust/team`;
  const plain = await sources('add', address);
  expect(plain).toMatchObject({
    code: 1,
    lines: [expect.stringContaining('two of its postings (`npx job-search sources add` with --first and --second)')],
  });
  const wrong = await sources('add', address, '--first', 'Night baker', '--second', 'Astronaut');
  expect(wrong).toMatchObject({ code: 1, lines: [expect.stringContaining('no repeated structure')] });
  expect(existsSync(file)).toBe(false);

  const added = await sources('add', address, '--first', 'night baker', '--second', '/crust/p/2');
  const entry = {
    ...{ id: 'crust', kind: 'site', pages: [address], item: 'div.tile' },
    fields: { title: 'a.name', location: 'p.city' },
  };
  expect(added).toEqual({
    code: 0,
    lines: [
      ...rows.slice(0, 5).map((row, n) => `  ${row} | Bern | ${origin}/crust/p/${n}`),
      '  … and 1 more',
      'Found by 6 postings of the same structure:',
      `  ${JSON.stringify(entry)}`,
      '6 postings.',
      `Written into ${file} as "crust".`,
    ],
  });
  expect(written()).toEqual([entry]);
});

test('a plain list states the company, and its postings the texts of their pages', async () => {
  const { code, lines } = await sources('add', `${origin}/plain/careers`, '--file', file, '--dry-run');
  expect(code).toBe(0);
  const entry = JSON.parse(lines.find((line) => line.trim().startsWith('{')) ?? '{}');
  expect(entry).toMatchObject({
    kind: 'site',
    fields: { company: '=Plain Bakery' },
    jobFields: { description: 'main' },
  });
  const checked = join(folder, 'plain.json');
  writeFileSync(checked, JSON.stringify({ sources: [entry] }));
  const { lines: table } = await sources('check', checked);
  expect(table.find((line) => line.startsWith(entry.id))).toMatch(/ 6 +100 % .* 100 % +[\d.]+$/);
}, 120_000);

test('a company is found by its site, and shown without being written', async () => {
  const { code, lines } = await sources('find', `${origin}/oven/jobs/`, '--dry-run');
  expect([code, lines[0], lines.at(-1)]).toEqual([0, 'Found by 6 JobPostings in the page:', '6 postings.']);
  expect(existsSync(file) ? JSON.stringify(written()) : '').not.toContain('oven');
});

test('a feed that a page names is one of postings when its entries lead to postings', async () => {
  expect(await sources('add', `${origin}/mill/team`, '--dry-run')).toMatchObject({
    code: 0,
    lines: ['Found by the feed the page names:', expect.stringContaining(`"url":"${origin}/mill/rss"`), '2 postings.'],
  });
  expect(await sources('add', `${origin}/news/team`, '--dry-run')).toMatchObject({ code: 1 });
});

test.each(['/bakery/sitemap.xml', '/index.xml'])('the address of a sitemap, %s, is read as one', async (path) => {
  expect(await sources('add', `${origin}${path}`, '--dry-run')).toMatchObject({
    code: 0,
    lines: [
      'Found by 2 pages of the sitemap with a JobPosting:',
      expect.stringContaining(`"sitemap":"${origin}${path}","jobUrls":"/bakery/jobs/"`),
      expect.stringMatching(/^2 postings/),
    ],
  });
});
