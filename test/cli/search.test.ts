import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { transformFileSync } from '@swc/core';
import { projectFile } from '../../shared/project-file.js';
import { type FakeBoard, startFakeBoard } from '../lib/fake-board.js';
import { boardSource, startService, type TestService } from '../lib/start-service.js';

/** Starts the command in a process: its output so far, and its exit. */
function start(args: readonly string[], environment: Record<string, string> = {}) {
  const child = spawn(process.execPath, [join(folder, 'search.mjs'), ...args], {
    env: { ...process.env, JOB_SEARCH_URL: service.url, ...environment },
  });
  const output = { out: '', err: '' };
  child.stdout.on('data', (part) => {
    output.out += String(part);
  });
  child.stderr.on('data', (part) => {
    output.err += String(part);
  });
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, ...output }));
  const until = async (holds: (now: typeof output) => boolean): Promise<void> => {
    while (!holds(output)) {
      if (child.exitCode !== null) throw new Error(`Ended with ${child.exitCode}: ${output.err}`);
      await Promise.race([once(child.stdout, 'data'), once(child.stderr, 'data'), ended]);
    }
  };
  return { child, ended, until };
}
const run = (args: readonly string[], environment?: Record<string, string>) => start(args, environment).ended;

let board: FakeBoard;
let service: TestService;

let folder: string;

/** The command as plain JavaScript, below the project so that it finds its packages. */
beforeAll(() => {
  mkdirSync(projectFile('.cache'), { recursive: true });
  folder = mkdtempSync(projectFile('.cache/test-search-'));
  for (const source of ['cli', 'client', 'shared'])
    for (const name of readdirSync(projectFile(source), { recursive: true, encoding: 'utf8' })) {
      if (!name.endsWith('.ts') || name.startsWith('dist/')) continue;
      const target = join(folder, source, name.replace(/\.ts$/, '.js'));
      const options = { jsc: { target: 'es2022', parser: { syntax: 'typescript' } }, module: { type: 'es6' } } as const;
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, transformFileSync(projectFile(join(source, name)), { swcrc: false, ...options }).code);
    }
  writeFileSync(
    join(folder, 'search.mjs'),
    "import { main } from './cli/main.js';\nprocess.exitCode = await main(process.argv.slice(2), process.env);\n",
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const open = (environment: Record<string, string> = {}): Promise<TestService> =>
  startService({
    sources: [boardSource('acme', board.baseUrl), boardSource('beta', board.baseUrl)],
    environment,
  });

beforeEach(async () => {
  board = await startFakeBoard();
  board.setJobs('acme', [
    { id: 1, title: 'Night Nurse', company: 'Blue Harbour', place: 'Berlin, Germany' },
    { id: 2, title: 'Evil\u001b]0;owned\u0007\u009b2J Nurse \u202egnp', company: 'Tidy \u001b[31mRed' },
  ]);
  board.setJobs('beta', [{ id: 3, title: 'Baker' }]);
  service = await open();
});
afterEach(async () => {
  await service.close();
  await board.close();
});

/** Resolves when no background refresh is running. */
async function untilFresh(): Promise<void> {
  for (;;) {
    const { body } = await service.search({ keyword: 'nurse', sortBy: 'recent' });
    if (!body.stale) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

type Reply = { status: number; type: string; body: object | string };

/** Starts another server instead of the service. */
async function serve(reply: () => Reply): Promise<{ url: string; close(): void }> {
  const server = createServer((_request, response) => {
    const { status, type, body } = reply();
    response.writeHead(status, { 'content-type': type }).end(typeof body === 'string' ? body : JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

/** No control characters except line feeds. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they must not occur
const harmless = /^[^\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]*$/;

describe('npx job-search search', () => {
  test('prints jobs as a table on standard output and progress by source on standard error', async () => {
    const { code, out, err } = await run(['nurse', '--location', 'Berlin', '--sort', 'newest']);
    expect(code).toBe(0);
    expect(out).toMatch(/^ +title +company +place +pay +workplace +posted +source\n/);
    expect(out).toMatch(/\n {0,2}\d {2}Night Nurse +Blue Harbour +Berlin, Germany +– +– +1 day ago +acme\n/);
    expect(out).toMatch(/\n +title has "nurse" · in Berlin.*\n +http:\/\/127\.0\.0\.1:\d+\/acme\/jobs\/1\n/);
    expect(err).toMatch(/^ok +acme +2 jobs {2}\d+\.\d s$/m);
    expect(err).toMatch(/^ok +beta +0 jobs/m);
    expect(err).toContain('Jobs 1 to 2 of 2.\n');
    expect(out + err).toMatch(harmless);
    expect(out).toContain('Evil ]0;owned 2J Nurse gnp');
  });

  test('--json prints only the response body, safe for a terminal and unchanged for a program', async () => {
    const { code, out } = await run(['nurse', '--json', '--quiet', '--limit=1', '--page', '1']);
    expect(code).toBe(0);
    expect(out).toMatch(harmless);
    const { body } = await service.search({ keyword: 'nurse', limit: '1', page: '1' });
    const { tookMs: _t, ageSeconds: _a, ...told } = JSON.parse(out);
    const { tookMs: _u, ageSeconds: _b, ...same } = body;
    expect({ ...told, stale: false }).toEqual({ ...same, stale: false });
    expect(Object.keys(JSON.parse(out))).toEqual(Object.keys(body));
  });

  test('exits with 1 when no job matches, and names the sources that are missing', async () => {
    board.setMood('beta', { kind: 'status', status: 500 });
    const { code, out, err } = await run(['astronaut']);
    expect(code).toBe(1);
    expect(out).toBe('');
    expect(err).toMatch(/^failed +beta +The source answered 500\.$/m);
    expect(err).toContain('No job matches.\nMissing: beta (failed: The source answered 500.)\n');
  });

  test('sends every field, by either of its option names', async () => {
    const args = ['--keyword=nurse', '--posted', '3 days', '--salary', '$50k', '--job-type', 'FT', '--remote', 'WFH'];
    const { out } = await run([
      ...args,
      '--experience-level',
      'sr',
      '--not-from',
      'Acme Inc.',
      '--language',
      'German',
      '--label',
      'Brand new',
      '--sort-by=newest',
      '--limit',
      '5',
      '--json',
    ]);
    expect(JSON.parse(out).query).toEqual({
      keyword: 'nurse',
      location: '',
      dateSincePosted: '72hr',
      salary: '50000',
      skills: '',
      label: 'new',
      jobType: 'full time',
      remoteFilter: 'remote',
      experienceLevel: 'senior',
      excludeCompanies: 'Acme Inc.',
      language: 'de',
      sortBy: 'recent',
      limit: '5',
      page: '0',
    });
  });

  test('explains invalid values: what was sent, what is allowed, the likely intent', async () => {
    const { code, out, err } = await run(['nurse', '--type', 'fultime', '--limit', '0', '--json']);
    expect(code).toBe(2);
    expect(out).toBe('');
    expect(err.split('\n')).toEqual([
      'The search request is not valid.',
      '  --type "fultime": "fultime" is not a job type. Did you mean "full time"?',
      '      allowed: full time, part time, contract, temporary, volunteer, internship',
      '  --limit "0": Digits only, from "1" to "100", not "0".',
      '      allowed: 1 to 100',
      '',
    ]);
  });

  test('rejects an unknown option', async () => {
    const { code, out, err } = await run(['--locaton', 'Berlin']);
    expect([code, out]).toEqual([2, '']);
    expect(err).toBe(
      'There is no option --locaton. Did you mean --location?\n"job-search search --help" lists every option.\n',
    );
  });

  test('--help lists every option with its accepted values', async () => {
    const { code, out } = await run(['--help']);
    expect(code).toBe(0);
    for (const word of ['--remote, --remote-filter', '- full time (also: permanent, FT, regular)', '--watch [minutes]'])
      expect(out).toContain(word);
    const watching = await run(['--watch', '--help']);
    expect([watching.code, watching.out.split('\n')[0]]).toEqual([
      0,
      'Usage: job-search watch [MINUTES] "typescript" --location Berlin --remote hybrid',
    ]);
    expect(watching.out).not.toContain('--watch [minutes]');
  });

  test('exits cleanly on Ctrl-C, and the service continues the search', async () => {
    board.setMood('beta', { kind: 'well', delayMs: 1500 });
    const { child, ended, until } = start(['nurse']);
    await until(({ err }) => /^ok +acme/m.test(err));
    child.kill('SIGINT');
    const { code, out, err } = await ended;
    expect([code, out]).toEqual([130, '']);
    expect(err).not.toMatch(/Error|at /);
    expect((await service.search({ keyword: 'nurse' })).body.page.total).toBe(2);
  });
});

describe('npx job-search search --watch', () => {
  beforeEach(async () => {
    await service.close();
    service = await open({ FRESH_SECONDS: '1' });
  });

  test('prints how many jobs exist, then each new job once', async () => {
    const { child, ended, until } = start(['nurse', '--watch', '0.01', '--json', '--quiet']);
    await until(({ err }) => err.includes('2 jobs found so far. New jobs are printed every 0.01 min.'));
    board.setJobs('acme', [
      { id: 1, title: 'Night Nurse' },
      { id: 9, title: 'Day Nurse' },
    ]);
    await until(({ out }) => out.includes('\n'));
    await new Promise((resolve) => setTimeout(resolve, 1500));
    child.kill('SIGINT');
    const { code, out } = await ended;
    await untilFresh();
    expect(code).toBe(130);
    expect(
      out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).title),
    ).toEqual(['Day Nurse']);
  });

  test('continues after a failure and says when it searches again', async () => {
    const { body } = await service.search({});
    const answers = [
      { status: 200, type: 'application/json', body },
      { status: 503, type: 'application/problem+json', body: { code: 'unavailable', status: 503, title: 'Not now.' } },
      { status: 200, type: 'application/json', body: { ...body, jobs: [{ ...body.jobs[0], id: 'job_new' }] } },
    ];
    const other = await serve(() => answers.shift() ?? { status: 200, type: 'application/json', body });
    const { child, ended, until } = start(['--watch=0.01', '--quiet'], { JOB_SEARCH_URL: other.url });
    await until(({ out }) => out.includes('\n'));
    child.kill('SIGINT');
    const { code, out, err } = await ended;
    other.close();
    expect(code).toBe(130);
    expect(err).toBe(
      '3 jobs found so far. New jobs are printed every 0.01 min. Press Ctrl-C to stop.\nNot now.\nNext search in 1 s.\n',
    );
    expect(out).toContain(body.jobs[0].url);
  });
});

describe('without a usable service the command says what to do:', () => {
  test('the service is not running', async () => {
    const { code, err } = await run(['nurse'], { JOB_SEARCH_URL: 'http://127.0.0.1:9' });
    expect(code).toBe(3);
    expect(err).toContain('No service responds at http://127.0.0.1:9');
    expect(err).toContain('Start it with: npx job-search start.');
  });

  test.each<[string, Record<string, string>, number, string]>([
    ['an invalid address', { JOB_SEARCH_URL: 'localhost:3000' }, 2, 'write it as http://host:port'],
    ['a malformed key', { JOB_SEARCH_KEY: 'jsk_abc' }, 3, 'This key is mistyped or cut short.'],
    ['a key with a line end', { JOB_SEARCH_KEY: 'jsk_abc\n' }, 2, 'JOB_SEARCH_KEY contains a space'],
  ])('%s', async (_, environment, exit, sentence) => {
    const { code, err } = await run(['nurse'], environment);
    expect(code).toBe(exit);
    expect(err).toContain(sentence);
  });

  test('every source failed: each is named, with the time to retry', async () => {
    for (const name of ['acme', 'beta']) board.setMood(name, { kind: 'status', status: 500 });
    const { code, err } = await run(['nurse']);
    expect(code).toBe(3);
    expect(err).toContain('No job source could be reached.');
    expect(err).toMatch(/Try again in \d+ s\./);
  });

  test.each<[string, string, string, string]>([
    ['another program', 'text/html', '<h1>Hello</h1>', 'does not respond like this search service'],
    [
      'an interrupted stream',
      'text/event-stream',
      'event: search\ndata: {"sources":[]}\n\n',
      'was lost before the answer',
    ],
    ['an invalid event', 'text/event-stream', 'event: result\ndata: {"jobs":1}\n\n', 'does not respond like'],
  ])('%s', async (_, type, body, sentence) => {
    const other = await serve(() => ({ status: 200, type, body }));
    const { code, err } = await run(['nurse'], { JOB_SEARCH_URL: other.url });
    other.close();
    expect(code).toBe(3);
    expect(err).toContain(sentence);
  });
});
