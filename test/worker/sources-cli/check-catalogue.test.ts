import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { parseKnownBoards } from '../../../shared/catalogue/known-boards.js';
import { projectFile } from '../../../shared/project-file.js';
import { startRedis, type TestRedis } from '../../lib/start-redis.js';

const folder = mkdtempSync(join(tmpdir(), 'check-'));
const file = join(folder, 'boards.csv');
const states: Record<string, number> = { '/here.xml': 200, '/gone.xml': 404, '/removed.xml': 410, '/broken.xml': 500 };
let asked: string[] = [];
let redis: TestRedis;
let server: Server;
let lines: string[];

beforeAll(async () => {
  redis = await startRedis();
  server = createServer((request, response) => {
    const url = request.url ?? '';
    if (url !== '/robots.txt') asked.push(url);
    response.writeHead(states[url] ?? 404, { 'content-type': 'application/xml' }).end('<?xml version="1.0"?><urlset/>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const boardOf = (url: string): string => `${url.slice(1, -4)},,Technology,,,${origin}${url}#/job/,`;
  lines = [
    '# A list of ours.',
    'name,website,industry,size,country,board,pages',
    ...Object.keys(states).map(boardOf),
    'unread,,,,,careers.nobody-knows.example,',
  ];
});
afterAll(async () => {
  server.close();
  server.closeAllConnections();
  await redis.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs the command as a maintainer does, on a new copy of the catalogue. */
function check(...args: string[]): Promise<{ code: number; said: string[] }> {
  asked = [];
  writeFileSync(file, `${lines.join('\n')}\n`);
  const command = [projectFile('dist/worker/sources-cli/main.js'), 'check', ...args];
  const env = { ...process.env, SOURCES: '', REDIS_URL: redis.url, ALLOW_PRIVATE_HOSTS: '127.0.0.1' };
  return new Promise((resolve) => {
    execFile(process.execPath, command, { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), said: `${stdout}${stderr}`.trimEnd().split('\n') }),
    );
  });
}

const namesLeft = (): string[] => parseKnownBoards(readFileSync(file, 'utf8')).map(({ name }) => name);

test('boards whose host says that they are gone are listed, each asked once', async () => {
  const { code, said } = await check(file, '--catalogue');
  expect(code).toBe(1);
  expect([...new Set(asked)].sort()).toEqual(Object.keys(states).sort());
  expect(asked.filter((url) => url !== '/broken.xml')).toHaveLength(3);
  const listed = said.filter((line) => /^(gone|not read) /.test(line)).map((line) => line.replace(/:.*/, ''));
  expect(listed.sort()).toEqual(['gone       gone', 'gone       removed', 'not read   unread']);
  expect(said.at(-2)).toBe(
    '5 boards: 1 answer, 2 are gone, 0 are forbidden by robots.txt, 1 could not be reached, 1 have no matching kind.',
  );
  expect(said.at(-1)).toBe(`With --prune the 3 listed are left out of ${file}.`);
  expect(readFileSync(file, 'utf8').trimEnd().split('\n')).toEqual(lines);
});

test('--prune leaves them out of the catalogue, and those that could not be asked in it', async () => {
  const { code, said } = await check(file, '--catalogue', '--prune');
  expect([code, said.at(-1)]).toEqual([0, `3 boards left out of ${file}.`]);
  expect(namesLeft()).toEqual(['broken', 'here']);
  expect(readFileSync(file, 'utf8')).toMatch(/^# A list of ours\.\nname,/);
});

test('--prune is refused where no catalogue is checked', async () => {
  expect(await check(file, '--prune')).toEqual({ code: 2, said: ['--prune belongs to check --catalogue.'] });
});

test('--kinds reads a board of a kind, tries others when it is gone, and prints a table', async () => {
  const { code, said } = await check(file, '--kinds', '--kind', 'site');
  expect(said[0]).toMatch(/^\| kind \| board \| postings \| company \|/);
  expect(said[2]).toMatch(/^\| site \| removed \| 0 \| – .* Check the board’s name or address: nothing is there\. \|$/);
  expect([code, said.at(-1)]).toEqual([1, '0 of 1 kinds returned postings; 0 were not tried.']);
});

test('--kinds says what a kind that cannot be tried needs', async () => {
  const { code, said } = await check(file, '--kinds', '--kind', 'adzuna');
  expect(said[2]).toContain('not tried: the catalogue has no board of it, and it needs country, appId, appKey');
  expect([code, said.at(-1)]).toEqual([0, '0 of 0 kinds returned postings; 1 were not tried.']);
  expect(await check(file, '--kinds', '--kind', 'nobody')).toMatchObject({ code: 2 });
});
