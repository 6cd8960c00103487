import { describe, expect, test } from '@jest/globals';
import { readSourcesFile } from '../../../worker/sources/config/sources-file.js';
import { createFreshTimes, toleranceOf } from '../../../worker/sources/fresh-times.js';
import type { Source } from '../../../worker/sources/source.js';

const boards = (count: number, more: object = {}): Source[] =>
  readSourcesFile(
    JSON.stringify({
      sources: Array.from({ length: count }, (_, at) => ({
        id: `b-${at}`,
        kind: 'greenhouse',
        board: `b${at}`,
        ...more,
      })),
    }),
    'test',
  );
const first = ([source]: readonly Source[]): Source => {
  if (source === undefined) throw new Error('No source.');
  return source;
};

describe('how long a collection counts as fresh', () => {
  test.each([
    [1, 600],
    [480, 600],
    [600, 750],
    [6800, 8500],
  ])('%d boards on one host: %d seconds', (count, seconds) => {
    const sources = boards(count);
    expect(createFreshTimes(sources, 600).secondsOf(first(sources))).toBe(seconds);
  });

  test('a faster pace shortens it, and what the settings state is kept', () => {
    const fast = boards(2000, { perMinute: 600 });
    expect(createFreshTimes(fast, 60).secondsOf(first(fast))).toBe(250);
    const stated = boards(2000, { freshSeconds: 900 });
    expect(createFreshTimes(stated, 600).secondsOf(first(stated))).toBe(900);
  });

  test('boards on other hosts do not count', () => {
    const sources = [...boards(5000), ...readSourcesFile(file({ id: 'l', kind: 'lever', site: 'l' }), 'test')];
    expect(createFreshTimes(sources, 600).secondsOf(sources.at(-1) ?? first(sources))).toBe(600);
  });

  test('it follows the requests that readings took', () => {
    const sources = boards(480);
    const times = createFreshTimes(sources, 600);
    for (const { key } of times.boards) times.noteCost(key, { requests: 3, tookMs: 900 });
    expect(times.secondsOf(first(sources))).toBe(1800);
    expect(times.loadOf(first(sources))).toBeCloseTo(0.8);
    for (const { key } of times.boards) times.noteCost(key, { requests: 1, tookMs: 300 });
    expect(times.secondsOf(first(sources))).toBe(600);
  });

  test('a host that answers more slowly than its pace allows, as with a crawl delay, gets more time', () => {
    const sources = boards(480);
    const times = createFreshTimes(sources, 600);
    // Four readings in flight wait for each other, ten seconds each.
    for (const { key } of times.boards) times.noteCost(key, { requests: 1, tookMs: 40_000 });
    expect(times.secondsOf(first(sources))).toBe(6000);
  });

  test('a source that narrows has no host to share: FRESH_SECONDS', () => {
    const site = { id: 's', kind: 'site', search: 'https://s.example/?q={keyword}', jobLinks: 'a' };
    const sources = readSourcesFile(file(site), 'test');
    const times = createFreshTimes(sources, 600);
    expect([times.boards, times.secondsOf(first(sources))]).toEqual([[], 600]);
  });
});

const file = (source: object): string => JSON.stringify({ sources: [source] });

test.each([
  [10, 5],
  [60, 30],
  [600, 60],
  [6000, 600],
])('of a fresh time of %d s, %d s more are tolerated', (fresh, more) => {
  expect(toleranceOf(fresh * 1000)).toBe(more * 1000);
});
