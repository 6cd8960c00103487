import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { compareCases, labelled, wordRow } from '../../../../bench/quality/labelled.js';
import { readLevel } from '../../../../worker/normalise/classify/level.js';

const nothing = { stated: [], title: '', description: '' };
const inTitle = (title: string) => readLevel({ ...nothing, title })?.value ?? null;

describe('the career level', () => {
  test.each([
    ['level-tuning', 0.99],
    ['level-held-out', 0.97],
  ])('of the set %s, a share of %d or more is right, and under 1 %% is a wrong level', (name, least) => {
    const { wrong, share } = compareCases(
      labelled(name, wordRow),
      (row) => readLevel(row)?.value ?? null,
      ({ expected }) => expected,
    );
    expect({ enough: share >= least, wrong: share >= least ? [] : wrong }).toEqual({ enough: true, wrong: [] });
    expect(wrong.filter(({ got }) => got !== null).length).toBeLessThan(labelled(name, wordRow).length / 100);
  });

  test('is read from the field before the title', () => {
    expect(readLevel({ stated: ['Mid-Senior level'], title: 'Junior Cook', description: '' })).toEqual({
      value: 'senior',
      inferred: false,
      evidence: 'Mid-Senior level',
    });
    expect(readLevel({ ...nothing, title: 'Junior Cook' })).toMatchObject({ value: 'entry level', inferred: true });
  });

  test('of two levels is both, of neighbours first the one that still fits', () => {
    const levelsIn = (title: string) => readLevel({ ...nothing, title })?.levels;
    expect(levelsIn('Junior or Senior Cook')).toEqual(['senior', 'entry level']);
    expect(levelsIn('Mid/Senior Cook')).toEqual(['senior', 'associate']);
    expect(levelsIn('Senior Cook / Baker')).toBeUndefined();
    expect(inTitle('Mid/Senior Cook')).toBe('senior');
    expect(inTitle('Junior/Mid Cook')).toBe('entry level');
  });

  test.each([
    ['Staff Cloud & Data Engineer', 'senior'],
    ['Staff+ Engineer, Billing', 'senior'],
    ['Staff, Product Manager', 'senior'],
    ['Staff Nurse', null],
    ['Account Executive', null],
    ['Principal Account Executive', 'senior'],
    ['Associate Account Executive, Corporate', 'associate'],
    ['Associate, Market Research', 'associate'],
    ['Fund Reporting - Associate', 'associate'],
    ['Sales Associate', null],
    ['Principal, Account Management', 'senior'],
    ['Middle School Principal', null],
    ['Ingénieur(e) principal(e) en automatisation', 'senior'],
    ['Senior Community Manager', 'senior'],
    ['Senior High-Speed Signal Engineer', 'senior'],
    ['Senior High School Teacher', null],
    ['Senior Living Manager', null],
    ['Category Head', 'director'],
    ['Backend Engineer - New College Grad 2027', 'entry level'],
    ['Grad School Tutor', null],
    ['2027 Summer Analyst', 'internship'],
    ['Product Manager Intern', 'internship'],
    ['Acme Internship Program (Danish speaker)', 'internship'],
    ['Internship Program Manager', null],
    ['Vendedor | Presidente Prudente/SP', null],
    ['Presidente', 'executive'],
    ['Future CEO Program', null],
  ])('of "%s" is %s', (title, level) => expect(inTitle(title)).toBe(level));

  test.each([
    ['No prior experience is needed, you learn it here.', 'entry level'],
    ['Ohne Berufserfahrung? Keine Vorkenntnisse erforderlich!', 'entry level'],
    ['Débutants acceptés.', 'entry level'],
    ['No experience required with our till, but five years in a shop.', null],
    ['Nobody should need experience to feel welcome.', null],
  ])('"%s" → %s', (description, level) => {
    expect(readLevel({ ...nothing, description })?.value ?? null).toBe(level);
    expect(readLevel({ ...nothing, title: 'Senior Cook', description })?.value).toBe('senior');
  });

  test('is not that of the person being assisted', () => {
    expect(inTitle('Assistant to the Chief Executive Officer')).toBeNull();
    expect(inTitle('Assistenz der Geschäftsführung')).toBeNull();
  });

  test('is never a default, whatever the text', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), fc.string({ unit: 'grapheme' }), (stated, text) => {
        readLevel({ stated, title: text, description: text });
      }),
    );
    expect(readLevel(nothing)).toBeNull();
  });
});
