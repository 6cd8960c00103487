import { expect, test } from '@jest/globals';
import { countWords, createWordCounter, mostOfCollection } from '../../../worker/suggestions/count-words.js';
import { made } from '../lib/made-jobs.js';

const now = Date.parse('2026-11-20T09:30:00Z');

test('counts no posting that has ended, and notes when the others end', async () => {
  const ending = [null, '2026-11-20T09:29:59.000Z', '2026-11-20T09:40:00.000Z', '2026-11-21T00:00:00.000Z'];
  const jobs = ending.map((validUntil) => ({ job: { ...made({ title: 'Nurse' }), validUntil } }));
  const { titles, ends } = await countWords(jobs, { nameOf: () => null, now });
  expect(titles).toEqual([['Nurse', 3]]);
  const hour = Date.parse('2026-11-20T10:00:00Z') / 3_600_000;
  expect(ends?.titles).toEqual([
    [0, hour, 1],
    [0, hour + 14, 1],
  ]);
});

test('counts each word once a posting, the most frequent first, and leaves out what is too long', async () => {
  const jobs = [
    made({ title: 'Nurse', company: 'Inn', place: 'Berlin, Germany' }),
    made({ title: 'NURSE', company: 'Inn', place: 'Berlin, Germany' }),
    made({ title: 'Baker', company: 'Café', place: 'Leeds, UK' }),
    made({ title: 'x'.repeat(81), company: 'Cafe', place: 'Leeds, UK' }),
  ].map((job) => ({ job: { ...job, tags: ['SQL', 'SQL'] } }));
  const words = await countWords(jobs, { nameOf: ({ city }) => city, now });
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
  const { titles } = await countWords(jobs, { nameOf: () => null, now });
  expect(titles).toHaveLength(mostOfCollection.titles);
  expect(titles.slice(0, 2)).toEqual([
    ['Baker 0', 500],
    ['Baker 5', 500],
  ]);
  const counter = createWordCounter(10);
  for (let at = 0; at < 1000; at++) counter.add(`word ${at}`, at);
  expect(counter.list().map(({ word }) => word)).toContain('word 999');
});

test('counts the wider locations of a posting once each', async () => {
  const [job] = [made({ title: 'Nurse', place: 'Berlin, Germany' })];
  const jobs = [{ job: { ...job, places: [...(job?.places ?? []), ...(job?.places ?? [])] } }] as Parameters<
    typeof countWords
  >[0];
  const { places } = await countWords(jobs, { nameOf: ({ city }) => city, widerOf: () => ['Germany', 'Europe'], now });
  expect(places).toEqual([
    ['Berlin', 1],
    ['Germany', 1],
    ['Europe', 1],
  ]);
});
