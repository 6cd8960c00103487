import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { HeldJob } from '../../../shared/search/job.js';
import type { RequestCost } from '../../../worker/sources/kind-facts.js';
import { kindNamed, sourceKinds } from '../../../worker/sources/kinds/source-kinds.js';
import { startChangingBoard } from '../../lib/boards/changing-board.js';
import { type Collector, openCollector } from '../../lib/processes/open-collector.js';
import { simulatedKinds } from '../../lib/simulated-kinds/all-simulated-kinds.js';
import {
  type BoardRequest,
  type Opening,
  openingOf,
  type SimulatedKind,
} from '../../lib/simulated-kinds/simulated-kind.js';
import { suiteRedis } from '../../lib/suite-redis.js';

const { redis } = await suiteRedis('working');
const board = await startChangingBoard();
const collector: Collector = openCollector(redis, {});
afterAll(async () => {
  await collector.close();
  await board.close();
});

const day = 86_400_000;
const start = Date.now();
let openings: Opening[] = [];

const openingsOf = (ids: readonly number[], version = 1): Opening[] => ids.map((id) => openingOf(id, version));
const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, index) => from + index);
/** Ids begin here, so that an id is no page number or offset. */
const firstId = 1001;

beforeEach(async () => {
  await redis.flushall();
  collector.now = start;
});

/** Text that ends with half of a surrogate pair, which no address can contain. */
const spoilt = (text: string): string => `${text}\ud800`;

/** An answer in which each text of one posting is spoilt, its id among them: of every entry of a list that has the `mark`. */
function spoilOne(value: unknown, mark: string, isIt = false): unknown {
  if (typeof value === 'string') return isIt ? spoilt(value) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (!Array.isArray(value))
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, spoilOne(each, mark, isIt)]));
  const isList = value.length > 1 && value.every((each) => typeof each === 'object');
  return value.map((each) => spoilOne(each, mark, isIt || (isList && JSON.stringify(each).includes(mark))));
}

function open({ kind, settings = {}, answer }: SimulatedKind): void {
  const { baseUrl } = board;
  const own = typeof settings === 'function' ? settings(baseUrl) : { ...settings, baseUrl };
  collector.settings = { ...own, kind, concurrency: 16 };
  board.answer = (request) => answer(request, { openings, baseUrl });
}

async function read(): Promise<BoardRequest[]> {
  board.asked.length = 0;
  await collector.collect();
  const { attempt } = await collector.state();
  if (attempt?.status !== 'ok') throw new Error(`The board was not read: ${attempt?.detail}`);
  return [...board.asked];
}

const byTitle = (a: { title: string }, b: { title: string }): number => a.title.localeCompare(b.title);

/** Checks that each opening became a job with all facts that the kind states. */
function expectJobs(jobs: readonly HeldJob[], { lacks = [] }: SimulatedKind): void {
  const facts = (title: string, text: string) => ({
    title,
    ...(lacks.includes('text') ? {} : { description: expect.stringContaining(text) }),
    ...(lacks.includes('company') ? {} : { company: expect.objectContaining({ name: 'Acme' }) }),
    ...(lacks.includes('postedAt') ? {} : { postedAt: expect.stringMatching(/^2026-(?:09-30|10-01)T/) }),
    ...(lacks.includes('jobType') ? {} : { jobType: 'full time' }),
    ...(lacks.includes('city') && lacks.includes('country')
      ? {}
      : {
          location: expect.objectContaining({
            ...(lacks.includes('city') ? {} : { city: 'Cork' }),
            ...(lacks.includes('country') ? {} : { country: 'IE' }),
          }),
        }),
  });
  const expected = [...openings].sort(byTitle).map(({ title, text }) => expect.objectContaining(facts(title, text)));
  expect([...jobs].sort(byTitle)).toEqual(expected);
}

/** A board of some dozen postings has one listing request more than its share, and one of its postings is more than 1 %. */
const roundingOf = (requests: number): number => 3 / requests;

/**
 * The requests of a later reading as a share of the first one's, when 2 % of a large board's postings are new or changed. `null`
 * for a board without details, whose listing is requested again (conditionally), and where the site sets the size of pages.
 */
function laterShare({ perRequest, details }: RequestCost): number | null {
  if (!details || perRequest === 'varies') return null;
  const listing = perRequest === 'all' ? 0 : 1 / perRequest;
  return (listing + 0.02) / (listing + 1);
}

test('a later reading takes at most 6 % of the requests of the first, but for interfaces that return 10 or 20 postings at most', () => {
  const dear = sourceKinds.filter(({ cost }) => (laterShare(cost) ?? 0) > 0.06);
  expect(dear.map(({ kind }) => kind).sort()).toEqual(['adp', 'almacareer', 'eightfold', 'workday']);
});

describe.each(simulatedKinds.map((each) => [each.kind, each] as const))('a board of %s', (name, simulated) => {
  const known = kindNamed(name);
  if (known === undefined) throw new Error(`There is no kind "${name}".`);
  const { perRequest, details } = known.cost;
  const size = simulated.size ?? (typeof perRequest === 'number' ? perRequest + 20 : 60);
  const pages = typeof perRequest === 'number' ? Math.ceil(size / perRequest) : 1;
  const listings = pages + (simulated.extra ?? 0);

  test('is read whole, and again with the requests for what changed alone', async () => {
    open(simulated);
    openings = openingsOf(range(firstId, firstId + size));
    const first = await read();
    expect(first).toHaveLength(listings + (details ? size : 0));
    expectJobs(await collector.jobs(), simulated);

    // Of a hundred, one is edited and one is new; as many have closed.
    collector.now += 2 * day;
    const changed = Math.max(1, Math.floor(size / 100));
    openings = [
      ...openingsOf(range(firstId + 2 * changed, firstId + size)),
      ...openingsOf(range(firstId + changed, firstId + 2 * changed), 2),
      ...openingsOf(range(firstId + size, firstId + size + changed)),
    ];
    const second = await read();
    expect(second.length).toBeLessThanOrEqual(listings + (details ? 2 * changed : 0));
    const later = laterShare(known.cost);
    if (later !== null) expect(second.length / first.length).toBeLessThanOrEqual(later + roundingOf(first.length));
    const absence = known.absence ?? 'closed';
    const jobs = await collector.jobs();
    const titles = new Set(openings.map(({ title }) => title));
    if (absence === 'closed') expect(jobs).toHaveLength(openings.length);
    expectJobs(
      jobs.filter(({ title }) => titles.has(title)),
      simulated,
    );
  });

  test('with a posting whose id and texts are not well-formed loses at most this one, and tells of it', async () => {
    open(simulated);
    openings = openingsOf(range(firstId, firstId + 5)).map((each, at) =>
      at === 1 ? { ...each, title: spoilt(each.title), text: spoilt(each.text) } : each,
    );
    const { answer } = board;
    const mark = String(firstId + 1);
    board.answer = (request) => spoilOne(answer(request), mark, decodeURIComponent(request.path).includes(mark));
    await collector.collect();
    const { attempt } = await collector.state();
    expect(attempt).toMatchObject({ status: 'ok' });
    const jobs = await collector.jobs();
    const whole = openings.filter((_, at) => at !== 1).map(({ title }) => title);
    expect(jobs.map(({ title }) => title)).toEqual(expect.arrayContaining(whole));
    if (jobs.length < openings.length) expect(attempt?.detail).not.toBeNull();
    expect(JSON.stringify(jobs)).not.toMatch(/\\ud[89a-f]/i);
  });

  test('reports an answer of another shape as changed', async () => {
    open(simulated);
    openings = openingsOf([firstId]);
    board.answer = ({ path, method }) =>
      method === 'GET' && /\.html?$/.test(path) ? '<html></html>' : { moved: true };
    await collector.collect();
    const { attempt } = await collector.state();
    expect(attempt).toMatchObject({
      status: 'failed',
      detail: expect.stringMatching(/^Expected|has no JobPosting and no link/),
    });
  });
});

test('a comment of hn-hiring that is not well-formed is read nevertheless', async () => {
  collector.settings = { kind: 'hn-hiring', baseUrl: board.baseUrl };
  const hit = (id: string) => ({
    objectID: id,
    comment_text: `Acme ${id} | Engineer | Oslo`,
    parent_id: 9,
    story_id: 9,
  });
  board.answer = ({ path }) =>
    path.includes('page=')
      ? { hits: [hit('1'), hit(spoilt('2')), hit('3')], page: 0, nbPages: 1 }
      : { hits: [{ objectID: '9', title: 'Ask HN: Who is hiring? (November 2026)' }] };
  await collector.collect();
  expect((await collector.state()).attempt).toMatchObject({ status: 'ok', jobs: 3, detail: null });
});
