import { expect, test } from '@jest/globals';
import { countWords, mostOfCollection } from '../../../worker/suggestions/count-words.js';
import { createWordCounter } from '../../../worker/suggestions/word-counter.js';
import { made } from '../lib/made-jobs.js';

test('counts each word once a posting, the most frequent first, and leaves out what is too long', async () => {
  const jobs = [
    made({ title: 'Nurse', company: 'Inn', place: 'Berlin, Germany' }),
    made({ title: 'NURSE', company: 'Inn', place: 'Berlin, Germany' }),
    made({ title: 'Baker', company: 'Café', place: 'Leeds, UK' }),
    made({ title: 'x'.repeat(81), company: 'Cafe', place: 'Leeds, UK' }),
  ].map((job) => ({ job: { ...job, tags: ['SQL', 'SQL'] } }));
  const words = await countWords(jobs, ({ city }) => city);
  expect(words.titles).toEqual([
    ['Nurse', 2],
    ['Baker', 1],
  ]);
  expect(words.companies).toEqual([
    ['Inn', 2],
    ['Café', 2],
  ]);
  expect(words.skills).toEqual([['SQL', 4]]);
  expect(words.places).toEqual([
    ['Berlin', 2],
    ['Leeds', 2],
  ]);
});

test('a large board keeps its most frequent titles, in bounded memory', async () => {
  const [job] = [made({ title: 'Baker' })];
  const jobs = Array.from({ length: 5000 }, (_, at) => ({
    job: { ...job, title: at % 5 === 0 ? `Baker ${at % 10}` : `Baker in ${at}` },
  })) as Parameters<typeof countWords>[0];
  const { titles } = await countWords(jobs, () => null);
  expect(titles).toHaveLength(mostOfCollection.titles);
  expect(titles.slice(0, 2)).toEqual([
    ['Baker 0', 500],
    ['Baker 5', 500],
  ]);
  const counter = createWordCounter(10);
  for (let at = 0; at < 1000; at++) counter.add(`word ${at}`, at);
  expect(counter.list().map(([word]) => word)).toContain('word 999');
});
