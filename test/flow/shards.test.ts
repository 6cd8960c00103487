import { expect, test } from '@jest/globals';
import { createClient } from '../../client/client.js';
import { createLogger } from '../../shared/logger.js';
import { connectRedis } from '../../shared/redis/redis.js';
import { readOpenJobs } from '../../shared/search/open-jobs.js';
import type { WholeJob } from '../../shared/search/whole-job.js';
import { closeLater } from '../lib/close-later.js';
import { startFakeBoard } from '../lib/fake-board.js';
import { forkApi } from '../lib/fork-api.js';
import { type ForkedWorker, forkWorker } from '../lib/fork-worker.js';
import { issueKey } from '../lib/issue-key.js';
import { startRedis } from '../lib/start-redis.js';
import { boardSource } from '../lib/start-service.js';

const later = closeLater();
const boards = Array.from({ length: 12 }, (_, index) => `board${index}`);

type Answer = { partial: boolean; page: { total: number }; notices: string[]; jobs: { title: string }[] };

async function open() {
  const redis = later(await startRedis(), (each) => each.stop());
  const board = later(await startFakeBoard(), (each) => each.close());
  // The same opening on two boards.
  const smith = {
    title: 'Smith',
    company: 'Forge',
    requisition: 'R-12',
    content: '<p>You forge gates and railings.</p>',
  };
  for (const [index, name] of boards.entries())
    board.setJobs(name, [
      ...(index < 2 ? [{ ...smith, id: 200 + index }] : []),
      { id: index, title: `Nurse ${index}`, company: `Company ${index}` },
      { id: 100 + index, title: index === 0 ? 'Astronaut' : 'Welder', company: `Company ${index}` },
    ]);
  const sources = boards.map((name) => boardSource(name, board.baseUrl, { concurrency: 20 }));
  const fork = async () =>
    later(await forkWorker(redis.url, sources, { ROLE: 'worker', SHARDS: '4' }), (each) => each.end());
  const api = later(await forkApi(redis.url, { ROLE: 'api' }), (each) => each.stop());
  const search = async (body: object): Promise<Answer> => {
    const response = await fetch(`${api.url}/api/jobs/search`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', prefer: 'wait=40' },
      body: JSON.stringify(body),
    });
    return (await response.json()) as Answer;
  };
  /** The titles of an export, one for each line about an opening; throws when the export is not complete. */
  const exported = async (body: object): Promise<string[]> => {
    const client = createClient({ url: api.url, key: await issueKey(redis.url), retries: 0 });
    const titles: string[] = [];
    for await (const line of client.exportLines(body)) if ('job' in line) titles.push(line.job.title);
    return titles;
  };
  /** What the service says by id of each posting of a source. */
  const jobsOf = async (source: string): Promise<WholeJob[]> => {
    const connection = later(connectRedis(redis.url, 'working', createLogger('silent', 'test')), (each) =>
      each.disconnect(),
    );
    const open = await readOpenJobs(connection, source);
    return Promise.all(
      open.map(async ({ id }) => (await (await fetch(`${api.url}/api/jobs/${id}`)).json()) as WholeJob),
    );
  };
  return { fork, search, exported, jobsOf };
}

/** Resolves when a worker has written that it answers for so many shards in all. */
async function answersFor(worker: ForkedWorker, shards: number): Promise<void> {
  const count = () =>
    (worker.log().match(/"msg":"shards: answers for/g)?.length ?? 0) -
    (worker.log().match(/"msg":"shards: another worker answers/g)?.length ?? 0);
  while (count() !== shards) await new Promise((resolve) => setTimeout(resolve, 50));
}

test('workers divide the postings, answer together, and take over from one that is killed', async () => {
  const { fork, search, exported, jobsOf } = await open();
  const first = await fork();
  await answersFor(first, 4);
  expect(await search({ keyword: 'nurse', limit: '20' })).toMatchObject({ partial: false, page: { total: 12 } });

  const second = await fork();
  await Promise.all([answersFor(first, 2), answersFor(second, 2)]);
  const totals = { '"nurse 1" OR welder': 12, 'nurse OR welder': 23, astronaut: 1 };
  for (const [keyword, total] of Object.entries(totals)) {
    const answer = await search({ keyword, limit: '30' });
    expect(answer).toMatchObject({ partial: false, page: { total }, notices: [] });
    expect(answer.jobs).toHaveLength(total);
  }
  // Whichever of them has the opening, and though no search has listed it.
  for (const [source, other] of [
    ['board0', 'board1'],
    ['board1', 'board0'],
  ] as const) {
    const alsoOn = (await jobsOf(source)).map((job) => [job.title, job.alsoOn.map((each) => each.source)]);
    expect(alsoOn.filter(([, sources]) => sources?.length !== 0)).toEqual([['Smith', [other]]]);
  }
  // Each worker has half of the openings; a range is read from both.
  const titles = boards.flatMap((_, index) => [`Nurse ${index}`, index === 0 ? 'Astronaut' : 'Welder']);
  expect((await exported({})).sort()).toEqual([...titles, 'Smith'].sort());
  expect(await exported({ keyword: 'astronaut' })).toEqual(['Astronaut']);

  await first.end('SIGKILL');
  const answer = await search({ keyword: 'nurse OR astronaut', limit: '30' });
  expect(answer).toMatchObject({ page: { total: 13 }, notices: [] });
  await answersFor(second, 4);
}, 90_000);
