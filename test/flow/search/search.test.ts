import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { jobSchema } from '../../../shared/search/job.js';
import { type FakeBoard, startFakeBoard } from '../../lib/fake-board.js';
import { boardSource, startService, type TestService } from '../../lib/start-service.js';

let board: FakeBoard;
let service: TestService;

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
const longText = (what: string) =>
  `<p>${what} is what this team does every day, for people who depend on it and say so when it fails. You will plan the work with three colleagues, write it down, build it, and stay with it until it runs well in the hands of those who asked for it.</p><ul><li>Five years of practice</li><li>A calm way with deadlines</li></ul>`;

beforeAll(async () => {
  board = await startFakeBoard();
  board.setJobs('acme', [
    {
      id: 1,
      title: 'Senior Software Engineer',
      place: 'Austin, TX (Hybrid)',
      content: `${longText('Platform work')}<p>The salary range is $140,000 - $175,000 a year.</p>`,
      postedAt: daysAgo(2),
    },
    { id: 2, title: 'Nurse', place: 'Berlin, Germany', content: longText('Care'), postedAt: daysAgo(20) },
    {
      id: 3,
      title: 'Software Engineer',
      place: 'Remote - EMEA',
      content: longText('Backend work'),
      postedAt: daysAgo(40),
    },
    {
      id: 4,
      title: 'Barista',
      place: 'Round Rock, TX',
      content: `${longText('Coffee')}<p>Part-time role. Pays $16 an hour.</p>`,
      postedAt: daysAgo(0.1),
    },
  ]);
  board.setJobs('beta', [
    {
      id: 9,
      title: 'Senior Software Engineer',
      place: 'Austin, TX',
      content: longText('Platform work'),
      postedAt: daysAgo(2),
    },
    ...Array.from({ length: 30 }, (_, index) => ({
      id: 100 + index,
      title: `Clerk ${index}`,
      place: 'Paris, France',
      postedAt: daysAgo(index + 1),
    })),
  ]);
  service = await startService({ sources: [boardSource('acme', board.baseUrl), boardSource('beta', board.baseUrl)] });
});

afterAll(async () => {
  await service.close();
  await board.close();
});

describe('a search', () => {
  test('is collected once, and then a hit', async () => {
    const first = await service.search({ keyword: 'software engineer' });
    expect(first.status).toBe(200);
    expect(first.headers.get('cache-status')).toBe('job-search; fwd=miss; stored');
    expect(first.body.partial).toBe(false);
    const second = await service.search({ keyword: 'Software  Engineer' });
    expect(second.headers.get('cache-status')).toMatch(/^job-search; hit; ttl=\d+$/);
    expect(second.body.jobs.map((job: { id: string }) => job.id)).toEqual(
      first.body.jobs.map((job: { id: string }) => job.id),
    );
    expect(board.asked.filter((name) => name === 'acme')).toHaveLength(1);
  });

  test('returns records that match the documented contract exactly', async () => {
    const { body } = await service.search({ keyword: 'software engineer' });
    for (const job of body.jobs) jobSchema.parse(job);
    expect(Object.keys(body)).toEqual([
      'query',
      'page',
      'next',
      'notices',
      'partial',
      'stale',
      'collectedAt',
      'ageSeconds',
      'tookMs',
      'sources',
      'sourceCounts',
      'jobs',
    ]);
  });

  test('merges one opening of two boards into one job', async () => {
    const { body } = await service.search({ keyword: 'senior software engineer' });
    expect(body.page.exact).toBe(1);
    const [job] = body.jobs;
    expect(job.source).toBe('acme');
    expect(job.alsoOn).toEqual([{ source: 'beta', url: `${board.baseUrl}/beta/jobs/9` }]);
    // The single job has its copies too, from the search that found them.
    const whole = await service.get(`/api/jobs/${job.id}`);
    expect(whole.body).toMatchObject({ alsoOn: job.alsoOn, repeats: 0 });
    expect(body.sources).toMatchObject([
      { name: 'acme', status: 'ok', jobs: 1 },
      { name: 'beta', status: 'ok', jobs: 1 },
    ]);
  });

  const filterCases: [object, string[]][] = [
    [{ remoteFilter: 'hybrid' }, ['Senior Software Engineer']],
    [{ remoteFilter: 'remote' }, ['Software Engineer']],
    [{ location: 'Remote' }, ['Software Engineer']],
    [{ location: 'Austin, TX' }, ['Barista', 'Senior Software Engineer']],
    [{ location: 'Texas' }, ['Barista', 'Senior Software Engineer']],
    [{ location: 'Germany' }, ['Nurse']],
    [{ location: 'Austin, TX', remoteFilter: 'remote' }, []],
    [{ location: 'Berlin', remoteFilter: 'remote' }, ['Software Engineer']],
    [{ salary: '150000' }, ['Senior Software Engineer']],
    [{ salary: '30k' }, ['Barista', 'Senior Software Engineer']],
    [{ jobType: 'PT' }, ['Barista']],
    [{ experienceLevel: 'sr' }, ['Senior Software Engineer']],
    [{ dateSincePosted: '24hr', keyword: 'barista' }, ['Barista']],
    [{ dateSincePosted: '3 days', keyword: '-clerk' }, ['Barista', 'Senior Software Engineer']],
    [{ keyword: 'nurse OR barista' }, ['Barista', 'Nurse']],
    [{ keyword: '"software engineer" -senior' }, ['Software Engineer']],
    [{ keyword: 'swe' }, ['Senior Software Engineer', 'Software Engineer']],
  ];

  test.each(filterCases)('%j keeps only jobs known to match', async (query, titles) => {
    const { body, status } = await service.search({ ...query, limit: '100' });
    expect(status).toBe(200);
    expect(body.jobs.map(({ title }: { title: string }) => title).sort()).toEqual(titles);
    expect(body.partial).toBe(false);
  });

  test('pages through one ranked list by sending back "next"', async () => {
    const seen: string[] = [];
    let next: object | null = { keyword: 'clerk', limit: '7' };
    while (next !== null) {
      const { body }: { body: { jobs: { id: string }[]; next: object | null; page: { total: number } } } =
        await service.search(next);
      expect(body.page.total).toBe(30);
      seen.push(...body.jobs.map(({ id }) => id));
      next = body.next;
    }
    expect(seen).toHaveLength(30);
    expect(new Set(seen).size).toBe(30);
    const { body } = await service.search({ keyword: 'clerk', limit: '7', page: '5' });
    expect(body).toMatchObject({ jobs: [], next: null, page: { count: 0, total: 30 } });
  });

  test('says why a job matches', async () => {
    const { body } = await service.search({ keyword: 'software engineer', location: 'Austin, TX', salary: '100000' });
    expect(body.jobs[0].match.why).toEqual([
      'title has "software engineer"',
      'in Austin, TX',
      'pays 140000 USD a year or more',
      'posted 2 days ago',
      'found on 2 boards',
    ]);
    expect(body.jobs[0].inferred).toEqual(expect.arrayContaining(['experienceLevel', 'salary']));
  });

  test('says so when it does not know a place', async () => {
    const { body } = await service.search({ location: 'Qwertyville' });
    expect(body.notices).toEqual([expect.stringContaining('"Qwertyville"'), expect.stringMatching(/ 34\.$/)]);
    expect(body).toMatchObject({ jobs: [], partial: false });
  });

  test('returns one complete job by its id', async () => {
    const { body } = await service.search({ keyword: 'nurse' });
    const { body: job } = await service.get(`/api/jobs/${body.jobs[0].id}`);
    expect(job.description).toContain('- Five years of practice');
    expect(job.descriptionHtml).toContain('<li>Five years of practice</li>');
  });

  test('shows in geo-stats', async () => {
    await service.search({ keyword: 'nurse', location: 'Berlin' });
    const read = async () => {
      const { body } = await service.get('/api/geo-stats');
      return { body, berlin: body.places.find(({ city }: { city: string }) => city === 'Berlin') };
    };
    const end = Date.now() + 5000;
    let { body, berlin } = await read();
    // The place is there with its jobs before the search is counted.
    for (; (berlin?.searches ?? 0) === 0 && Date.now() < end; { body, berlin } = await read())
      await new Promise((resolve) => setTimeout(resolve, 50));
    expect(berlin).toMatchObject({ country: 'DE', jobs: 1, searches: expect.any(Number) });
    expect(berlin.searches).toBeGreaterThanOrEqual(1);
    expect(
      body.sources.map(({ name, asked, answered }: { name: string; asked: number; answered: number }) => [
        name,
        asked,
        answered,
      ]),
    ).toEqual([
      ['beta', 1, 1],
      ['acme', 1, 1],
    ]);
    expect(body.workers).toMatchObject([{ id: 'worker-1' }]);
  });
});
