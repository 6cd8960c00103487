import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { main } from '../../cli/lookup-command.js';
import type { Job } from '../../shared/search/job.js';
import { type FakeBoard, startFakeBoard } from '../lib/fake-board.js';
import { boardSource, startService, type TestService } from '../lib/start-service.js';

let board: FakeBoard;
let service: TestService;
let job: Job;
const folder = mkdtempSync(join(tmpdir(), 'lookup-'));

beforeAll(async () => {
  board = await startFakeBoard();
  board.setJobs('acme', [{ id: 40_001, title: 'Baker', company: 'Bakery' }]);
  service = await startService({ sources: [boardSource('acme', board.baseUrl)] });
  const [found] = (await service.search({})).body.jobs as Job[];
  if (found === undefined) throw new Error('The board was not read.');
  job = found;
});
afterAll(async () => {
  await service.close();
  await board.close();
  rmSync(folder, { recursive: true, force: true });
});

const printed = { out: '', err: '' };
beforeEach(() => {
  for (const [stream, name] of [['stdout', 'out'] as const, ['stderr', 'err'] as const])
    jest.spyOn(process[stream], 'write').mockImplementation((text) => {
      printed[name] += String(text);
      return true;
    });
});
afterEach(() => {
  jest.restoreAllMocks();
});

/** Runs the command on a file with this text: its exit code and what it prints. */
async function run(name: string, text: string, ...options: string[]) {
  const file = join(folder, name);
  writeFileSync(file, text);
  Object.assign(printed, { out: '', err: '' });
  const code = await main([file, ...options], { JOB_SEARCH_URL: service.url });
  return { code, ...printed };
}

test('says of each line of a text what it knows, in the order of the file', async () => {
  const text = `My applications\n- [Baker](x) ${job.url}?utm_source=a\n${job.id}\nhttps://elsewhere.example/1, soon\n\n`;
  const { code, out, err } = await run('mine.txt', text);
  expect(
    out
      .trim()
      .split('\n')
      .map((line) => line.split(/ {2,}/)),
  ).toEqual([
    ['open', `${job.title}, ${job.company.name}`, `${job.url}?utm_source=a`],
    ['open', `${job.title}, ${job.company.name}`, job.id],
    ['unknown', 'https://elsewhere.example/1,'],
  ]);
  expect([code, err]).toEqual([0, '1 lines without an address or the id of a job were left out.\n']);
});

test('reads the rows of a CSV file, more than one request may have, and prints them as JSON', async () => {
  const rows = Array.from({ length: 130 }, (_, at) => `"Job ${at}, night","https://elsewhere.example/${at},a"`);
  const { code, out } = await run('mine.csv', ['title,url', ...rows, `Baker,${job.id}`].join('\n'), '--json');
  const lines = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { asked: string; state: string });
  expect(lines).toHaveLength(131);
  expect([lines[0]?.asked, lines[130]]).toEqual([
    'https://elsewhere.example/0,a',
    expect.objectContaining({ asked: job.id, state: 'open', title: 'Baker' }),
  ]);
  expect(code).toBe(0);
});

test('says what to write instead, and ends with 1 where none is open', async () => {
  expect((await run('none.txt', 'https://elsewhere.example/1')).code).toBe(1);
  expect(await run('empty.txt', 'nothing here')).toMatchObject({ code: 2, err: expect.stringContaining('No line of') });
  expect(await main([], {})).toBe(2);
  expect(await main([join(folder, 'missing')], {})).toBe(2);
  expect(printed.err).toContain('cannot be read (ENOENT)');
  expect(await main(['--help'], {})).toBe(0);
});
