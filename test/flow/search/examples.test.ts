import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { transformSync } from '@swc/core';
import { Webhook } from 'standardwebhooks';
import { projectFile } from '../../../shared/project-file.js';
import { type FakeBoard, startFakeBoard } from '../../lib/fake-board.js';
import { freePort } from '../../lib/free-port.js';
import { buildClient } from '../../lib/processes/build-client.js';
import { boardSource, startService, type TestService } from '../../lib/start-service.js';

let board: FakeBoard;
let service: TestService;
let folder: string;

beforeAll(async () => {
  board = await startFakeBoard();
  board.setJobs(
    'acme',
    Array.from({ length: 30 }, (_, index) => ({ id: index, title: `Engineer ${index}` })),
  );
  service = await startService({ sources: [boardSource('acme', board.baseUrl)] });
  // A reader's project, with the packages that the documents tell them to install.
  folder = mkdtempSync(join(tmpdir(), 'examples-'));
  buildClient(folder);
  symlinkSync(projectFile('node_modules/@modelcontextprotocol'), join(folder, 'node_modules/@modelcontextprotocol'));
});

afterAll(async () => {
  await service.close();
  await board.close();
  rmSync(folder, { recursive: true, force: true });
});

const blocks = (document: string, language: string): string[] =>
  [
    ...readFileSync(projectFile(document), 'utf8').matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g')),
  ].map(([, text = '']) => text);

/** Writes a program from a document into the reader's project, and returns its file. */
function save(code = ''): string {
  const file = join(folder, 'example.mjs');
  const parsed = { jsc: { target: 'es2022', parser: { syntax: 'typescript' } }, module: { type: 'es6' } } as const;
  writeFileSync(file, transformSync(code, { swcrc: false, ...parsed }).code);
  return file;
}

/** Runs a program from a document as its reader would, and returns its output line by line. */
async function run(code = ''): Promise<string[]> {
  const file = save(code);
  const env = { ...process.env, JOB_SEARCH_URL: service.url, JOB_SEARCH_KEY: '' };
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [file], { env, timeout: 20_000 });
  expect(stderr).toBe('');
  return stdout.trim().split('\n');
}

const python = (code: string) =>
  promisify(execFile)('python3', ['-B', '-c', code], {
    env: { ...process.env, PYTHONPATH: projectFile('client-python') },
    timeout: 20_000,
  });

/** Resolves when a program answers at an address. */
async function listening(child: ChildProcess, url: string): Promise<void> {
  while (child.exitCode === null)
    try {
      await (await fetch(url, { method: 'POST', body: '' })).text();
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  throw new Error(`The program ended with ${child.exitCode}.`);
}

describe('the examples in the documents', () => {
  test('the guide pages through all results with the client', async () => {
    const lines = await run(blocks('docs/guides/first-programs.md', 'ts')[0]);
    expect(lines).toHaveLength(30);
    expect(lines[0]).toMatch(/^Engineer \d+ Berlin, Germany http/);
  });

  test('the guide reads a page in Python, a table by its address, and has a webhook ring', async () => {
    const port = await freePort();
    const env = {
      ...{ ...process.env, PYTHONPATH: projectFile('client-python'), PORT: String(port) },
      ...{ JOB_SEARCH_URL: service.url, REDIS_URL: service.redis.url },
    };
    const shell = async (command = '', more: Record<string, string> = {}): Promise<string> => {
      const own = command
        .replaceAll('http://127.0.0.1:3000', service.url)
        .replaceAll('127.0.0.1:8080', `127.0.0.1:${port}`)
        .replaceAll('npx job-search', `'${process.execPath}' '${projectFile('scripts/job-search.mjs')}'`)
        .replace('PYTHONPATH=client-python ', '');
      const options = { cwd: folder, env: { ...env, ...more }, timeout: 60_000 };
      return (await promisify(execFile)('bash', ['-ec', own], options)).stdout;
    };
    const commands = blocks('docs/guides/first-programs.md', 'sh').filter((text) =>
      /PYTHONPATH|api\/jobs\/feed|watches create/.test(text),
    );
    expect(commands).toHaveLength(4);
    const [page, table, watch, hook = ''] = commands;
    expect((await shell(page)).trim().split('\n')).toHaveLength(10);
    await shell(table);
    expect(readFileSync(join(folder, 'jobs.csv'), 'utf8').trim().split('\r\n')).toHaveLength(31);

    const made = await shell(`${watch}\necho "key $JOB_SEARCH_KEY"`);
    const [[id = ''] = [], [secret = ''] = [], [key = ''] = []] = [/watch_\w+/, /whsec_\S+/, /jsk_\S+/].map(
      (pattern) => pattern.exec(made) ?? [],
    );
    const [start = '', ask = ''] = hook.trim().split('\n');
    writeFileSync(join(folder, 'hook.py'), blocks('client-python/README.md', 'python')[2] ?? '');
    const receiver = `exec ${start.replace('WATCH_SECRET=whsec_… ', '').replace('PYTHONPATH=client-python ', '')}`;
    const child = spawn('bash', ['-ec', receiver], {
      ...{ cwd: folder, env: { ...env, WATCH_SECRET: secret } },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    try {
      await listening(child, `http://127.0.0.1:${port}/hook`);
      const line = once(createInterface({ input: child.stdout }), 'line');
      await shell(ask.replace('watch_…', id), { JOB_SEARCH_KEY: key });
      expect((await line)[0]).toBe('watch.test');
    } finally {
      child.kill();
    }
  });

  test('the client README reads as many jobs as it wants, and reads a problem', async () => {
    const [first, second] = blocks('client/README.md', 'ts');
    const lines = await run(first);
    expect(lines).toHaveLength(25);
    expect(lines[0]).toMatch(/^Engineer \d+ at Fictive Works: http/);
    expect(await run(second)).toEqual(['#/jobType: did you mean full time?']);
  });

  test('the README of the client for Python reads as many jobs as it wants', async () => {
    const [first = '', table = ''] = blocks('client-python/README.md', 'python');
    const { stdout } = await python(first.replace('http://127.0.0.1:3000', service.url));
    expect(stdout.trim().split('\n')).toHaveLength(25);
    // Without pandas, which the tests do not need, the client says what to install.
    const said = await python(table.replace('http://127.0.0.1:3000', service.url)).then(
      ({ stdout: printed }) => printed,
      ({ stderr }: { stderr: string }) => stderr,
    );
    expect(said).toMatch(/company\.name|pip install pandas/);
  });

  test.each([
    ['client/README.md', () => [process.execPath, save(blocks('client/README.md', 'ts')[2])]],
    ['client-python/README.md', () => ['python3', '-B', '-c', blocks('client-python/README.md', 'python')[2] ?? '']],
  ])('%s receives the deliveries of a watch, and refuses others', async (_, command) => {
    const port = await freePort();
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const [program = '', ...args] = command();
    const child = spawn(program, args, {
      env: { ...process.env, PYTHONPATH: projectFile('client-python'), PORT: String(port), WATCH_SECRET: secret },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    try {
      const url = `http://127.0.0.1:${port}/`;
      await listening(child, url);
      const job = { title: 'Nurse', company: { name: 'Acme' }, url: 'https://acme.example/1' };
      const body = JSON.stringify({ type: 'jobs.found', data: { watch: 'watch_1', jobs: [job] } });
      const now = new Date();
      const headers = {
        'webhook-id': 'msg_1',
        'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
        'webhook-signature': new Webhook(secret).sign('msg_1', now, body),
      };
      const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
      const wrong = await fetch(url, { method: 'POST', headers, body: body.replace('Nurse', 'Chef') });
      const right = await fetch(url, { method: 'POST', headers, body });
      expect([wrong.status, right.status]).toEqual([401, 204]);
      expect((await lines.next()).value).toBe('jobs.found');
      expect((await lines.next()).value).toMatch(/^Nurse at Acme:? https:\/\/acme\.example\/1$/);
    } finally {
      child.kill();
    }
  });

  test('the MCP page calls a tool, and its configurations are valid JSON', async () => {
    const text = (await run(blocks('docs/guides/mcp.md', 'ts')[0])).join('\n');
    expect(text).toContain('30 jobs match; 3 on page "0".');
    expect(text).toContain("page: '1'");
    const configurations = [
      ...blocks('docs/guides/mcp.md', 'json'),
      ...blocks('docs/guides/first-programs.md', 'json'),
    ];
    for (const each of configurations) expect(JSON.parse(each)).toHaveProperty(['mcpServers', 'job-search']);
    expect(configurations).toHaveLength(3);
  });
});
