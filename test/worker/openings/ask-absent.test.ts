import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { CollectedJob } from '../../../shared/search/collections/collection-store.js';
import { againSeconds, askAbsent, type PageAnswer } from '../../../worker/openings/ask-absent.js';
import type { OpenRow } from '../../../worker/openings/opening-record.js';
import { suiteRedis } from '../../lib/suite-redis.js';
import { type BoardCollector, createBoardCollector } from '../lib/collect-boards.js';

const { redis } = await suiteRedis('working');
const start = new Date(Math.floor(Date.now() / 1000) * 1000);
let collector: BoardCollector;

/** A source of the newest postings alone, with a page for each: what it lists, what its pages answer, and what was asked. */
const source = { listed: [] as number[], statuses: new Map<number, number>(), asked: [] as string[] };
const server = createServer(({ url = '', headers }, response) => {
  const id = Number(/^\/jobs\/(\d+)$/.exec(url)?.[1]);
  if (url === '/robots.txt') return void response.end('User-agent: *\nDisallow: /jobs/99\n');
  if (!Number.isNaN(id)) {
    source.asked.push(url);
    return void response.writeHead(source.statuses.get(id) ?? 200, { 'content-type': 'text/html' }).end('<p>Job</p>');
  }
  const postings = source.listed.map((number) => ({
    ...{ id: number, position: `Engineer ${number}`, url: `http://${headers.host}/jobs/${number}` },
    ...{ company: 'Acme', description: `<p>The work of number ${number}, told in a sentence of its own.</p>` },
  }));
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify([{ legal: 'notice' }, ...postings]));
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  collector = createBoardCollector(redis, [{ id: 'newest', kind: 'remoteok', baseUrl, perMinute: 60_000 }], start);
});
afterAll(async () => {
  await collector.close();
  await new Promise<void>((resolve) => server.close(() => resolve()));
});

/** Reads the source with these postings, so many minutes after the reading before. */
async function read(listed: number[], minutes = 20) {
  source.listed = listed;
  source.asked = [];
  collector.now = new Date(collector.now.getTime() + minutes * 60_000);
  return collector.read('newest');
}

test('a posting that the newest ones have pushed out is kept, and closed once its own page was gone twice', async () => {
  const { jobs } = await read([1, 2, 3, 99]);
  const idOf = new Map(jobs.map(({ id, title }) => [title, id]));
  const id = (number: number): string => idOf.get(`Engineer ${number}`) ?? '';
  source.statuses.set(1, 404);
  const second = await read([3, 4, 5]);
  expect(source.asked.sort()).toEqual(['/jobs/1', '/jobs/2']);
  expect(second.openings).toMatchObject({ opened: 2, closed: 0, kept: 3, doubted: false });
  // Too soon to ask again.
  await read([3, 4, 6], 1);
  expect(source.asked).toEqual(['/jobs/5']);
  const third = await read([3, 4, 7], 15);
  expect(source.asked).toContain('/jobs/1');
  expect(third.openings).toMatchObject({ closed: 1 });
  expect(third.jobs.map(({ title }) => title)).not.toContain('Engineer 1');
  expect(await collector.job(id(1))).toMatchObject({ closedAt: collector.now.toISOString() });
  expect(await collector.job(id(2))).toMatchObject({ closedAt: null });
  // What robots.txt forbids is not asked, and stays.
  expect(await collector.job(id(99))).toMatchObject({ closedAt: null });
}, 60_000);

test('a page that is there again counts from the start, and one that does not answer ends the asking', async () => {
  const row = (id: string, asked: number, gone = 0): OpenRow => ({
    ...{ id, firstSeen: 1, hash: 'aaaaaa' },
    absence: { readings: 1, since: 1, lastSeen: 1, asked, gone },
  });
  const at = 10_000;
  const rows = [row('b', 200), row('a', 100, 1), row('c', 300, 1), row('recent', at - againSeconds + 1, 1)];
  const jobs = new Map(rows.map(({ id }) => [id, { job: { url: id } } as CollectedJob]));
  const answers: Record<string, PageAnswer> = { a: 'there', b: 'gone', c: 'gone' };
  const asked: string[] = [];
  const ask = async (url: string): Promise<PageAnswer> => {
    asked.push(url);
    return answers[url] ?? 'unanswered';
  };
  const { kept, closed } = await askAbsent(rows, jobs, { ask, at });
  expect(asked).toEqual(['a', 'b', 'c']);
  expect(closed.map(({ id }) => id)).toEqual(['c']);
  expect(kept.map(({ id, absence }) => [id, absence?.asked, absence?.gone])).toEqual([
    ...[
      ['b', at, 1],
      ['a', at, 0],
    ],
    ['recent', at - againSeconds + 1, 1],
  ]);
  answers.a = 'unanswered';
  asked.length = 0;
  const ended = await askAbsent(rows, jobs, { ask, at });
  expect(asked).toEqual(['a']);
  // It has its turn again after the others.
  expect(ended.kept.find(({ id }) => id === 'a')?.absence).toMatchObject({ asked: at, gone: 1 });
});
