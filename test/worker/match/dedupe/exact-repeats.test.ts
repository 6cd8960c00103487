import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { joinExactRepeats } from '../../../../worker/match/dedupe/merge-duplicates.js';
import { made, search } from '../../lib/made-jobs.js';

const again = (count: number, more: object = {}) =>
  Array.from({ length: count }, (_, at) =>
    made({ title: 'Nurse', url: `https://one.example/${at}`, days: 3 + at / 86_400, ...more }),
  );

describe('a posting that its source repeats', () => {
  test('is one result, which counts the others', () => {
    const { total, jobs } = search([...again(100), made({ title: 'Cook' })], {});
    expect(total).toBe(2);
    expect(jobs.find(({ title }) => title === 'Nurse')).toMatchObject({ repeats: 99, alsoOn: [] });
    expect(jobs.find(({ title }) => title === 'Nurse')?.match.why).toContain('listed 100 times by one');
    expect(jobs.find(({ title }) => title === 'Cook')).toMatchObject({ repeats: 0 });
  });

  test('is represented by the newest one, in any order', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(again(6), { minLength: 6 }), (shuffled) => {
        expect(joinExactRepeats(shuffled)).toMatchObject([{ repeats: 5, job: { url: 'https://one.example/0' } }]);
      }),
    );
  });

  test.each<[string, object]>([
    ['another place', { place: 'Leeds, UK' }],
    ['another company', { company: 'Beta' }],
    ['another contract', { jobType: ['CONTRACTOR'] }],
    ['another text', { text: 'Nights on the third ward, with a team of nine that has worked together for long.' }],
    ['other skills', { tags: ['icu'] }],
    ['other pay', { pay: '$90,000 a year' }],
    ['two months between them', { days: 70 }],
  ])('keeps apart what differs by %s', (_, differing) => {
    expect(search([...again(1), made({ title: 'Nurse', url: 'https://one.example/x', ...differing })], {}).total).toBe(
      2,
    );
  });

  test('and another board make one result that names the board and the count', () => {
    const [job] = search([...again(3), made({ title: 'Nurse', source: 'two' })], {}).jobs;
    expect(job?.source === 'one' ? job : null).toMatchObject({ repeats: 2, alsoOn: [{ source: 'two' }] });
  });
});
