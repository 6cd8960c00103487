import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createLogger } from '../../../shared/logger.js';
import { connectRedis } from '../../../shared/redis/redis.js';
import { noteSourceReading } from '../../../shared/schedule/listed-sources.js';
import { examine } from '../../../start/doctor/doctor.js';
import { type Finding, findingLines } from '../../../start/doctor/finding.js';
import { reportFailure } from '../../../worker/collect/protect/source-cooldown.js';
import { SourceError } from '../../../worker/sources/source.js';
import { startRedis, type TestRedis } from '../../lib/start-redis.js';

let redis: TestRedis;
let folder: string;
let service: Server;
let url: string;
/** What the service answers to `GET /api`. */
let answer: string;

beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis.stop());

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'doctor-'));
  answer = healthy();
  service = createServer((_, response) => response.end(answer));
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const address = service.address();
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
});
afterEach(async () => {
  await new Promise((resolve) => service.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});

const healthy = (checks: object = {}): string =>
  JSON.stringify({
    name: 'job-search',
    version: '1.2.3',
    checks: { 'workers:alive': [{ status: 'pass', observedValue: 2, output: null }], ...checks },
  });

const look = (
  environment: NodeJS.ProcessEnv = {},
  more: { chromium?: string | null; url?: string | null } = {},
): Promise<Finding[]> =>
  examine({
    environment: { DATA_DIR: folder, ...environment },
    runtime: { redisServer: process.execPath, chromium: more.chromium ?? null },
    countBoards: async ({ SOURCES }) => {
      if (SOURCES.includes('broken')) throw new Error('sources[0].kind: "grenhouse" is unknown.');
      return {
        boards: 2,
        paused: 1,
        allowed: SOURCES.includes('allowed') ? ['acme, allowed by the owner, 2026-11'] : [],
      };
    },
    url: more.url === undefined ? url : more.url,
    version: '1.2.3',
  });

const states = (findings: readonly Finding[], state: Finding['state']): string[] =>
  findings.filter((finding) => finding.state === state).map(({ what }) => what);

describe('the doctor', () => {
  test('finds nothing wrong with a service that runs', async () => {
    const found = await look({ REDIS_URL: redis.url, SOURCES: 'sources.json', CONTACT: 'me@example.org' });
    expect(states(found, 'wrong')).toEqual([]);
    expect(states(found, 'ok')).toEqual([
      `Node ${process.versions.node}`,
      expect.stringContaining(`at ${process.execPath}`),
      'settings: REDIS_URL, DATA_DIR, SOURCES, CONTACT',
      'sources file sources.json: 3 sources, 1 of them paused',
      `Redis answers at ${redis.url}`,
      expect.stringMatching(/^the service 1\.2\.3 answers at http:\S+: 2 workers/),
    ]);
    expect(findingLines(found).at(-1)).toBe('Nothing is wrong.');
  });

  test('names settings that are invalid, and looks no further', async () => {
    const found = await look({ PORT: 'x' });
    expect(states(found, 'wrong')).toEqual([expect.stringContaining('PORT="x"')]);
    expect(found.some(({ part }) => part === 'running')).toBe(false);
  });

  test('shows the mistakes of a sources file, and no password', async () => {
    const found = await look({ SOURCES: 'broken.json', REDIS_URL: 'redis://:secret@127.0.0.1:1' });
    const wrong = states(found, 'wrong');
    expect(wrong[0]).toContain('"grenhouse" is unknown');
    expect(wrong[1]).toMatch(/^Redis does not answer at redis:\/\/:\*\*\*@127\.0\.0\.1:1/);
    expect(JSON.stringify(found)).not.toContain('secret');
    expect(findingLines(found).at(-1)).toBe('2 things are wrong.');
  });

  test('repeats what the service says of itself', async () => {
    answer = healthy({
      'sources:able': [{ status: 'warn', observedValue: 1, output: '2 of 3 sources fail.' }],
      'redis:memory': [{ status: 'fail', observedValue: 9, output: 'Redis is full.' }],
    });
    const found = await look();
    expect(states(found, 'wrong')).toEqual(['redis:memory: Redis is full.']);
    expect(states(found, 'note')).toContain('sources:able: 2 of 3 sources fail.');
  });

  test('asks the service where its settings have it', async () => {
    const { port } = new URL(url);
    const found = await look({ PORT: port, HOST: '0.0.0.0' }, { url: null });
    expect(states(found, 'ok')).toContainEqual(expect.stringContaining(`answers at http://127.0.0.1:${port}`));
  });

  test('names boards that fail, those that are forbidden, and those that are read by permission', async () => {
    const connection = connectRedis(redis.url, 'working', createLogger('silent', 'test'));
    const reading = { at: Date.now(), jobs: 0, requests: 1, tookMs: 9, opened: null, closed: null };
    await noteSourceReading(connection, 'acme', { ...reading, status: 'failed', detail: 'Expected JSON, got a page.' });
    await noteSourceReading(connection, 'oven', { ...reading, status: 'forbidden', detail: 'robots.txt forbids it.' });
    await reportFailure(connection, 'oven', { failure: new SourceError('forbidden', 'x'), now: new Date() });
    const found = await look({ REDIS_URL: redis.url, SOURCES: 'allowed.json' });
    await connection.flushall();
    connection.disconnect();
    expect(states(found, 'wrong')).toEqual([
      expect.stringMatching(/^the board acme has failed since 20\S+: Expected JSON, got a page\.$/),
    ]);
    expect(states(found, 'note')).toEqual(
      expect.arrayContaining([
        'robots.txt forbids reading the board oven',
        'read whatever its robots.txt says: acme, allowed by the owner, 2026-11',
      ]),
    );
  });

  test.each([
    ['a page', '<html></html>'],
    ['other JSON', '{"name":"grafana","version":"1","checks":{}}'],
  ])('says that something else answers: %s', async (_, body) => {
    answer = body;
    expect(states(await look(), 'wrong')).toEqual([expect.stringMatching(/: something else answers there$/)]);
  });

  test('says how to start a service that does not answer', async () => {
    await new Promise((resolve) => service.close(resolve));
    const found = await look();
    const [wrong] = found.filter(({ state }) => state === 'wrong');
    expect(wrong).toMatchObject({ what: expect.stringContaining('ECONNREFUSED') });
    expect(wrong?.advice).toContain('npx job-search start');
  });

  test('names a program that does not run', async () => {
    const program = join(folder, 'chromium');
    writeFileSync(program, '#!/bin/sh\nexit 1\n');
    chmodSync(program, 0o700);
    const [wrong] = states(await look({}, { chromium: program }), 'wrong');
    expect(wrong).toContain(`Chromium at ${program} does not run`);
  });
});
