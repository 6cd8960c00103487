import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { projectFile } from '../../../shared/project-file.js';
import { readSourcesFile } from '../../../worker/sources/config/sources-file.js';
import { startRedis, type TestRedis } from '../../lib/start-redis.js';
import { judgedPages } from '../recognise/judged-pages.js';

const folder = mkdtempSync(join(tmpdir(), 'import-'));
const servers: Server[] = [];
let redis: TestRedis;

const posting = (title: string): string =>
  `<html><head><script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', '@type': 'JobPosting', title, hiringOrganization: { name: 'Crust' } })}</script></head><body><h1>${title}</h1></body></html>`;
const rows = ['Night baker', 'Miller', 'Driver', 'Planner'];

/** Sites that use no known system. */
const ownSites: { pages: Record<string, string>; expected: object | null }[] = [
  {
    pages: {
      '/': '<a href="/jobs/">Careers</a>',
      '/jobs/': rows.map((row, n) => `<a href="/jobs/${n}-x">${row}</a>`).join(''),
      ...Object.fromEntries(rows.map((row, n) => [`/jobs/${n}-x`, posting(row)])),
    },
    expected: { kind: 'site', jobLinks: 'a[href*="/jobs/"]' },
  },
  {
    pages: {
      '/': '<a href="/karriere/">Karriere</a>',
      '/karriere/': `<ul>${rows.map((row, n) => `<li class="vacancy"><h3><a href="/karriere/${n}-x">${row}</a></h3><span class="vacancy-location">Bern</span></li>`).join('')}</ul>`,
    },
    expected: { kind: 'site', item: 'li.vacancy', fields: { title: 'a', location: 'span.vacancy-location' } },
  },
  {
    pages: { '/': '<link rel="alternate" type="application/rss+xml" title="Jobs" href="/jobs.rss"><p>Jobs</p>' },
    expected: { kind: 'feed' },
  },
  { pages: { '/': `${posting('Baker')}${posting('Miller')}` }, expected: { kind: 'site' } },
  { pages: { '/': '<p>We bake bread.</p>' }, expected: null },
  { pages: {}, expected: null },
];

/** Serves one site on a port of its own, since each host has its own pace. */
async function serve(pages: Record<string, string>): Promise<string> {
  const server = createServer((request, response) => {
    const body = pages[request.url ?? ''];
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'text/html' }).end(body ?? '');
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

beforeAll(async () => {
  redis = await startRedis();
});
afterAll(async () => {
  for (const server of servers) server.close();
  for (const server of servers) server.closeAllConnections();
  await redis.stop();
  rmSync(folder, { recursive: true, force: true });
});

type Line = { text: string; right: { kind: string; settings: object } | null };

async function mixedLines(): Promise<Line[]> {
  const addresses = readFileSync(projectFile('test/fixtures/judged-addresses.tsv'), 'utf8').split('\n');
  const boards = addresses.flatMap((row): Line[] => {
    const [text = '', kind = '-', written = ''] = row.split('\t');
    const pairs = written.split(';').map((pair) => pair.split(/=(.*)/s).slice(0, 2));
    const isBoard = kind !== '-' && kind !== 'usajobs' && kind !== 'adzuna' && written !== '';
    return isBoard ? [{ text, right: { kind, settings: Object.fromEntries(pairs) } }] : [];
  });
  // A board that lies at the page's own host would lie on this machine.
  const isElsewhere = ({ right }: (typeof judgedPages)[number]) => !('baseUrl' in (right?.settings ?? {}));
  const pages = judgedPages.filter((page) => page.url.endsWith('/careers') && isElsewhere(page)).slice(0, 70);
  const sites = await Promise.all(
    pages.map(async ({ url, body, right }): Promise<Line> => {
      const path = `/${new URL(url).hostname.split('.').at(-2)}/careers`;
      return { text: `${await serve({ [path]: body })}${path}`, right };
    }),
  );
  const own = await Promise.all(
    ownSites.map(async ({ pages: served, expected }): Promise<Line> => {
      const { kind = '', ...settings } = (expected ?? {}) as { kind?: string };
      return { text: `${await serve(served)}/`, right: expected && { kind, settings } };
    }),
  );
  const lines = [...boards.slice(0, 124), ...sites, ...own];
  return lines.slice(0, 200);
}

describe('a list of 200 companies', () => {
  it('becomes a sources file by one command', async () => {
    const lines = await mixedLines();
    expect(lines).toHaveLength(200);
    const [list, file] = [join(folder, 'companies.txt'), join(folder, 'sources.json')];
    writeFileSync(list, `${lines.map(({ text }) => text).join('\n')}\n`);
    const env = {
      ...process.env,
      REDIS_URL: redis.url,
      ALLOW_PRIVATE_HOSTS: '127.0.0.1',
      CHROMIUM_PATH: '',
      SOURCES: '',
    };
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [projectFile('dist/worker/sources-cli/main.js'), 'import', list, '--file', file],
      { env, maxBuffer: 10_000_000 },
    );
    const said = stdout.trimEnd().split('\n');
    expect(said).toHaveLength(201);
    const sources = readSourcesFile(readFileSync(file, 'utf8'), file);
    const byId = new Map(sources.map((source) => [source.id, source]));
    const idIn = (sentence: string): string => /"([^"]+)"/.exec(sentence)?.[1] ?? '';
    const outcomes = lines.map(({ text, right }, index) => {
      const [, written, sentence = ''] = said[index]?.split('\t') ?? [];
      const line = /the same as line (\d+)/.exec(sentence)?.[1];
      const source = byId.get(idIn(line === undefined ? sentence : (said[Number(line) - 1]?.split('\t')[2] ?? '')));
      return { text, written, sentence, right, kind: source?.kind.kind ?? null, settings: source?.settings };
    });
    const wrong = outcomes.filter(({ text, written, right, kind, settings }) => {
      if (written !== text || kind !== (right?.kind ?? null)) return true;
      const stated = Object.entries(right?.settings ?? {});
      return stated.some(
        ([name, value]) =>
          JSON.stringify(settings?.[name as 'id'])?.toLowerCase() !== JSON.stringify(value).toLowerCase(),
      );
    });
    expect(wrong).toEqual([]);
    expect(outcomes.filter(({ kind, sentence }) => kind === null && sentence.length < 30)).toEqual([]);
    expect(said.at(-1)).toMatch(/^200 lines, \d+ sources written/);
  }, 120_000);
});
