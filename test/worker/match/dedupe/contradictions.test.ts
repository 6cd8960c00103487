import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { HeldJob } from '../../../../shared/search/job.js';
import { contradictionsBetween } from '../../../../worker/match/dedupe/duplicate-strength.js';
import { corpusOf, type Made, made, search } from '../../lib/made-jobs.js';

const opening = { title: 'Welder', place: 'Leeds, UK' };
const stating: Record<string, [Partial<Made>, Partial<Made>]> = {
  workplace: [{ workplace: ['On-site'] }, { workplace: ['Hybrid'] }],
  jobType: [{ jobType: ['FULL_TIME'] }, { jobType: ['CONTRACTOR'] }],
  salary: [{ pay: '£40,000 a year' }, { pay: '£55,000 a year' }],
  currency: [{ pay: '£40,000 a year' }, { pay: '€40,000 a year' }],
  postedAt: [{ days: 3 }, { days: 60 }],
};
const facts = ['workplace', 'jobType', 'salary', 'postedAt'] as const;

const pairStating = (disputed: readonly string[]): [HeldJob, HeldJob] => {
  const of = (side: 0 | 1) => Object.assign({}, ...disputed.map((fact) => stating[fact]?.[side])) as Partial<Made>;
  return [made({ ...opening, source: 'one', ...of(0) }), made({ ...opening, source: 'two', ...of(1) })];
};

describe('contradictions', () => {
  test.each(Object.keys(stating))('in %s are symmetric', (fact) => {
    const [one, other] = pairStating([fact]);
    expect(contradictionsBetween(one, other)).toEqual([fact]);
    expect(contradictionsBetween(other, one)).toEqual([fact]);
  });

  test('in the pay of part-time work whose hours are unknown', () => {
    const [one, other] = ['$20 - $25 an hour', '$40 - $50 an hour'].map((pay, at) =>
      made({ ...opening, source: String(at), jobType: ['PART_TIME'], pay }),
    ) as [HeldJob, HeldJob];
    expect(contradictionsBetween(one, other)).toEqual(['salary']);
    expect(contradictionsBetween(one, { ...one, source: 'two' })).toEqual([]);
  });

  test('in the pay of full-time work and of part-time work for the same period', () => {
    const of = (jobType: string, pay: string) => made({ ...opening, source: jobType, jobType: [jobType], pay });
    const part = of('PART_TIME', '£20 - £25 an hour');
    const against = (pay: string) => contradictionsBetween(part, of('FULL_TIME', pay));
    expect(against('£40 - £50 an hour')).toEqual(['jobType', 'salary']);
    expect(against('£20 - £25 an hour')).toEqual(['jobType']);
    expect(against('£90,000 a year')).toEqual(['jobType']);
  });

  test('do not exist between postings for several types of which one is the same', () => {
    const [both, part, contract] = [['FULL_TIME', 'PART_TIME'], ['PART_TIME'], ['CONTRACTOR']].map((jobType, at) =>
      made({ ...opening, source: String(at), jobType }),
    ) as [HeldJob, HeldJob, HeldJob];
    expect([contradictionsBetween(both, part), contradictionsBetween(contract, both)]).toEqual([[], ['jobType']]);
  });

  test('do not exist when one posting has no value, infers it, rounds it or leaves an end out', () => {
    const stated = made({ ...opening, workplace: ['Hybrid'], jobType: ['FULL_TIME'], pay: '£40,000 - £50,000 a year' });
    const others = [
      made({ ...opening, source: 'two' }),
      made({
        ...opening,
        source: 'two',
        text: 'Remote. Part time. You weld what is broken, with care and with others.',
      }),
      made({ ...opening, source: 'two', pay: '£39,900 a year or more' }),
    ];
    for (const other of others) expect(contradictionsBetween(stated, other)).toEqual([]);
  });
});

describe('postings of one opening', () => {
  test('that contradict each other in two or more facts are two jobs, each found by its own facts', () => {
    fc.assert(
      fc.property(fc.subarray([...facts], { minLength: 2 }), (disputed) => {
        const jobs = pairStating(disputed);
        expect(corpusOf(jobs).columns.size).toBe(2);
        if (!disputed.includes('jobType')) return;
        expect(search(jobs, { jobType: 'full time' }).jobs.map(({ source }) => source)).toEqual(['one']);
        expect(search(jobs, { jobType: 'contract' }).jobs.map(({ source }) => source)).toEqual(['two']);
      }),
    );
  });

  test.each(facts)('that contradict each other in %s alone are one job', (fact) => {
    expect(corpusOf(pairStating([fact])).columns.size).toBe(1);
  });

  test('that contradict each other in their hours alone are one job, found by either', () => {
    const jobs = [
      made({ ...opening, source: 'one', jobType: ['FULL_TIME'] }),
      made({ ...opening, source: 'two', jobType: ['PART_TIME'] }),
    ];
    expect(corpusOf(jobs).columns.size).toBe(1);
    for (const jobType of ['full time', 'part time'] as const) expect(search(jobs, { jobType }).jobs).toHaveLength(1);
  });

  test('with one URL are one job, whatever they state', () => {
    const url = 'https://jobs.example/1';
    const [one, other] = pairStating([...facts]);
    expect(
      corpusOf([
        { ...one, url },
        { ...other, url },
      ]).columns.size,
    ).toBe(1);
  });

  test('are found by the facts of any of them, and the answer names the board', () => {
    const byType = search(pairStating(['jobType']), { jobType: 'contract' }).jobs;
    expect(byType).toMatchObject([
      { source: 'one', jobType: 'full time', alsoOn: [{ source: 'two', says: { jobType: 'contract' } }] },
    ]);
    expect(byType[0]?.match.why).toContain('contract on two');
    expect(search(pairStating(['jobType']), { jobType: 'full time' }).jobs[0]?.match.why).toContain('full time');

    const byPlace = search(pairStating(['workplace']), { remoteFilter: 'hybrid' }).jobs;
    expect(byPlace[0]?.match.why).toContain('hybrid on two');

    const byPay = search(pairStating(['salary']), { salary: '55000 GBP' }).jobs;
    expect(byPay[0]?.match.why).toContain('pays 55000 GBP a year or more on two');
    expect(byPay[0]?.alsoOn[0]?.says).toMatchObject({ salary: { min: 55000 } });

    const byDate = search(pairStating(['postedAt']), { dateSincePosted: 'past week' }).jobs;
    expect(byDate).toHaveLength(1);
    expect(byDate[0]?.match.why.join()).toMatch(/posted 3 days ago/);
  });

  test('that agree have no `says`, and stated facts replace inferred ones', () => {
    const jobs = [
      { ...made({ ...opening, source: 'one' }), workplace: 'on site' as const, inferred: ['workplace' as const] },
      made({ ...opening, source: 'two', workplace: ['Hybrid'], text: '' }),
    ];
    const [job] = search(jobs, {}).jobs;
    expect(job).toMatchObject({ source: 'one', workplace: 'hybrid', inferred: [], alsoOn: [{ source: 'two' }] });
    expect(job?.alsoOn[0]).not.toHaveProperty('says');
    expect(search(jobs, { remoteFilter: 'on site' }).total).toBe(0);
  });
});
