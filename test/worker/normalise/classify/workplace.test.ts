import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { compareCases, labelled, wordRow } from '../../../../bench/quality/labelled.js';
import { readWorkplace } from '../../../../worker/normalise/classify/workplace.js';
import { cpuMs } from '../../../lib/cpu-ms.js';

const nothing = { stated: [], title: '', description: '', location: null, hasRemoteRegions: false };

describe('the workplace', () => {
  test.each([
    ['workplace-tuning', 0.99],
    ['workplace-held-out', 0.97],
  ])('of the set %s, a share of %d or more is right, and under 1 %% is a wrong workplace', (name, least) => {
    const { wrong, share } = compareCases(
      labelled(name, wordRow),
      (row) => readWorkplace({ ...nothing, ...row })?.value ?? null,
      ({ expected }) => expected,
    );
    expect({ enough: share >= least, wrong: share >= least ? [] : wrong }).toEqual({ enough: true, wrong: [] });
    expect(wrong.filter(({ got }) => got !== null).length).toBeLessThan(labelled(name, wordRow).length / 100);
  });

  test('is read from the field, then the location, then where applicants may live, then the title', () => {
    const supporters = { ...nothing, location: 'hybrid', hasRemoteRegions: true, title: 'On-site Cook' } as const;
    expect(readWorkplace({ ...supporters, stated: ['Remote'] })).toMatchObject({ value: 'remote', inferred: false });
    expect(readWorkplace(supporters)).toMatchObject({ value: 'hybrid', inferred: false });
    expect(readWorkplace({ ...supporters, location: null })).toMatchObject({ value: 'remote', inferred: true });
    expect(readWorkplace({ ...supporters, location: null, hasRemoteRegions: false })).toEqual({
      value: 'on site',
      inferred: true,
      evidence: 'On-site Cook',
    });
  });

  test.each([
    ['Senior Engineer – .NET / AWS Remote · Full-time About Acme', 'remote'],
    ['Full-time / Hybrid Info on the role', 'hybrid'],
    ['Full-time | Onsite Info on the role', 'on site'],
  ])('is read beside the hours in "%s"', (description, value) => {
    expect(readWorkplace({ ...nothing, description })?.value).toBe(value);
  });

  test('is uncertain where a text mentions both', () => {
    const description = 'This is a remote role. This role is on-site in Leeds.';
    expect(readWorkplace({ ...nothing, description })).toBeNull();
  });

  test('is never a default, whatever the text, and is read quickly', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), fc.string({ unit: 'grapheme' }), (stated, text) => {
        readWorkplace({ ...nothing, stated, title: text, description: text });
      }),
    );
    expect(readWorkplace(nothing)).toBeNull();
    const description = 'remote or 2 days a week '.repeat(10_000);
    expect(cpuMs(() => readWorkplace({ ...nothing, description }), 500, 3)).toBeLessThan(3000);
  });
});
