import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { projectFile } from '../../../shared/project-file.js';
import { freePortRow } from '../../lib/free-port.js';
import { startRedis, type TestRedis } from '../../lib/start-redis.js';

const folder = mkdtempSync(join(tmpdir(), 'start-errors-'));
const file = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
const missing = join(folder, 'missing');
const sources = file('sources.json', JSON.stringify({ sources: [{ id: 'acme', kind: 'greenhouse', board: 'acme' }] }));

/** Processes that may still run when a test fails. */
const children: ChildProcess[] = [];
let redis: TestRedis;
let listener: Server;
let taken: string;
beforeAll(async () => {
  redis = await startRedis();
  listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  taken = String(typeof address === 'object' ? address?.port : '');
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  listener.close();
  await redis.stop();
  rmSync(folder, { recursive: true });
});

/** Starts a program with exactly these settings; resolves with its exit code and standard error. */
async function start(program: string, settings: Record<string, string>) {
  const child = spawn(process.execPath, ['--enable-source-maps', projectFile(program)], {
    env: { PATH: process.env.PATH ?? '', REDIS_URL: redis.url, PORT: '0', LOG_LEVEL: 'silent', ...settings },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.on('data', (bytes) => {
    stderr += String(bytes);
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), 40_000);
  const [code] = await once(child, 'close');
  clearTimeout(timer);
  return { code: code as number | null, stderr };
}

type Case = [what: string, settings: () => Record<string, string>, message: RegExp];

/** Every secret is read by the same function (test/shared/config.test.ts). */
const everywhere: Case[] = [
  [
    'a secret file that is missing',
    () => ({ REDIS_PASSWORD_FILE: missing }),
    /^REDIS_PASSWORD_FILE=".*missing" cannot be read \(ENOENT\)\.$/,
  ],
  [
    'an admin port that is taken',
    () => ({ ADMIN_PORT: taken }),
    /^Port \d+ on 127\.0\.0\.1 \(ADMIN_PORT\) is taken by another process\. .*WORKER_INDEX/,
  ],
];

const ofApi: Case[] = [
  [
    'a secret file that is empty',
    () => ({ ADMIN_TOKEN_FILE: file('empty', '\n') }),
    /^ADMIN_TOKEN_FILE=".*empty" is empty\./,
  ],
  ['a port that is no number', () => ({ PORT: 'x' }), /^These settings are not valid:\n {2}PORT="x": /],
  [
    'a REDIS_URL without a protocol',
    () => ({ REDIS_URL: 'redis:6379' }),
    /\n {2}REDIS_URL="redis:6379": Addresses such as redis:\/\//,
  ],
  ['a REDIS_URL with a raw password', () => ({ REDIS_URL: 'redis://:p@ss/word@host' }), /\n {2}REDIS_URL="…": /],
  [
    'a certificate that is missing',
    () => ({ REDIS_URL: 'rediss://127.0.0.1:1', REDIS_TLS_CA: missing }),
    /^REDIS_TLS_CA=".*missing" cannot be read \(ENOENT\)\.$/,
  ],
];

function expectSentence({ code, stderr }: Awaited<ReturnType<typeof start>>, message: RegExp): void {
  expect(stderr.trimEnd()).toMatch(message);
  expect(stderr).not.toMatch(/^ {4}at |node:internal|Node\.js v/m);
  expect(code).toBe(1);
}

describe('an API does not start, and explains in a sentence, with', () => {
  test.each<Case>([
    ...everywhere,
    ...ofApi,
    [
      'a port that is taken',
      () => ({ PORT: taken }),
      /^Port \d+ on 127\.0\.0\.1 is taken by another program\. Choose another, for instance PORT=\d+\.$/,
    ],
    [
      'an address of another machine',
      () => ({ HOST: '192.0.2.1' }),
      /^PORT=0 cannot be listened on at HOST=192\.0\.2\.1: /,
    ],
    ['a plans file that is missing', () => ({ PLANS: missing }), /^PLANS=.*missing cannot be read/],
    ['a plans file that is no JSON', () => ({ PLANS: file('plans', 'x') }), /plans/],
  ])(
    '%s',
    async (_, settings, message) => {
      expectSentence(await start('dist/api/main.js', { ROLE: 'api', ...settings() }), message);
    },
    60_000,
  );
});

describe('a worker does not start, and explains in a sentence, with', () => {
  test.each<Case>([
    ...everywhere,
    ['no sources file', () => ({ SOURCES: '' }), /^SOURCES is not set: /],
    ['a sources file that is missing', () => ({ SOURCES: missing }), /^SOURCES=.*missing cannot be read/],
    ['a sources file that is no JSON', () => ({ SOURCES: file('no.json', '{"sources": [') }), /no\.json/],
    [
      'a source of an unknown kind',
      () => ({ SOURCES: file('kind.json', '{"sources":[{"id":"a","kind":"no-such"}]}') }),
      /kind\.json[\s\S]*no-such/,
    ],
    [
      'a secret of a source that cannot be read',
      () => ({
        SOURCES: file(
          'key.json',
          '{"sources":[{"id":"a","kind":"adzuna","country":"gb","appId":"${A_KEY}","appKey":"k"}]}',
        ),
        A_KEY_FILE: missing,
      }),
      /A_KEY_FILE=".*missing" cannot be read/,
    ],
    ['a warm file that is missing', () => ({ WARM: missing }), /^WARM=.*missing cannot be read/],
    ['a warm file that is no JSON', () => ({ WARM: file('warm', 'x') }), /warm/],
  ])(
    '%s',
    async (_, settings, message) => {
      expectSentence(await start('dist/worker/main.js', { ROLE: 'worker', SOURCES: sources, ...settings() }), message);
    },
    60_000,
  );
});

test('an API and workers numbered from 1 share a machine and one ADMIN_PORT', async () => {
  const port = await freePortRow(2);
  const settings = { REDIS_URL: redis.url, PORT: '0', ADMIN_PORT: String(port), SOURCES: sources, LOG_LEVEL: 'silent' };
  const run = (program: string, more: Record<string, string>) => {
    const env = { PATH: process.env.PATH ?? '', ...settings, ...more };
    return spawn(process.execPath, [projectFile(program)], { env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  };
  children.push(
    run('dist/api/main.js', { ROLE: 'api' }),
    run('dist/worker/main.js', { ROLE: 'worker', WORKER_INDEX: '1' }),
  );
  await Promise.all(children.map((child) => once(child, 'message')));
  for (const each of [port, port + 1]) expect((await fetch(`http://127.0.0.1:${each}/live`)).status).toBe(200);
  for (const child of children) child.kill('SIGTERM');
  expect(await Promise.all(children.map((child) => once(child, 'exit')))).toEqual([
    [0, null],
    [0, null],
  ]);
});
