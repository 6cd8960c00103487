import { describe, expect, test } from '@jest/globals';
import { factLabel, factOperators, readFactOperator, unknownValue } from '../../../shared/keyword/fact-operators.js';
import { canonicalKeyword, parseKeyword } from '../../../shared/keyword/parse-keyword.js';
import { fields } from '../../../shared/search/fields.js';

const labels = (operator: Parameters<typeof readFactOperator>[0], value: string) =>
  readFactOperator(operator, value)?.map((term) => factLabel(term).split(':')[1]);

test('the description of the keyword shows each operator with a value that it takes', () => {
  for (const operator of Object.keys(factOperators) as (keyof typeof factOperators)[]) {
    const value = new RegExp(`\\b${operator}:([^ ,]+[^ ,.])`).exec(fields.keyword.summary)?.[1] ?? '';
    expect([operator, readFactOperator(operator, value)]).not.toEqual([operator, null]);
  }
});

describe('readFactOperator', () => {
  test.each([
    ['visa', 'Yes', ['yes']],
    ['clearance', 'none', ['no']],
    ['agency', 'no', ['no']],
    ['degree', 'none', ['none', 'school']],
    ['degree', '<=associate', ['none', 'school', 'vocational', 'associate']],
    ['degree', '>bachelor', ['master', 'doctorate']],
    ['degree', 'PhD,masters', ['doctorate', 'master']],
    ['years', '<=2', ['0', '1', '2']],
    ['years', '<2', ['0', '1']],
    ['years', '2-4', ['2', '3', '4']],
    ['years', '19+', ['19', '20']],
    ['years', '>=19', ['19', '20']],
    ['years', '5 years', ['5']],
    ['language', 'de', ['de']],
    ['language', 'German,français', ['de', 'fr']],
  ] as const)('%s:%s is any of %j', (operator, value, expected) => {
    expect(labels(operator, value)).toEqual(expected);
  });

  test.each([
    ['visa', 'maybe'],
    ['degree', '>doctorate'],
    ['years', 'many'],
    ['years', ''],
    ['language', 'xx'],
    ['remotefrom', 'atlantis'],
    ['visa', 'yes,perhaps'],
  ] as const)('knows no %s:%s', (operator, value) => {
    expect(readFactOperator(operator, value)).toBeNull();
  });

  test('a country is met by itself, by a part of it, by the areas that hold it and by the world', () => {
    const found = labels('remotefrom', 'Germany');
    expect(found).toEqual(labels('remotefrom', 'DE'));
    expect(found).toEqual(expect.arrayContaining(['de', 'depart', 'eu', 'emea', 'dach', 'worldwide']));
    expect(found).not.toContain('apac');
  });

  test('a region is met by itself and by its country, not by another part of it', () => {
    const found = labels('remotefrom', 'US-CA');
    expect(found).toEqual(labels('remotefrom', 'california'));
    expect(found).toEqual(expect.arrayContaining(['usca', 'us', 'northamerica']));
    expect(found).not.toContain('uspart');
  });

  test('an area is met by itself and by wider ones', () => {
    const found = labels('remotefrom', 'DACH');
    expect(found).toEqual(expect.arrayContaining(['dach', 'europe', 'emea', 'worldwide']));
    expect(found).not.toContain('eu');
  });
});

describe('operators in a keyword', () => {
  test('are terms of their own, which can be negated and grouped', () => {
    expect(canonicalKeyword('nurse visa:yes')).toBe('nurse fact:"zqvisazqyes"');
    expect(canonicalKeyword('nurse VISA: yes')).toBe(
      canonicalKeyword('visa:"yes" nurse').split(' ').reverse().join(' '),
    );
    expect(canonicalKeyword('nurse -clearance:yes')).toBe('nurse -fact:"zqclearancezqyes"');
    expect(canonicalKeyword('(visa:yes OR years:<=1) nurse')).toContain('OR fact:"zqyearszq1"');
    expect(canonicalKeyword('remotefrom:"south korea"')).toContain('zqremotefromzqkr');
  });

  test('an unknown value is left out and named', () => {
    expect(parseKeyword('nurse visa:maybe').ignored).toEqual([unknownValue('visa', 'maybe')]);
    expect(parseKeyword('nurse -visa:maybe').ignored).toEqual([unknownValue('visa', 'maybe')]);
    expect(canonicalKeyword('nurse visa:maybe').split('\n')[0]).toBe('nurse');
    expect(unknownValue('visa', 'maybe')).toBe('"visa:maybe" was left out: visa takes yes or no.');
  });
});
