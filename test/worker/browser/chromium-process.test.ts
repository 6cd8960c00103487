import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { projectFile } from '../../../shared/project-file.js';
import { createBrowser } from '../../../worker/browser/browser.js';
import { machine, makeChromiumFolder, removeAbandonedFolders } from '../../../worker/browser/chromium-process.js';
import { createFetchRaw, type FetchRaw } from '../../../worker/fetch/fetch-raw.js';
import { createSsrfGuard } from '../../../worker/fetch/ssrf-guard.js';
import { allGone, childrenLeft } from '../../lib/leave-clean.js';

const chromiumPath = process.env.CHROMIUM_PATH || '/usr/bin/chromium-headless-shell';
const isRoot = process.getuid?.() === 0;
const isLinux = process.platform === 'linux';

let server: Server;
let origin: string;
let fetchRaw: FetchRaw;
let scratch: string;

beforeAll(async () => {
  scratch = mkdtempSync(join(tmpdir(), 'cpt-'));
  server = createServer((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Hello'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  origin = `http://${host}`;
  fetchRaw = createFetchRaw(createSsrfGuard([host]));
});
afterAll(async () => {
  await fetchRaw.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  rmSync(scratch, { recursive: true, force: true });
});

type Line = { level: number; msg: string; user?: number | null; sandbox?: boolean };

/** Renders one page; returns the log, and the user ids of Chromium's processes during the render. */
async function renderWith(path: string): Promise<{ lines: Line[]; users: Set<number>; environment: string }> {
  const lines: Line[] = [];
  const logger = pino({ level: 'debug' }, { write: (line: string) => void lines.push(JSON.parse(line) as Line) });
  const browser = createBrowser({ chromiumPath: path, logger, fetchRaw });
  const session = browser.session();
  try {
    const { html } = await session.render(`${origin}/`, { signal: AbortSignal.timeout(20_000), userAgent: 'test' });
    expect(html).toContain('Hello');
    const pids = childrenLeft()
      .filter((line) => /headless|chrom/i.test(line))
      .map((line) => Number(line.split(' ')[0]));
    const users = new Set(pids.map((pid) => statSync(`/proc/${pid}`).uid));
    const [first] = pids;
    return { lines, users, environment: readFileSync(`/proc/${first}/environ`, 'utf8') };
  } finally {
    await session.close();
    await browser.close();
  }
}

/** The program itself, behind a launcher. */
function programOf(path: string): string {
  const start = readFileSync(path).subarray(0, 2000).toString('latin1');
  return start.startsWith('#!') ? (/exec '([^']+)'/.exec(start)?.[1] ?? path) : path;
}

/** Copies Chromium to a folder whose mode alone decides who can reach it. */
function copyOf(name: string, mode: number): string {
  const folder = join(scratch, name);
  mkdirSync(folder);
  const program = join(folder, basename(programOf(chromiumPath)));
  copyFileSync(programOf(chromiumPath), program);
  chmodSync(program, 0o755);
  chmodSync(folder, mode);
  chmodSync(scratch, 0o755);
  return program;
}

const inSandbox = isLinux && existsSync(join(programOf(chromiumPath))) && !/\/usr\//.test(programOf(chromiumPath));

describe('Chromium of a worker that runs as root', () => {
  const when = isRoot && inSandbox ? test : test.skip;

  when('runs as a user without rights, in its sandbox', async () => {
    process.env.ADMIN_TOKEN = 'a-secret-of-ours';
    const { lines, users, environment } = await renderWith(copyOf('open', 0o755));
    delete process.env.ADMIN_TOKEN;
    expect([...users]).toEqual([65_534]);
    const started = lines.find(({ msg }) => msg === 'browser: started');
    expect(started).toMatchObject({ user: 65_534 });
    // Whether it gets its sandbox depends on the machine: where it does not, the log says so.
    expect(lines.some(({ msg }) => msg.includes('WITHOUT ITS SANDBOX'))).toBe(started?.sandbox === false);
    expect(environment).not.toContain('a-secret-of-ours');
  });

  when('runs as root without its sandbox where nobody else reaches it, and says so at the start', async () => {
    const { lines, users } = await renderWith(copyOf('shut', 0o700));
    expect([...users]).toEqual([0]);
    const warned = lines.filter(({ msg }) => msg.includes('as root WITHOUT ITS SANDBOX'));
    expect(warned).toHaveLength(1);
    expect(lines.indexOf(warned[0] as Line)).toBeLessThan(lines.findIndex(({ msg }) => msg === 'browser: started'));
  });
});

test('a Chromium that does not start is reported with its output', async () => {
  const broken = join(scratch, 'broken');
  writeFileSync(broken, '#!/bin/sh\necho "no such library" >&2\nexit 127\n', { mode: 0o755 });
  await expect(renderWith(broken)).rejects.toMatchObject({
    failure: 'browser',
    message: expect.stringMatching(/^Chromium could not be started: .*127.*no such library/),
  });
  await expect(renderWith(join(scratch, 'missing'))).rejects.toMatchObject({ failure: 'browser' });
  expect(foldersOf(process.pid)).toEqual([]);
});

const foldersOf = (pid: number): string[] =>
  readdirSync(tmpdir()).filter((name) => name.startsWith('js-chromium-') && name.includes(`-${pid}-`));

/** A process that renders one page and then waits to be killed. */
const script = (url: string) => `
  const from = (file) => import(${JSON.stringify(projectFile('dist'))} + '/' + file);
  const { createBrowser } = await from('worker/browser/browser.js');
  const { createFetchRaw } = await from('worker/fetch/fetch-raw.js');
  const { createSsrfGuard } = await from('worker/fetch/ssrf-guard.js');
  const { createLogger } = await from('shared/logger.js');
  const fetchRaw = createFetchRaw(createSsrfGuard(['127.0.0.1']));
  const browser = createBrowser({ chromiumPath: ${JSON.stringify(chromiumPath)}, logger: createLogger('silent', 'test'), fetchRaw });
  await browser.session().render(${JSON.stringify(url)}, { signal: AbortSignal.timeout(20000), userAgent: 'test' });
  console.log('rendered');
  setInterval(() => undefined, 1000);`;

describe('the temporary files of Chromium', () => {
  test('of a killed worker are removed at the next start, and those of a running one are not', async () => {
    const folder = join(scratch, 't');
    mkdirSync(folder, { mode: 0o777 });
    chmodSync(scratch, 0o755);
    /** A worker that has rendered a page. */
    const start = async () => {
      const child = spawn(process.execPath, ['--input-type=module', '-e', script(`${origin}/`)], {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: { PATH: process.env.PATH, TMPDIR: folder },
      });
      for await (const line of createInterface({ input: child.stdout })) if (line === 'rendered') break;
      return child;
    };
    const kill = async (child: ChildProcess) => {
      const over = new Promise((resolve) => child.once('exit', resolve));
      const chromiums = childrenLeft(child.pid).map((line) => Number(line.split(' ')[0]));
      child.kill('SIGKILL');
      await over;
      // Its Chromium ends with the pipe to it.
      await allGone(chromiums);
    };
    const left = () => readdirSync(folder).map((name) => /^js-chromium-\w+-(\d+)-/.exec(name)?.[1] ?? name);
    const pids = (...children: ChildProcess[]) => children.map(({ pid }) => String(pid)).sort();

    const first = await start();
    const second = await start();
    expect(left().sort()).toEqual(pids(first, second));
    await kill(first);
    expect(left().sort()).toEqual(pids(first, second));
    const third = await start();
    expect(left().sort()).toEqual(pids(second, third));
    await Promise.all([second, third].map(kill));
  });

  test('are removed when the browser closes', async () => {
    await renderWith(chromiumPath);
    expect(foldersOf(process.pid)).toEqual([]);
  });

  test('of another process with the same id, of another machine or behind a link are told apart', async () => {
    const own = await makeChromiumFolder(null);
    const here = machine();
    const reused = mkdtempSync(join(tmpdir(), `js-chromium-${here}-${process.pid}-1-`));
    const elsewhere = mkdtempSync(join(tmpdir(), `js-chromium-x${here}-999999-1-`));
    const target = mkdtempSync(join(tmpdir(), 'cft-'));
    const link = join(tmpdir(), `js-chromium-${here}-999999-1-linked`);
    execFileSync('ln', ['-s', target, link]);
    try {
      await removeAbandonedFolders();
      const left = [own.path, reused, elsewhere, target, link].map((path) => existsSync(path));
      expect(left).toEqual([true, !isLinux, true, true, true]);
    } finally {
      await own.remove();
      for (const path of [reused, elsewhere, target, link]) rmSync(path, { recursive: true, force: true });
    }
  });
});
