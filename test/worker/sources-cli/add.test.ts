import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { projectFile } from '../../../shared/project-file.js';
import { startRedis, type TestRedis } from '../../lib/start-redis.js';

const folder = mkdtempSync(join(tmpdir(), 'add-'));
const file = join(folder, 'sources.json');
let redis: TestRedis;
let server: Server;
let origin: string;

const rows = ['Night baker', 'Miller', 'Driver', 'Planner', 'Courier', 'Apprentice'];

/** A company's pages: a list whose postings have no page of their own kind, and one page with a JobPosting of each. */
const pages: Record<string, string> = {
  '/crust/team': `<nav><ul><li><a href="/">Home</a></li><li><a href="/shops">Shops</a></li></ul></nav>
    ${rows.map((row, n) => `<div class="tile"><a class="name" href="/crust/p/${n}">${row}</a><p class="city">Bern</p></div>`).join('')}`,
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
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'text/html' }).end(body ?? '');
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

test('a company is found by its site, and shown without being written', async () => {
  const { code, lines } = await sources('find', `${origin}/oven/jobs/`, '--dry-run');
  expect([code, lines[0], lines.at(-1)]).toEqual([0, 'Found by 6 JobPostings in the page:', '6 postings.']);
  expect(existsSync(file) ? JSON.stringify(written()) : '').not.toContain('oven');
});
