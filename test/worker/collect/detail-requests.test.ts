import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { startChangingBoard } from '../../lib/boards/changing-board.js';
import { type Collector, openCollector } from '../../lib/processes/open-collector.js';
import type { BoardRequest } from '../../lib/simulated-kinds/simulated-kind.js';
import { suiteRedis } from '../../lib/suite-redis.js';

const { redis } = await suiteRedis('working');
const board = await startChangingBoard();
const collector: Collector = openCollector(redis, {});
afterAll(async () => {
  await collector.close();
  await board.close();
});

const hour = 3_600_000;
const day = 24 * hour;

/** A posting of a board: `text` stands on its own page alone, `version` is all that its listing tells of a change. */
type Entry = { id: number; title: string; text: string; version: number };

let postings: Entry[] = [];

const entry = (id: number, version = 1): Entry => ({
  ...{ id, version, title: `Cook ${id} v${version}` },
  text: `You cook for ${id} guests, version ${version}.`,
});
const count = (length: number, from = 0): Entry[] => Array.from({ length }, (_, index) => entry(from + index));
/** The posting that a detail is about: the last number of its path. */
const found = (path: string): Entry | undefined => {
  const id = Number(/(\d+)(?:\/detail)?$/.exec(path)?.[1]);
  return postings.find((each) => each.id === id);
};

/** A board that lists its postings and describes each on a page of its own. */
type Kind = {
  settings: object;
  isDetail: RegExp;
  of(posting: Entry): unknown;
  list(request: BoardRequest): unknown;
  /** Its listings prove nothing of a posting that they lack, so that it is kept for some readings. */
  keepsAbsent?: boolean;
};

const { baseUrl } = board;
const page = (body: string): string => `<!doctype html><html><body>${body}</body></html>`;
const jobPosting = ({ title, text }: Entry): string =>
  `<script type="application/ld+json">${JSON.stringify({ '@type': 'JobPosting', title, description: text })}</script>`;
const param = (path: string, name: string): number => Number(new URL(path, baseUrl).searchParams.get(name));

const kinds: Record<string, Kind> = {
  smartrecruiters: {
    settings: { kind: 'smartrecruiters', company: 'Far', allowed: 'by the owner, 2026-11', baseUrl },
    isDetail: /postings\/\d+$/,
    of: ({ id, title, text }) => ({ id: `${id}`, name: title, jobAd: { sections: { job: { title: 'Job', text } } } }),
    list: ({ path }) => {
      const offset = param(path, 'offset');
      const content = postings.slice(offset, offset + 100).map(({ id, title }) => ({ id: `${id}`, name: title }));
      return { offset, totalFound: postings.length, content };
    },
  },
  bamboohr: {
    settings: { kind: 'bamboohr', company: 'leaf', baseUrl },
    isDetail: /\/detail$/,
    of: ({ text }) => ({ result: { jobOpening: { description: text } } }),
    list: () => ({ result: postings.map(({ id, title }) => ({ id, jobOpeningName: title })) }),
  },
  workday: {
    settings: { kind: 'workday', tenant: 'span', site: 'Careers', baseUrl },
    isDetail: /\/job\/\d+$/,
    of: ({ id, title, text }) => ({ jobPostingInfo: { id: `p${id}`, title, jobDescription: text } }),
    list: ({ json }) => {
      const { offset, limit } = json as { offset: number; limit: number };
      const jobPostings = postings.slice(offset, offset + limit).map(({ id, title }) => ({
        ...{ externalPath: `/job/${id}`, title },
        // Relative dates change daily, and not because the posting changed.
        postedOn: `Posted ${Math.round((collector.now - start) / day) + 1} Days Ago`,
      }));
      return { total: offset === 0 ? postings.length : 0, jobPostings };
    },
  },
  'a sitemap': {
    keepsAbsent: true,
    settings: { kind: 'site', sitemap: `${baseUrl}/sitemap.xml`, render: 'never' },
    isDetail: /\/jobs\/\d+$/,
    of: (posting) => page(jobPosting(posting)),
    list: () =>
      `<?xml version="1.0"?><urlset>${postings
        .map(({ id, version }) => `<url><loc>${baseUrl}/jobs/${id}</loc><lastmod>2026-01-0${version}</lastmod></url>`)
        .join('')}</urlset>`,
  },
  'links to jobs': {
    keepsAbsent: true,
    settings: { kind: 'site', pages: [`${baseUrl}/all`], jobLinks: 'a', render: 'never' },
    // A change that the listing does not show has another address.
    isDetail: /\/jobs\/\d\/\d+$/,
    of: (posting) => page(jobPosting(posting)),
    list: () => page(postings.map(({ id, version }) => `<a href="/jobs/${version}/${id}">${id}</a>`).join('')),
  },
  'items with details': {
    keepsAbsent: true,
    settings: {
      ...{ kind: 'site', pages: [`${baseUrl}/all`], item: 'li', render: 'never' },
      jobFields: { title: 'h1', description: 'main' },
    },
    isDetail: /\/jobs\/\d+$/,
    of: ({ title, text }) => page(`<h1>${title}</h1><main>${text}</main>`),
    list: () => page(postings.map(({ id, title }) => `<li><a href="/jobs/${id}">${title}</a></li>`).join('')),
  },
};

const start = Math.floor(Date.now() / hour) * hour + hour / 2;
const size = 200;

beforeEach(async () => {
  await redis.flushall();
  board.etags = true;
  collector.now = start;
  postings = count(size);
});

const use = ({ settings, isDetail, of, list }: Kind): void => {
  collector.settings = { concurrency: 16, ...settings };
  board.answer = (request) => {
    if (!isDetail.test(request.path)) return list(request);
    const posting = found(request.path);
    return posting === undefined ? null : of(posting);
  };
};
const read = async (demand?: 'everything'): Promise<BoardRequest[]> => {
  board.asked.length = 0;
  await collector.collect(demand);
  const { attempt } = await collector.state();
  if (attempt?.status !== 'ok') throw new Error(`The board was not read: ${attempt?.detail}`);
  return [...board.asked];
};
const head = async () => (await collector.state()).head;
const texts = async () =>
  (await collector.jobs()).map(({ title, description }) => `${title}: ${description.replace(/^Job\s+/, '')}`).sort();
const expected = () => postings.map(({ title, text }) => `${title}: ${text}`).sort();

describe.each(Object.entries(kinds))('of %s', (_, kind) => {
  const { isDetail, keepsAbsent = false } = kind;
  const details = (requests: BoardRequest[]) => requests.filter(({ path }) => isDetail.test(path));
  beforeEach(() => use(kind));

  test('a second reading requests the details of new and changed postings alone', async () => {
    const first = await read();
    expect(await texts()).toHaveLength(size);
    collector.now += 2 * day;
    // Two percent changed: two have closed, one is edited, one is new.
    postings = [...count(size - 3, 2), entry(size - 1, 2), entry(size)];
    const second = await read();
    expect(second.length).toBeLessThanOrEqual(0.06 * first.length);
    expect(details(second)).toHaveLength(2);
    expect(await texts()).toEqual(keepsAbsent ? expect.arrayContaining(expected()) : expected());
    expect(collector.counts.normalised).toBe(1);

    // The third finds nothing new, whatever the second one left out.
    collector.now += hour;
    const version = (await head())?.version;
    expect(details(await read())).toEqual([]);
    expect(collector.counts).toMatchObject({ normalised: 0, unchanged: keepsAbsent ? 0 : 1 });
    if (!keepsAbsent) expect((await head())?.version).toBe(version);
  });

  test('a caller who demands a new collection sees a silent edit at once', async () => {
    postings = count(20);
    await read();
    postings = postings.map((each) => (each.id === 7 ? { ...each, text: 'You bake instead.' } : each));
    collector.now += hour;
    expect(details(await read())).toEqual([]);
    collector.now += hour;
    expect(details(await read('everything'))).toHaveLength(20);
    expect(await texts()).toEqual(expected());
    // Pages that a demand confirmed are as new as those that were read.
    expect(details(await read('everything'))).toEqual([]);
  });

  test('each detail is requested again within a week, not all at once, and a silent edit is seen', async () => {
    postings = count(60);
    const first = await read();
    const version = (await head())?.version;
    const asked = new Map<string, number>();
    for (let half = 1; half <= 14; half++) {
      collector.now = start + (half * day) / 2;
      const again = details(await read());
      // 17 of 60 are due in half a day on average, by their addresses, whose port differs in each run.
      expect(again.length).toBeLessThan(60 * 0.75);
      for (const { path } of again) asked.set(path, (asked.get(path) ?? 0) + 1);
    }
    expect(asked.size).toBe(60);
    expect(Math.max(...asked.values())).toBe(1);
    expect((await head())?.version).toBe(version);
    expect(first.length).toBeGreaterThan(60);

    postings = postings.map((each) => (each.id === 7 ? { ...each, text: 'You bake instead.' } : each));
    collector.now += 7 * day;
    await read();
    expect(await texts()).toEqual(expected());
    expect((await head())?.version).not.toBe(version);
  });
});

describe('a detail', () => {
  const { bamboohr } = kinds;
  const answerTo = (path: string, answer: unknown): void => {
    const usual = board.answer;
    board.answer = (request) => (request.path.startsWith(path) ? answer : usual(request));
  };
  beforeEach(() => {
    if (bamboohr !== undefined) use(bamboohr);
    postings = count(20);
  });

  test('that fails when it is due keeps what is held, and is requested again', async () => {
    await read();
    answerTo('/careers/7/detail', 500);
    collector.now += 8 * day;
    expect((await read()).map(({ path }) => path)).toContain('/careers/7/detail');
    expect(await texts()).toEqual(expected());
    if (bamboohr !== undefined) use(bamboohr);
    collector.now += hour;
    expect((await read()).map(({ path }) => path)).toEqual(['/careers/list', '/careers/7/detail']);
  });

  test('that has gone when it is due is no longer held', async () => {
    await read();
    answerTo('/careers/7/detail', null);
    collector.now += 8 * day;
    await read();
    expect((await collector.jobs()).map(({ title }) => title)).not.toContain('Cook 7 v1');
  });

  test('that failed at first is requested by the next reading, and no other is', async () => {
    answerTo('/careers/7/detail', 500);
    await read();
    expect((await collector.state()).attempt?.detail).toContain('The source answered 500.');
    if (bamboohr !== undefined) use(bamboohr);
    collector.now += hour;
    expect((await read()).map(({ path }) => path)).toEqual(['/careers/list', '/careers/7/detail']);
    expect(await texts()).toEqual(expected());
    expect((await collector.state()).attempt?.detail).toBeNull();
  });

  test('that was read before a crawl ended early need not be read again', async () => {
    answerTo('/careers/15/detail', 403);
    board.asked.length = 0;
    await collector.collect();
    expect((await collector.state()).attempt?.status).toBe('failed');
    if (bamboohr !== undefined) use(bamboohr);
    await redis.del('js:{rest:board}');
    collector.now += hour;
    const again = (await read()).filter(({ path }) => path.endsWith('/detail'));
    expect(again.length).toBeLessThan(20);
    expect(await texts()).toEqual(expected());
  });
});
