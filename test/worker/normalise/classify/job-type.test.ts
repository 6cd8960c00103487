import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { compareCases, labelled, wordRow } from '../../../../bench/quality/labelled.js';
import { readJobType } from '../../../../worker/normalise/classify/job-type.js';
import { cpuMs } from '../../../lib/cpu-ms.js';

const nothing = { stated: [], title: '', description: '' };

describe('the job type', () => {
  test.each([
    ['job-type-tuning', 0.99],
    ['job-type-held-out', 0.97],
  ])('of the set %s, a share of %d or more is right, and under 1 %% is a wrong type', (name, least) => {
    const { wrong, share } = compareCases(
      labelled(name, wordRow),
      (row) => readJobType(row)?.value ?? null,
      ({ expected }) => expected,
    );
    expect({ enough: share >= least, wrong: share >= least ? [] : wrong }).toEqual({ enough: true, wrong: [] });
    expect(wrong.filter(({ got }) => got !== null).length).toBeLessThan(labelled(name, wordRow).length / 100);
  });

  test('is read from the field before the title, and from the title before the description', () => {
    const supporters = { stated: ['Full-time'], title: 'Cook (Part-Time)', description: 'This is an internship.' };
    expect(readJobType(supporters)).toEqual({ value: 'full time', inferred: false, evidence: 'Full-time' });
    expect(readJobType({ ...supporters, stated: [] })).toEqual({
      value: 'part time',
      inferred: true,
      evidence: 'Cook (Part-Time)',
    });
    expect(readJobType({ ...supporters, stated: [], title: 'Cook' })).toMatchObject({
      value: 'internship',
      inferred: true,
    });
    expect(readJobType({ ...supporters, stated: ['Day shift'], title: '', description: '' })).toBeNull();
  });

  test('of several stated types is the engagement, then the longer hours', () => {
    expect(readJobType({ ...nothing, stated: ['FULL_TIME', 'INTERN'] })?.value).toBe('internship');
    expect(readJobType({ ...nothing, stated: ['PART_TIME', 'FULL_TIME'] })?.value).toBe('full time');
    expect(readJobType({ ...nothing, stated: ['Permanent', 'Part-time'] })?.value).toBe('part time');
  });

  test.each(['Welder Intern', 'Reader Internship', 'Hub Intern', 'Roof Volunteer'])(
    'is read from the title "%s", whose first word only ends like one about other people',
    (title) =>
      expect(readJobType({ ...nothing, title })?.value).toBe(title.includes('Vol') ? 'volunteer' : 'internship'),
  );

  test('is not read from a title about other people', () => {
    for (const title of ['Head of Internships', 'Betreuung der Praktikanten', 'Programmleiter Praktikum'])
      expect(readJobType({ ...nothing, title })).toBeNull();
  });

  test.each([
    ['Engineer – .NET / AWS Remote · Full-time About Acme', 'full time'],
    ['Cook at Acme, part-time / Hybrid, Oslo', 'part time'],
    ['Offers for part-time and full-time / remote staff', null],
  ])('is read beside a workplace in "%s"', (description, value) => {
    expect(readJobType({ ...nothing, description })?.value ?? null).toBe(value);
  });

  test('is never a default, whatever the text, and is read quickly', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), fc.string({ unit: 'grapheme' }), (stated, text) => {
        readJobType({ stated, title: text, description: text });
      }),
    );
    expect(readJobType(nothing)).toBeNull();
    const description = 'contract type: '.repeat(20_000);
    expect(cpuMs(() => readJobType({ ...nothing, description }), 500, 3)).toBeLessThan(3000);
  });
});
