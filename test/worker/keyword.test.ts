import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readKeyword } from '../../worker/keyword.js';

/** A keyword's readings as lists of what was written. */
const written = (text: string) =>
  readKeyword(text).readings.map(({ clauses }) => clauses.map((clause) => clause.written));
const wordingsOf = (text: string) =>
  readKeyword(text).readings.flatMap(({ clauses }) =>
    clauses.map(({ wordings }) => wordings.map(({ words }) => words.join(' '))),
  );

describe('a keyword', () => {
  test.each<[string, string[][]]>([
    ['java developer', [['java', 'developer']]],
    ['"java developer" berlin', [['java developer', 'berlin']]],
    ['react OR vue developer', [['react OR vue', 'developer']]],
    [
      'data scientist OR machine learning engineer',
      [
        ['data', 'scientist'],
        ['machine', 'learning', 'engineer'],
      ],
    ],
    ['(chef OR cook) berlin', [['chef OR cook', 'berlin']]],
    [
      '("sous chef" OR "head cook") (berlin OR graz)',
      [
        ['sous chef', 'berlin OR graz'],
        ['head cook', 'berlin OR graz'],
      ],
    ],
    ['nurse AND berlin', [['nurse', 'berlin']]],
    ['jobs for nurses in berlin', [['nurses', 'berlin']]],
    ['part-time cook', [['part time', 'cook']]],
    ['work from home', [['work from home']]],
    ['the', [['the']]],
    ['nurse OR', [['nurse']]],
    ['OR nurse )', [['nurse']]],
    ['( ( nurse', [['nurse']]],
    ['"', []],
    ['-nurse', []],
    ['', []],
  ])('%s', (text, clauses) => {
    expect(written(text)).toEqual(clauses);
  });

  test('names what it forbids', () => {
    expect(readKeyword('cook -"head chef" -night NOT weekend').without).toEqual([
      ['head', 'chef'],
      ['night'],
      ['weekend'],
    ]);
    expect(readKeyword('full-time').without).toEqual([]);
  });

  test('knows other words for a term, the surest first, and none for what is quoted', () => {
    const [software, engineer] = wordingsOf('software engineer');
    expect(software).toEqual(expect.arrayContaining(['software', 'swe', 'software developer']));
    expect(engineer?.[0]).toBe('engineer');
    expect(wordingsOf('"software engineer"')).toEqual([['software engineer']]);
    for (const { clauses } of readKeyword('senior dev k8s welding').readings)
      for (const { wordings } of clauses) {
        const worths = wordings.map(({ worth }) => worth);
        expect(worths).toEqual([...worths].sort((a, b) => b - a));
        expect(worths[0]).toBe(1);
      }
  });

  test('tells facts from words', () => {
    const [reading] = readKeyword('senior remote part-time "remote" cook').readings;
    expect(reading?.clauses.map(({ isFact }) => isFact)).toEqual([true, true, true, false, false]);
  });

  test('never grows beyond bounds', () => {
    const long = Array.from({ length: 30 }, () => '(a b OR c d)').join(' ');
    expect(readKeyword(long).readings.length).toBeLessThanOrEqual(8);
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', '(', ')', 'OR', '"', '-', 'b c'), { maxLength: 60 }), (parts) => {
        expect(readKeyword(parts.join(' ')).readings.length).toBeLessThanOrEqual(8);
      }),
    );
  });
});
