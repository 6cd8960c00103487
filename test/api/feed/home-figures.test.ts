import { expect, test } from '@jest/globals';
import { createHomeFigures } from '../../../api/feed/home-figures.js';
import { writeSuggestions } from '../../../shared/search/collections/word-counts.js';
import { suiteRedis } from '../../lib/suite-redis.js';

const { redis } = await suiteRedis('asking');
const figures = {
  ...{ total: 3, neverRead: 0, due: 0, overdue: 0, oldestAgeSeconds: 7200 },
  ...{ postings: 42, failing: 0, unreadable: 0, gone: 0 },
};
const figuresOf = (change: Partial<typeof figures> = {}) =>
  createHomeFigures({ redis, now: () => new Date(), boardFigures: async () => ({ ...figures, ...change }) })();

test('the start page has no figures while nothing is held, then those of the boards and their commonest words', async () => {
  expect(await figuresOf()).toBeNull();
  await writeSuggestions(redis, {
    titles: Array.from({ length: 12 }, (_, at) => [`Baker ${at}`, 20 - at] as const),
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
  expect(home?.titles[0]).toEqual({ word: 'Baker 0', jobs: 20 });
  expect(home?.places).toEqual([{ word: 'Berlin, Germany', jobs: 40 }]);
  // Nothing is said of the age of a board that was never read.
  expect((await figuresOf({ neverRead: 1 }))?.oldestAgeSeconds).toBeNull();
  expect(await figuresOf({ postings: 0 })).toBeNull();
});
