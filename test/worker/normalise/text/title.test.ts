import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readTitle } from '../../../../worker/normalise/text/title.js';

describe('a title', () => {
  test.each([
    ['🚀 Growth Marketer 🚀', 'Growth Marketer'],
    ['URGENT!! Night Nurse', 'Night Nurse'],
    ['***HIRING NOW*** Forklift Driver', 'Forklift Driver'],
    ['Forklift Driver - Immediate Start!', 'Forklift Driver'],
    ['Line Cook!!!', 'Line Cook'],
    ['R&amp;D Engineer', 'R&D Engineer'],
    ['R&amp;amp;D Engineer', 'R&D Engineer'],
    ['<b>Senior</b> Engineer<br>Platform', 'Senior Engineer Platform'],
    ['"Barista"', 'Barista'],
    ['  Site\u00a0Reliability\n Engineer ', 'Site Reliability Engineer'],
    ['Engineer ()', 'Engineer'],
  ])('%s → %s', (text, title) => {
    expect(readTitle(text)).toBe(title);
  });

  test.each([
    'Urgent Care Nurse',
    'New Business Manager',
    'C++ Developer (Contract, Remote)',
    'C# Developer',
    'Engineer, Platform (Req 4711)',
    'Head of R&D',
    'Senior Engineer - Remote',
    'SENIOR ACCOUNTANT',
    'Software Engineer II',
    'Teamleiter/in Vertrieb',
    'Full-Stack Engineer (React/Node)',
    'Developer (List<String> fan)',
    '.NET Developer',
    'Executivo(a) de Contas',
    'Curator, Yahoo!',
    'Sonar Technician 89(v)15',
    'Engineer, Widget® and Gadget™',
    'Softwareentwickler (m/w/d)',
    'Data Engineer (f/m/x) - Remote',
    'Ingénieur Logiciel H/F',
    'Pflegefachkraft (all genders) in Teilzeit',
    'Buchhalter [w|m|d]',
  ])('%s is unchanged', (title) => {
    expect(readTitle(title)).toBe(title);
  });

  test.each(['', '   ', 'N/A', 'null', 'undefined', '---', '🔥🔥', '(m/w/d)', '&nbsp;', '<p></p>'])(
    '"%s" is empty',
    (text) => {
      expect(readTitle(text)).toBeNull();
    },
  );

  test('is cut at a word when it is a whole paragraph', () => {
    const title = readTitle('word '.repeat(100)) ?? '';
    expect(title.length).toBeLessThanOrEqual(200);
    expect(title.endsWith('word')).toBe(true);
  });

  test('is idempotent, and contains no tag or control character', () => {
    const part = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        '<b>',
        '</b>',
        '&amp;',
        '&lt;',
        '&gt;',
        'amp;',
        '(m/w/d)',
        '!!',
        'URGENT',
        '🚀',
        ' - ',
        'Nurse',
        '"',
        '()',
        'new:',
      ),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 10 }), (parts) => {
        const title = readTitle(parts.join(''));
        if (title === null) return;
        expect(readTitle(title)).toBe(title);
        expect(title).not.toMatch(/<\/?(?:b|p|br|script)\b[^<>]*>|[\p{Cc}]|\s\s|^\s|\s$/iu);
        expect(title.isWellFormed()).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });
});
