import { expect, test } from '@jest/globals';
import { createHomeFigures, createNewestJobs } from '../../../api/feed/home-figures.js';
import { writeSuggestions } from '../../../shared/search/collections/word-counts.js';
import type { Job } from '../../../shared/search/job.js';
import { suiteRedis } from '../../lib/suite-redis.js';

const { redis } = await suiteRedis('asking');
const figures = {
  ...{ total: 3, neverRead: 0, due: 0, overdue: 0, oldestAgeSeconds: 7200 },
  ...{ postings: 42, failing: 0, unreadable: 0, gone: 0, forbidden: 0 },
};
const figuresOf = (change: Partial<typeof figures> = {}) =>
  createHomeFigures({ redis, now: () => new Date(), boardFigures: async () => ({ ...figures, ...change }) })();

test('the start page has no figures while nothing is held, then those of the boards and their commonest words', async () => {
  expect(await figuresOf()).toBeNull();
  await writeSuggestions(redis, {
    titles: [
      ['Baker II, Team Bread (Night)', 99] as const,
      ...Array.from({ length: 12 }, (_, at) => [`Baker ${'abcdefghijkl'.charAt(at)}`, 20 - at] as const),
    ],
    skills: [],
    companies: [
      ['Acme', 30],
      ['Globex', 12],
    ],
    places: [['Berlin, Germany', 40]],
  });
  const home = await figuresOf();
  expect(home).toMatchObject({ jobs: 42, boards: 3, companies: 2, oldestAgeSeconds: 7200 });
  expect(home?.titles).toHaveLength(8);
  expect(home?.titles[0]).toEqual({ word: 'Baker a', jobs: 20 });
  expect(home?.places).toEqual([{ word: 'Berlin, Germany', jobs: 40 }]);
  // Nothing is said of the age of a board that was never read.
  expect((await figuresOf({ neverRead: 1 }))?.oldestAgeSeconds).toBeNull();
  expect(await figuresOf({ postings: 0 })).toBeNull();
});

test('the newest jobs are of several companies, and none while no worker answers', async () => {
  const made = (name: string, at: number) => ({ id: `${name} ${at}`, company: { name } }) as Job;
  const jobs = [...Array.from({ length: 5 }, (_, at) => made('Acme', at)), made('Globex', 0)];
  const newest = createNewestJobs({ askHeld: async () => ({ total: 6, jobs, facets: null, partial: false }) });
  expect((await newest()).map(({ id }) => id)).toEqual(['Acme 0', 'Acme 1', 'Globex 0']);
  const none = createNewestJobs({ askHeld: () => Promise.reject(new Error('No worker.')) });
  expect(await none()).toEqual([]);
});
