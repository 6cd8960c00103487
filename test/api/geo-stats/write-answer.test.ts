import { expect, test } from '@jest/globals';
import { listSources } from '../../../api/geo-stats/write-answer.js';
import { sourceStatsSchema } from '../../../shared/stats/geo-stats.js';
import type { SourceStats } from '../../../shared/stats/read-stats.js';

/** A source with so many jobs. */
const source = (name: string, jobs: number): [string, SourceStats] => [
  name,
  { name, asked: 2, answered: 2, timedOut: 0, failed: 0, jobs, took: new Map(), lastAnswerAt: Date.UTC(2026, 0, 5) },
];
const until = new Date(Date.UTC(2026, 0, 6));
const list = (sources: Map<string, SourceStats>, resting: string[]) => {
  const { sources: listed, sourceCounts } = listSources(sources, new Map(resting.map((name) => [name, until])));
  return { sources: listed.map((each) => sourceStatsSchema.parse(each)), sourceCounts };
};

test('of thousands a hundred are listed: paused ones first, then those with the most jobs; all are counted', () => {
  const sources = new Map(Array.from({ length: 5000 }, (_, at) => source(`board-${at}`, at)));
  const { sources: listed, sourceCounts } = list(sources, ['board-3', 'board-77', 'of-another-file']);
  expect(sourceCounts).toEqual({ total: 5000, ok: 4998, resting: 2 });
  expect(listed).toHaveLength(100);
  expect(listed.slice(0, 4).map(({ name, status }) => `${name} ${status}`)).toEqual([
    'board-77 resting',
    'board-3 resting',
    'board-4999 ok',
    'board-4998 ok',
  ]);
  expect(listed[0]?.restingUntil).toBe(until.toISOString());
  expect(new Set(listed.map(({ name }) => name)).size).toBe(100);
});

test('when more are paused than are listed, the counts say how many', () => {
  const sources = new Map(Array.from({ length: 300 }, (_, at) => source(`board-${at}`, at)));
  const { sources: listed, sourceCounts } = list(sources, [...sources.keys()].slice(0, 250));
  expect(sourceCounts).toEqual({ total: 300, ok: 50, resting: 250 });
  expect(new Set(listed.map(({ status }) => status))).toEqual(new Set(['resting']));
});

test('few are listed whole, equal ones by name', () => {
  const sources = new Map([source('b', 1), source('a', 1), source('c', 9)]);
  expect(list(sources, []).sources.map(({ name }) => name)).toEqual(['c', 'a', 'b']);
});

test('a window that changed is listed anew', () => {
  const sources = new Map([source('a', 1)]);
  expect(list(sources, []).sources[0]?.jobs).toBe(1);
  expect(list(new Map([source('a', 2)]), []).sources[0]?.jobs).toBe(2);
});
