import { expect, test } from '@jest/globals';
import { closeLater } from '../../lib/close-later.js';
import { startFakeBoard } from '../../lib/fake-board.js';
import { hostileFeed, hostilePages, hostilePostings, titlePattern } from '../../lib/hostile/hostile-texts.js';
import { type ForkedWorker, forkWorker } from '../../lib/processes/fork-worker.js';
import { startRedis } from '../../lib/start-redis.js';
import { boardSource, type Searched, startService } from '../../lib/start-service.js';

const later = closeLater();
const fast = { perMinute: 60_000, concurrency: 8 };

const report = ({ body }: Searched, name: string) =>
  (body.sources as { name: string; status: string; jobs: number; tookMs: number; detail: string | null }[]).find(
    (source) => source.name === name,
  );

/** A board for each hostile text, and one good board. */
async function openBoards(): Promise<{ sources: object[]; names: string[] }> {
  const board = later(await startFakeBoard(), (open) => open.close());
  const page = (name: string): string => `${board.baseUrl}/v1/boards/${name}/jobs`;
  board.setJobs(
    'good',
    Array.from({ length: 30 }, (_, at) => ({ id: at + 1, title: `Nurse ${at + 1}` })),
  );
  for (const [name, text] of Object.entries(hostilePostings))
    board.setJobs(name, [
      { id: 1, title: 'Cook', ...text },
      { id: 2, title: 'Baker' },
    ]);
  for (const [name, body] of Object.entries(hostilePages))
    board.setMood(name, { kind: 'page', body, type: 'text/html' });
  board.setMood('feed', { kind: 'page', body: hostileFeed, type: 'application/rss+xml' });
  const sources = [
    ...Object.keys(hostilePostings).map((name) => boardSource(name, board.baseUrl)),
    ...Object.keys(hostilePages).map((id) => ({ id, kind: 'site', pages: [page(id)], render: 'never', ...fast })),
    { id: 'feed', kind: 'feed', url: page('feed'), titlePattern, ...fast },
    boardSource('good', board.baseUrl),
  ];
  return { sources, names: [...Object.keys(hostilePostings), ...Object.keys(hostilePages), 'feed'] };
}

test.each([1, 2])(
  'texts made to hang the parser cost a good board nothing, with %i worker(s)',
  async (workers) => {
    const { sources, names } = await openBoards();
    const redis = later(await startRedis(), (open) => open.stop());
    const service = later(await startService({ redis, sources, worker: false }), (open) => open.close());
    const running: ForkedWorker[] = [];
    while (running.length < workers)
      running.push(later(await forkWorker(redis.url, sources, { CHROMIUM_PATH: '' }), (worker) => worker.end()));

    const answer = await service.search({}, { prefer: 'wait=60' });
    expect(answer.status).toBe(200);
    expect(report(answer, 'good')).toMatchObject({ status: 'ok', jobs: 30, detail: null });
    expect(report(answer, 'good')?.tookMs).toBeLessThan(15_000);
    for (const name of names) {
      const said = report(answer, name);
      expect([name, said?.status]).toEqual([name, expect.stringMatching(/^(?:ok|failed)$/)]);
      expect([name, (said?.detail ?? '').length < 300]).toEqual([name, true]);
      // A good posting on the same board as a hostile one is kept.
      if (name in hostilePostings) expect([name, said?.status, said?.jobs !== 0]).toEqual([name, 'ok', true]);
    }
    expect(report(answer, 'feed')).toMatchObject({ detail: 'Reading its response took longer than 2 s.' });

    const began = performance.now();
    const next = await service.search({ keyword: 'nurse' });
    expect(next).toMatchObject({ status: 200, body: { page: { total: 30 } } });
    expect(performance.now() - began).toBeLessThan(15_000);
    for (const worker of running) {
      expect(worker.log()).not.toMatch(/stalled|worker: queue error|job failed/);
      expect(await worker.end()).toBe(0);
    }
  },
  180_000,
);
