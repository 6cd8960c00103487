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

  test('is read from brackets behind the title where the description repeats it', () => {
    const seeking = {
      ...nothing,
      title: 'Associate Baker',
      description: 'We look for:\nAssociate Baker (part time)\nJoin us',
    };
    expect(readJobType(seeking)).toMatchObject({
      ...{ value: 'part time', inferred: true, types: ['part time'] },
    });
    expect(readJobType({ ...seeking, description: 'Associate Baker (Leeds)\nJoin us' })).toBeNull();
  });

  test('is read from the field before the title, and from the title before the description', () => {
    const supporters = { stated: ['Full-time'], title: 'Cook (Part-Time)', description: 'This is an internship.' };
    expect(readJobType(supporters)).toMatchObject({ value: 'full time', inferred: false, evidence: 'Full-time' });
    expect(readJobType({ ...supporters, stated: [] })).toMatchObject({
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

  test('keeps every type that is stated', () => {
    const typesOf = (evidence: Partial<typeof nothing> & { stated?: string[] }) =>
      readJobType({ ...nothing, ...evidence })?.types;
    expect(typesOf({ stated: ['FULL_TIME', 'INTERN'] as never[] })).toEqual(['internship', 'full time']);
    expect(typesOf({ title: 'Pfleger (m/w/d) in Voll- oder Teilzeit' })).toEqual(['full time', 'part time']);
    expect(typesOf({ description: 'This is a full-time or part-time position.' })).toEqual(['full time', 'part time']);
    expect(typesOf({ stated: ['Permanent', 'Part-time'] as never[] })).toEqual(['part time']);
    expect(typesOf({ description: 'CDD de 6 mois à temps partiel.' })).toEqual(['temporary', 'part time']);
    expect(typesOf({ description: 'Contrato temporal de 6 meses, 20 horas semanales.' })).toEqual([
      'temporary',
      'part time',
    ]);
    expect(typesOf({ description: 'Umowa o pracę na czas określony, 1/2 etatu.' })).toEqual(['temporary', 'part time']);
    expect(typesOf({ description: 'CDI à temps plein.' })).toEqual(['full time']);
  });

  test.each([
    'Unbefristet, in Vollzeit oder Teilzeit',
    'Wir bieten eine unbefristete Anstellung in Vollzeit oder Teilzeit.',
    'Die Stelle ist unbefristet und in Voll- oder Teilzeit zu besetzen.',
    'Nous proposons un poste en CDI à temps plein ou à temps partiel.',
    'Ofrecemos un contrato indefinido a jornada completa o a tiempo parcial.',
    'Oferujemy umowę o pracę na pełny etat lub na pół etatu.',
  ])('of a permanent job with a choice of hours is both: %s', (description) =>
    expect(readJobType({ ...nothing, description })?.types).toEqual(['full time', 'part time']),
  );

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

describe('hours', () => {
  const inText = (description: string) => readJobType({ ...nothing, description })?.value ?? null;
  const inTitle = (title: string) => readJobType({ ...nothing, title })?.value ?? null;
  const inField = (stated: string) => readJobType({ ...nothing, stated: [stated] })?.value ?? null;

  test.each([
    ['Part-Time, Permanent contracts available', 'part time'],
    ['Permanent contract, 22.5 hours a week', 'part time'],
    ['Permanent, Weekly Hours - 23', 'part time'],
    ['Weekly hours: 40', 'full time'],
    ['Pensum: 60 %', 'part time'],
    ['Pensum 80-100%', 'full time'],
    ['Arbeitszeit: 80-100%', 'full time'],
    ['This is a permanent position.', 'full time'],
    ['Full-time or part-time, permanent contract', 'full time'],
    ['Permanent role, 37.5 hours per week', 'full time'],
    ['We need a driver on a permanent part-time basis.', 'part time'],
    ['CONTRACT TYPE Permanent', 'full time'],
    ['Ce poste est à pourvoir en stage à partir de mars.', 'internship'],
    ['This is a day-rate contract for 6 months.', 'contract'],
    ['근무형태: 정규직 (수습기간 3개월)', 'full time'],
    ['정규직전환형 계약직 채용', 'contract'],
    ['해당 직무 인턴경력 우대', null],
    ['Tam zamanlı çalışacak bir avukat aranmaktadır.', 'full time'],
    ['Plazo fijo', 'temporary'],
    ['Disponibilidad de tiempo completo', 'full time'],
    ['You sign contracts for 6 clients.', null],
    ['Le spectacle est en stage.', null],
    ['You carry 100% of the responsibility.', null],
    ['Travel: 60 %', null],
  ])('in a text: "%s" → %s', (text, expected) => {
    expect(inText(text)).toBe(expected);
  });

  test.each([
    ['Pflegefachkraft TZ', 'part time'],
    ['Pflegefachkraft in VZ oder TZ', 'full time'],
    ['FT - Cashier', 'full time'],
    ['FT/PT Cashier', 'full time'],
    ['PT - Cashier', 'part time'],
    ['Cashier - PT', 'part time'],
    ['Physical Therapist (PT)', null],
    ['PT - Outpatient Rehab', null],
    ['Personal Trainer - PT', null],
    ['Engineer - 100% remote', null],
  ])('in a title: "%s" → %s', (title, expected) => {
    expect(inTitle(title)).toBe(expected);
  });

  test.each([
    ['Permanent, Weekly Hours - 23', 'part time'],
    ['Permanent, Weekly Hours - 37.5', 'full time'],
    ['80-100%', 'full time'],
    ['60 %', 'part time'],
    ['Permanent', 'full time'],
  ])('in a field: "%s" → %s', (stated, expected) => {
    expect(inField(stated)).toBe(expected);
  });
});
