import { expect, test } from '@jest/globals';
import { prepareCollection } from '../../../../worker/match/corpus/load-collections.js';
import { wordRuns } from '../../../../worker/match/keyword/word-runs.js';
import { made } from '../../lib/made-jobs.js';

test('a phrase goes across the parts of a title, but not from one skill to the next', () => {
  const job = made({ source: 'one', title: 'Senior Baker, Night Shift', company: 'Bread & Sons' });
  const { index } = prepareCollection('one', [
    { ...job, tags: ['rye bread', 'ovens'], description: 'We bake. Bake we must, we do.' },
  ]);
  const { title, tags, text, company } = wordRuns(index);
  expect(title).toHaveLength(1);
  expect(title[0]).toMatch(/baker night shift$/);
  expect(company).toEqual(['bread son']);
  expect(tags).toEqual(['rye bread', 'oven']);
  expect(text).toEqual(['we bake bake we must we do']);
});
