import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type FakeBoard, startFakeBoard } from '../../lib/fake-board.js';
import { follow } from '../../lib/follow.js';
import { boardSource, startService, type TestService } from '../../lib/start-service.js';

const names = Array.from({ length: 12 }, (_, index) => `board-${index}`);

let board: FakeBoard;
let service: TestService;

beforeEach(async () => {
  board = await startFakeBoard();
  for (const [index, name] of names.entries())
    board.setJobs(
      name,
      Array.from({ length: 5 }, (_, at) => ({
        ...{ id: 100 * index + at, title: `Nurse ${at}`, company: `Clinic ${name}` },
        requisition: `R-${index}-${at}`,
      })),
    );
  service = await startService({ sources: names.map((name) => boardSource(name, board.baseUrl)) });
});

afterEach(async () => {
  await service.close();
  await board.close();
});

/** Boards report one after the other. */
function trickle(msBetween: number): void {
  for (const [index, name] of names.entries()) board.setMood(name, { kind: 'well', delayMs: index * msBetween });
}

describe('boards that report one after the other', () => {
  test('are shown to a live caller: jobs before the last board, every report, and the whole result', async () => {
    trickle(150);
    const events = await (await follow(service.url, {}, { prefer: 'wait=60' })).events();
    const reports = events.filter(({ event }) => event === 'source').map(({ data }) => data);
    expect(new Set(reports.map(({ name }) => name))).toEqual(new Set(names));
    // The last report of each name is valid, and has the jobs of the result.
    const last = new Map(reports.map((report) => [report.name, report]));
    for (const name of names) expect(last.get(name)).toMatchObject({ status: 'ok', jobs: 5 });
    const firstJobs = events.findIndex(({ event }) => event === 'jobs');
    const lastBoard = events.findIndex(({ event, data }) => event === 'source' && data.name === names.at(-1));
    expect(firstJobs).toBeGreaterThan(-1);
    expect(firstJobs).toBeLessThan(lastBoard);
    expect(events[firstJobs]?.data.page.total).toBeGreaterThanOrEqual(5);
    expect(events.at(-1)).toMatchObject({ event: 'result', data: { partial: false, page: { total: 60 } } });
  });

  test('that have reported are all in the answer of a caller whose time is up', async () => {
    trickle(100);
    board.setMood('board-11', { kind: 'silent' });
    const { body } = await service.search({}, { prefer: 'wait=12' });
    expect(body).toMatchObject({ partial: true, page: { total: 55 } });
    expect(body.sources.filter(({ status }: { status: string }) => status === 'pending')).toMatchObject([
      { name: 'board-11' },
    ]);
  });
});
