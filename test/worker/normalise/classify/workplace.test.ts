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

  test('is hybrid where an employer offers hybrid and flexible working', () => {
    const description = 'We are pleased to offer hybrid and flexible working for most of our bakers.';
    expect(readWorkplace({ ...nothing, stated: [], description })?.value).toBe('hybrid');
  });

  test.each([
    ['Our bakers attend the office at least 3x a week.', 'hybrid'],
    ['Nous offrons la possibilité de travail à distance.', 'hybrid'],
    ['Le poste est en travail à distance.', 'remote'],
    ['Home office 100 %.', 'remote'],
    ['You will train our clients in a fully remote classroom.', undefined],
  ])('"%s" → %s', (description, expected) => {
    expect(readWorkplace({ ...nothing, stated: [], description })?.value).toBe(expected);
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

  test.each([
    ['주 2회 재택근무 및 협의 시 추가 가능', 'hybrid'],
    ['주 3회만 사무실 출근하고 나머지는 재택', 'hybrid'],
    ['100% 재택근무를 합니다', 'remote'],
    ['Haftada 2 gün evden çalışma', 'hybrid'],
    ['Tamamen uzaktan çalışacak', 'remote'],
    ['Ce poste est possible en télétravail à temps complet.', 'remote'],
    ['Télétravail encadré par un accord jusqu’à 3 jours par semaine', 'hybrid'],
    ['2 jours de présence sur site par semaine', 'hybrid'],
    ['Cajero\nSucre\nPresencial.', 'on site'],
    ['Le travail se fait en remote ou depuis nos bureaux.', undefined],
    ['Customers are both on-site and remote.', undefined],
    ['3D 프린터를 원격으로 제어하는 시스템', undefined],
  ])('is read in other languages in "%s"', (description, value) => {
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

describe('a refusal', () => {
  const read = (description: string) => readWorkplace({ ...nothing, description })?.value ?? null;

  test.each([
    ['Please note: this is not a remote or hybrid position.', 'on site'],
    ['This role is neither hybrid nor remote.', 'on site'],
    ['The work cannot be done remotely.', 'on site'],
    ['The work cannot be done remotely or hybrid.', 'on site'],
    ['We cannot offer hybrid or remote working for this post.', 'on site'],
    ['The job is not eligible for remote, hybrid or in-office work arrangements.', 'on site'],
    ['This is not a hybrid role.', null],
    ['This is a remote role, not hybrid or on-site.', 'remote'],
  ])('reaches all that it refuses: "%s"', (description, value) => {
    expect(read(description)).toBe(value);
  });

  test.each([
    ['This is a hybrid position, not remote.', 'hybrid'],
    ['Remote work is not available for this hybrid position.', 'hybrid'],
    ['This is not only a remote role, it is a role for life.', 'remote'],
    ['No experience is needed for this remote position.', 'remote'],
    ['It does not matter where you live: this is a remote role.', 'remote'],
    ['This is a hybrid role.', 'hybrid'],
  ])('reaches no further: "%s"', (description, value) => {
    expect(read(description)).toBe(value);
  });
});

describe('a choice between home and office', () => {
  const read = (description: string) => readWorkplace({ ...nothing, description })?.value ?? null;

  test.each([
    'Work from home or one of our offices.',
    'You can work from home, or from any of our four hubs.',
    'Work remotely or from our office in Malmo.',
    'You may work from our studio or remotely.',
  ])('tells neither: "%s"', (description) => {
    expect(read(description)).toBeNull();
  });

  test.each([
    ['You work from home and join our team by video.', 'remote'],
    ['The role is remote or hybrid in Leeds.', 'remote'],
    ['Two days a week in the office, the others from home.', 'hybrid'],
    ['Tuesdays and Thursdays in the office, the other days wherever you like.', 'hybrid'],
    ['You are in the office half of the time.', 'hybrid'],
    ['Une journée de télétravail par semaine.', 'hybrid'],
    ['Lieu du poste : En présentiel', 'on site'],
    ['Monday to Friday in the office.', null],
    ['Our office is open on Saturdays.', null],
  ])('"%s" is none', (description, value) => {
    expect(read(description)).toBe(value);
  });
});
