import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readKeyword } from '../../../../worker/match/keyword/interpret-keyword.js';

/** A keyword's readings as lists of what each clause is asked for. */
const asked = (text: string) =>
  readKeyword(text).readings.map(({ clauses }) =>
    clauses.map(({ wordings }) => {
      const own = wordings.filter(({ worth }) => worth === 1);
      return own.map((wording) => wording.asked).join(' | ');
    }),
  );
const wordingsOf = (text: string) =>
  readKeyword(text).readings.flatMap(({ clauses }) =>
    clauses.map(({ wordings }) => wordings.map(({ words }) => words.join(' '))),
  );

describe('a keyword', () => {
  test.each<[string, string[][]]>([
    ['java developer', [['java', 'developer']]],
    ['"java developer" berlin', [['java developer', 'berlin']]],
    ['react or vue developer', [['react | vue', 'developer']]],
    [
      'data scientist OR machine learning engineer',
      [
        ['data', 'scientist'],
        ['machine', 'learning', 'engineer'],
      ],
    ],
    ['(chef OR cook) berlin', [['chef | cook', 'berlin']]],
    ['("sous chef" OR "head cook") (berlin OR graz)', [['head cook | sous chef', 'berlin | graz']]],
    ['tax OR softwareentwickler', [['tax'], ['software', 'entwickler']]],
    ['jobs for nurses in berlin', [['nurses', 'berlin']]],
    ['part-time cook', [['part time', 'cook']]],
    ['work from home', [['work from home']]],
    ['the', [['the']]],
    ['title:nurse "c++"', [['nurse', 'c++']]],
    ['"', []],
    ['-nurse', [[]]],
    ['', []],
  ])('%s', (text, clauses) => {
    expect(asked(text)).toEqual(clauses);
  });

  test('excludes words by themselves alone, phrases, groups and facts', () => {
    const [reading] = readKeyword('cook -"head chef" NOT night -(x OR (b c)) -part-time').readings;
    expect(reading?.without).toMatchObject([
      { kind: 'holds', wordings: [{ words: ['head', 'chef'] }] },
      {
        kind: 'any',
        of: [{ kind: 'all', of: [{ kind: 'holds' }, { kind: 'holds' }] }, { wordings: [{ words: ['x'] }] }],
      },
      { kind: 'holds', wordings: [{ words: ['night'] }] },
      { kind: 'holds', wordings: [{ words: ['part', 'time'] }] },
    ]);
    expect(readKeyword('full-time').readings[0]?.without).toEqual([]);
  });

  test('says which words it leaves out', () => {
    expect(readKeyword('jobs for nurses in berlin').notices).toEqual([
      'Left out, as nearly every posting has them: "jobs", "for", "in".',
    ]);
    expect(readKeyword('not for profit manager').notices).toEqual([
      'Left out, as nearly every posting has it: "-for".',
    ]);
    expect(readKeyword('nurse berlin').notices).toEqual([]);
  });

  test('knows other words for a term, the surest first, and none for what is quoted or asked of a field', () => {
    const [software, engineer] = wordingsOf('software engineer');
    expect(software).toEqual(expect.arrayContaining(['software', 'swe', 'software developer']));
    expect(engineer?.[0]).toBe('engineer');
    expect(wordingsOf('"software engineer"')).toEqual([['software engineer']]);
    expect(wordingsOf('title:developer company:sre')).toEqual([['developer'], ['sre']]);
    for (const { clauses } of readKeyword('senior dev k8s welding').readings)
      for (const { wordings } of clauses) {
        const worths = wordings.map(({ worth }) => worth);
        expect(worths).toEqual([...worths].sort((a, b) => b - a));
        expect(worths[0]).toBe(1);
      }
  });

  test('tells facts from words: running text does not meet them', () => {
    const [reading] = readKeyword('senior remote part-time "remote" cook').readings;
    expect(reading?.clauses.map(({ wordings }) => wordings[0]?.ignored !== 0)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
  });

  test('never grows beyond bounds', () => {
    const long = Array.from({ length: 30 }, () => '(a b OR c d)').join(' ');
    expect(readKeyword(long).readings.length).toBeLessThanOrEqual(32);
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', '(', ')', 'OR', '"', '-', 'b c'), { maxLength: 60 }), (parts) => {
        expect(readKeyword(parts.join(' ')).readings.length).toBeLessThanOrEqual(64);
      }),
    );
  });
});
