import { describe, expect, test } from '@jest/globals';
import { parseKeyword } from '../../../../shared/keyword/parse-keyword.js';
import { createScoreBound, headText, readHeads } from '../../../../worker/engine/opensearch/heads.js';
import { idOf } from '../../../../worker/match/corpus/corpus.js';
import { prepareCollection } from '../../../../worker/match/corpus/prepare-collection.js';
import { interpretKeyword } from '../../../../worker/match/keyword/interpret-keyword.js';
import { findExact } from '../../../../worker/match/rank/score/find-hits.js';
import { createScore, scoreParts } from '../../../../worker/match/rank/score/rank.js';
import { recencyAt } from '../../../../worker/match/rank/score/recency.js';
import { titleParts } from '../../../../worker/match/rank/score/title-cache.js';
import { runSync } from '../../../../worker/process/cooperative.js';
import { corpusOf, made, now } from '../../lib/made-jobs.js';

const titles = [
  'Baker',
  'Senior Baker II',
  'Baker - Night Shift',
  'Night Shift | Baker',
  'Bakery Assistant',
  'Teacher Training Coordinator',
  'Teacher',
  'Software Engineer, Python',
  'Python Developer (Backend)',
  'Head of Sales',
];
const texts = ['We bake by night, with python scripts.', 'Teachers, engineers and sales people.', 'A job in a shift.'];
const jobs = titles.flatMap((title, at) =>
  texts.map((text, part) =>
    made({ title, text, company: ['Baker & Sons', 'Python Ltd', 'Acme'][part] ?? '', tags: ['Python'], days: at }),
  ),
);
const headOf = (job: (typeof jobs)[number]): string => headText(prepareCollection('one', [job]).index);

describe('the head of a posting', () => {
  test('has the words of all fields but its text, each where it was', () => {
    const [job] = jobs.filter(({ title }) => title === 'Baker - Night Shift');
    if (job === undefined) throw new Error('There is no such job.');
    const { index } = prepareCollection('one', [job]);
    const head = headText(index);
    expect(head.split('\n')).toHaveLength(4);
    expect(head).not.toContain('script');
    const read = readHeads([head, head], ['python']);
    expect(read.size).toBe(2);
    expect(titleParts(read.index, 1)).toEqual(titleParts(index, 0));
  });

  test('of which fields without any word in question are not read, but for the title and the company', () => {
    const heads = ['baker\nacme\npython\nfull time', 'cook\npython\n\nfull time'];
    const { index, numberOf } = readHeads(heads, ['python']);
    const { stream, bounds } = index;
    const fields = Array.from({ length: 8 }, (_, at) =>
      [...stream.subarray(bounds[at], bounds[at + 1])].map((word) => index.words.wordAt(word)),
    );
    expect(fields).toEqual([['baker'], ['acme'], ['python'], [], ['cook'], ['python'], [], []]);
    expect(numberOf('full')).toBe(0);
  });
});

describe('what an opening may score is what it scores, where the rest is known', () => {
  test.each([
    'baker',
    'night baker',
    'python',
    'teacher',
    'software engineer python',
    'baker OR teacher',
    'head sales',
  ])('%s', (written) => {
    const keyword = interpretKeyword(parseKeyword(written).root);
    const corpus = corpusOf(jobs);
    const { items, hits } = findExact(corpus, keyword, (_items, count) => count);
    const findings = { items, hits, order: 'relevant', now: now.getTime(), keys: null, reader: 0 } as const;
    const scoreOf = createScore(corpus, findings);
    const boundOf = createScoreBound(keyword, { canLose: false });
    const byId = new Map(jobs.map((job) => [job.id, job]));
    for (const item of items) {
      const job = byId.get(idOf(corpus, item));
      if (job === undefined) throw new Error('There is no such job.');
      const met = (hits ?? []).map(({ items: met, weights, counts }) => {
        const at = met.indexOf(item);
        return at === -1 ? 0 : (scoreParts.met * (weights[at] ?? 0)) / counts.length;
      });
      const age = now.getTime() - (corpus.columns.postedAt[item] ?? Number.NaN);
      const other = Math.max(...met) + scoreParts.recency * recencyAt(age);
      const [bound = 0] = runSync(boundOf([{ heads: [headOf(job)], other }]));
      expect(Math.abs(bound - scoreOf(item))).toBeLessThan(1);
    }
    expect(items.length).toBeGreaterThan(0);
  });

  test('and all that is possible where the head is unknown, or something counts less than nothing', () => {
    const keyword = interpretKeyword(parseKeyword('baker').root);
    expect(runSync(createScoreBound(keyword, { canLose: false })([{ heads: [], other: 0 }]))).toEqual([1000]);
    const own = runSync(createScoreBound(keyword, { canLose: true })([{ heads: ['baker\nacme\n\n'], other: -0.1 }]));
    expect(own).toEqual([500]);
  });
});
