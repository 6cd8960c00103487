import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type NarrowBoard, startNarrowBoard } from '../../lib/boards/narrow-board.js';
import { type FakeBoard, startFakeBoard } from '../../lib/fake-board.js';
import { boardSource, startService, type TestService } from '../../lib/start-service.js';

let whole: FakeBoard;
let narrow: NarrowBoard;
let service: TestService;

beforeAll(async () => {
  whole = await startFakeBoard();
  whole.setJobs('acme', [{ id: 1, title: 'Software Tester', place: 'Leeds, UK' }]);
  narrow = await startNarrowBoard([
    ...['Ward', 'Night', 'Senior', 'School'].map((kind) => ({ title: `${kind} Nurse` })),
    { title: 'Midwife' },
    { title: 'Software Tester for Payments' },
    { title: 'Dentist', town: 'San Francisco' },
    { title: 'Head Chef' },
  ]);
  service = await startService({
    sources: [
      boardSource('acme', whole.baseUrl),
      {
        ...{ id: 'narrow', kind: 'site', search: narrow.search, render: 'never', noJobs: '.none' },
        ...{ perMinute: 60_000, concurrency: 4 },
      },
    ],
  });
});

afterAll(async () => {
  await service.close();
  await narrow.close();
  await whole.close();
});

/** The titles of the exact matches. */
const titlesOf = async (query: object): Promise<string[]> => {
  const { body } = await service.search({ limit: '50', ...query });
  const jobs = (body.jobs as { title: string }[]).slice(0, body.page.exact);
  return jobs.map(({ title }) => title).sort();
};

test.each([
  [
    'alternatives',
    { keyword: 'nurse OR midwife' },
    ['Midwife', 'Night Nurse', 'School Nurse', 'Senior Nurse', 'Ward Nurse'],
  ],
  ['exclusions', { keyword: 'nurse NOT night' }, ['School Nurse', 'Senior Nurse', 'Ward Nurse']],
  ['groups that are excluded', { keyword: 'nurse -(night or ward)' }, ['School Nurse', 'Senior Nurse']],
  ['phrases', { keyword: '"head chef"' }, ['Head Chef']],
  ['facts', { keyword: 'senior nurse' }, ['Senior Nurse']],
  ['fields', { keyword: 'title:midwife' }, ['Midwife']],
  ['short names of places', { keyword: 'dentist', location: 'sf' }, ['Dentist']],
  ['places', { keyword: 'dentist', location: 'San Francisco' }, ['Dentist']],
  ['slips in places', { keyword: 'dentist', location: 'San Francsico' }, ['Dentist']],
  ['slips', { keyword: 'sofware tester' }, ['Software Tester', 'Software Tester for Payments']],
])('a board with its own search returns what was requested, by %s', async (_, query, titles) => {
  expect(await titlesOf(query)).toEqual(titles);
});

test('it never receives an operator, a quotation mark or an excluded word', () => {
  const words = narrow.asked.map(({ q }) => q);
  expect(words.length).toBeGreaterThan(0);
  for (const text of words) expect(text).not.toMatch(/["()]|\bor\b|\bnot\b|night|title:|(?:^| )-/i);
});

test('its result is not presented as complete, and is one report', async () => {
  const { body } = await service.search({ keyword: 'nurse OR midwife' });
  const reports = (body.sources as { name: string }[]).filter(({ name }) => name === 'narrow');
  expect(reports).toMatchObject([{ status: 'ok', jobs: 5, detail: expect.stringMatching(/"midwife" and "nurse"/) }]);
  const everything = await service.search({});
  expect(everything.body.sources.map(({ detail }: { detail: string | null }) => detail)).toEqual([null, null]);
});

test('a response does not depend on earlier searches', async () => {
  const before = await service.search({ keyword: 'nurse or midwife' });
  const after = await service.search({ keyword: 'MIDWIFE Or nurse' });
  expect(after.headers.get('cache-status')).toMatch(/hit/);
  expect(after.body.jobs).toEqual(before.body.jobs);
  expect(after.body.query.keyword).toBe('MIDWIFE Or nurse');
});
