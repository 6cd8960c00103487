import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type FakeBoard, startFakeBoard } from '../../lib/fake-board.js';
import { type HostileHost, startHostileHost } from '../../lib/hostile/hostile-host.js';
import { boardSource, type Searched, startService, type TestService } from '../../lib/start-service.js';

let board: FakeBoard;
let hostile: HostileHost;
let service: TestService;

beforeAll(async () => {
  board = await startFakeBoard();
  board.setJobs('acme', [{ id: 1, title: 'Nurse' }]);
  hostile = await startHostileHost();
  const fast = { perMinute: 60_000, concurrency: 64 };
  service = await startService({
    sources: [
      ...hostile.misdeeds.map((name) => ({
        id: name,
        kind: 'greenhouse',
        board: 'x',
        baseUrl: `${hostile.origin}/${name}`,
        ...fast,
      })),
      ...hostile.pages.map((name) => ({
        ...{ id: name, kind: 'site', pages: [`${hostile.origin}/${name}`], render: 'always' },
        ...fast,
      })),
      boardSource('acme', board.baseUrl),
    ],
    environment: { CHROMIUM_PATH: process.env.CHROMIUM_PATH || '/usr/bin/chromium-headless-shell' },
  });
});

afterAll(async () => {
  await service.close();
  await hostile.close();
  await board.close();
});

const report = ({ body }: Searched, name: string) =>
  (body.sources as { name: string; status: string; jobs: number; tookMs: number; detail: string }[]).find(
    (source) => source.name === name,
  );

describe('a hostile host', () => {
  test('costs the other sources nothing: they respond as if it did not exist', async () => {
    const began = performance.now();
    const { status, body } = await service.search({}, { prefer: 'wait=10' });
    expect(status).toBe(200);
    // The hostile sources hold their connections for fifteen seconds.
    expect(performance.now() - began).toBeLessThan(14_000);
    expect(body.jobs).toMatchObject([{ title: 'Nurse' }]);
    expect(report({ body } as Searched, 'acme')).toMatchObject({ status: 'ok', jobs: 1 });
    expect(report({ body } as Searched, 'acme')?.tookMs).toBeLessThan(10_000);
  });

  test('gives one named report per fault, in bounded time and memory', async () => {
    const before = process.memoryUsage().rss;
    const answer = await service.search({}, { prefer: 'wait=60' });
    expect(answer.body.page.total).toBe(1);
    const names = [...hostile.misdeeds, ...hostile.pages];
    const said = Object.fromEntries(names.map((name) => [name, report(answer, name)?.detail]));
    expect(said).toEqual({
      'endless-body': 'The answer is larger than 200 MB.',
      'slow-drip': expect.stringMatching(/did not answer within 15 seconds/),
      'redirect-loop': expect.stringMatching(/More than 5 redirects/),
      'to-metadata': expect.stringMatching(/169\.254\.169\.254/),
      'to-mapped': expect.stringMatching(/::ffff:7f00:1.*private network/),
      'to-file': expect.stringMatching(/file:/),
      'gzip-bomb': 'The answer is larger than 20 MB.',
      'large-json': expect.stringMatching(/^Expected .*, got /),
      'deep-nesting': 'The answer nests deeper than 64 levels.',
      'broken-encoding': expect.stringMatching(/^Expected JSON, got /),
      'broken-gzip': expect.stringMatching(/sent a body that cannot be unpacked/),
      reset: expect.stringMatching(/could not be reached/),
      silence: expect.stringMatching(/did not answer within 15 seconds|took too long/),
      'endless-headers': expect.stringMatching(/could not be reached|did not answer/),
      // Which bound it meets first depends on how fast it is read; test/worker/browser tries each of them.
      inflating: expect.stringMatching(
        /^The page (?:made more than 200 requests|loaded more than 25 MB|was not ready within 20 seconds)\.$/,
      ),
      'huge-page': 'The rendered page is larger than 5 MB.',
      restless: expect.stringMatching(
        /made more than 200 requests|MB of memory|was not ready within 20 seconds|has no JobPosting|^Chromium ended while/,
      ),
    });
    for (const name of names) {
      expect(['failed', 'timeout']).toContain(report(answer, name)?.status);
      expect(report(answer, name)?.tookMs).toBeLessThan(40_000);
      expect(report(answer, name)?.detail.length).toBeLessThan(300);
    }
    expect(process.memoryUsage().rss - before).toBeLessThan(500_000_000);
  }, 90_000);
});

test('forty sources that hang leave capacity for one that responds', async () => {
  const sources = Array.from({ length: 40 }, (_, index) => ({
    ...{ id: `silent-${index}`, kind: 'greenhouse', board: 'x', baseUrl: `${hostile.origin}/silence/${index}` },
    ...{ perMinute: 60_000, concurrency: 64 },
  }));
  const crowded = await startService({ sources: [...sources, boardSource('acme', board.baseUrl)] });
  try {
    const answer = await crowded.search({}, { prefer: 'wait=8' });
    expect(answer.status).toBe(200);
    expect(report(answer, 'acme')).toMatchObject({ status: 'ok', jobs: 1 });
    expect(answer.body.partial).toBe(true);
  } finally {
    await crowded.close();
  }
});
